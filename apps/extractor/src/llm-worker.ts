import type { Pool } from 'pg';
import type { StageOutcome } from '#extraction/stage.js';
import type { ExtractionInput } from '#extraction/stage.js';
import { LlmUnavailable } from '#extraction/llm/ask-llm.js';
import { combineRuns } from '#contracts/merge-observations.js';
import { NO_OBSERVATIONS, type Observations, type StageReport } from '#contracts/observations.js';
import { isDatabaseUnavailable } from '#database/errors.js';
import { inTransaction } from '#database/transaction.js';
import { readStreams } from '#event-store/read-log.js';
import { pause, runLoop } from '#event-store/run-loop.js';
import { liveObservations, observedRuns } from '#graph/projection/live-observations.js';
import { lockScope } from '#graph/projection/project-memories.js';
import { loadMemories, lockProjectable, type PendingMemory } from './extraction-rows.js';
import { claimLlmJobs, finishLlmJob, postponeLlmJob, type LlmJob } from './llm-jobs.js';
import { projectExtraction } from './project-extraction.js';

export interface LlmWorkerOptions {
  readonly pool: Pool;
  readonly version: string;
  /** Reads one memory, with what is known of it; throws LlmUnavailable when the endpoint is at fault. */
  readonly ask: (input: ExtractionInput, found: Observations, signal: AbortSignal) => Promise<StageOutcome>;
  /** Calls under way at a time. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

/** Tries at one memory that fails by itself, or takes the process down with it. */
const MAX_ATTEMPTS = 3;
const POLL_MS = 200;
const OUTAGE_PAUSE_MS = 1_000;
/** Whatever an endpoint asks for. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Works off the LLM's queue: takes a job in one short transaction, asks outside of any, and appends and projects the
 * outcome in another. A worker that vanishes leaves its job to others when the lease ends.
 */
export class LlmWorker {
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LlmWorkerOptions) {}

  start(): void {
    const { concurrency, onError } = this.options;
    const { signal } = this.stopping;
    const loops = Array.from({ length: concurrency }, () =>
      runLoop({ signal, intervalMs: POLL_MS, onError }, () => this.workOne()),
    );
    this.running = Promise.all(loops);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** True when there was a job to do. */
  private async workOne(): Promise<boolean> {
    const { pool, now, timeoutMs } = this.options;
    const [job] = await claimLlmJobs(pool, now(), timeoutMs * 2 + 10_000, 1);
    if (!job) return false;
    try {
      if (job.attempts > MAX_ATTEMPTS) await this.giveUp(job, 'the process ended while it was read');
      else await this.read(job);
    } catch (error) {
      if (this.stopping.signal.aborted || error instanceof LlmUnavailable) await this.postpone(job, error);
      else if (isDatabaseUnavailable(error)) await this.postponeWhenBack(job, error);
      else if (job.attempts < MAX_ATTEMPTS) throw error;
      else await this.giveUp(job, error instanceof Error ? error.name : 'unknown');
    }
    return true;
  }

  private async read(job: LlmJob): Promise<void> {
    const { pool, ask, timeoutMs } = this.options;
    const [memory] = await loadMemories(pool, job.scopeId, [job.memoryId]);
    const events = await readStreams(pool, job.scopeId, [job.memoryId], ['MemoryExtracted']);
    const startedAt = performance.now();
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(timeoutMs)]);
    const outcome: StageOutcome = memory
      ? await ask(inputOf(memory), liveObservations(events), signal)
      : { state: 'skipped', reason: 'forgotten' };
    await this.settle(job, outcome, performance.now() - startedAt);
  }

  private giveUp(job: LlmJob, reason: string): Promise<void> {
    return this.settle(job, { state: 'failed', reason }, 0);
  }

  private async postpone(job: LlmJob, error: unknown): Promise<void> {
    const retryAfterMs = error instanceof LlmUnavailable ? error.retryAfterMs : undefined;
    const pauseMs = Math.min(retryAfterMs ?? OUTAGE_PAUSE_MS, LONGEST_PAUSE_MS);
    await postponeLlmJob(this.options.pool, job, new Date(this.options.now().getTime() + pauseMs));
    this.options.onError(error);
    await pause(pauseMs, this.stopping.signal);
  }

  /** A database that is still away then leaves the job to the end of its lease. */
  private async postponeWhenBack(job: LlmJob, error: unknown): Promise<void> {
    this.options.onError(error);
    await pause(OUTAGE_PAUSE_MS, this.stopping.signal);
    await postponeLlmJob(this.options.pool, job, this.options.now());
  }

  private async settle(job: LlmJob, outcome: StageOutcome, durationMs: number): Promise<void> {
    const { pool, now } = this.options;
    const { scopeId, memoryId } = job;
    await inTransaction(pool, async (tx) => {
      await lockScope(tx, scopeId);
      const open = await lockProjectable(tx, scopeId, [memoryId], ['partial', 'done']);
      if (!(await finishLlmJob(tx, job)) || !open.has(memoryId)) return;
      const [memory] = await loadMemories(tx, scopeId, [memoryId]);
      if (!memory) return;
      const earlier = await readStreams(tx, scopeId, [memoryId], ['MemoryExtracted']);
      const found = outcome.state === 'done' || outcome.state === 'partial' ? outcome.observations : NO_OBSERVATIONS;
      const all = combineRuns([...observedRuns(earlier), found]);
      const stages = [reportOf(this.options.version, outcome, found, durationMs)];
      const stagesBefore = earlier.flatMap((event) => (event.type === 'MemoryExtracted' ? event.data.stages : []));
      const complete = [...stagesBefore, ...stages].every((s) => s.state === 'done' || s.state === 'skipped');
      const state = complete ? 'done' : 'partial';
      const { createdAt } = memory;
      await projectExtraction(
        tx,
        scopeId,
        [{ memoryId, createdAt, stages, found, all, state, wantsLlm: false }],
        now(),
      );
    });
  }
}

function inputOf(memory: PendingMemory): ExtractionInput {
  const { text, speaker, role, createdAt, occurredAt } = memory;
  return { text, speaker, role, eventAtUnixNanos: occurredAt === 0n ? createdAt : occurredAt };
}

function reportOf(version: string, outcome: StageOutcome, found: Observations, durationMs: number): StageReport {
  return {
    stage: 'llm',
    version,
    state: outcome.state,
    mentions: found.mentions.length,
    relations: found.relations.length,
    statements: found.statements.length,
    duration_ms: Math.round(durationMs),
    ...(outcome.state === 'done' ? {} : { error: outcome.reason }),
  };
}
