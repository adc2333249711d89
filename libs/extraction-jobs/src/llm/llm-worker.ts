import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import { groupBy } from '#contracts/group-by.js';
import type { Observations } from '#contracts/observations.js';
import { inScope } from '#database/in-scope.js';
import { readStreams } from '#event-store/read-log.js';
import { pause, runLoop } from '#event-store/run-loop.js';
import { LlmTimeout, LlmUnavailable } from '#extraction/llm/ask-llm.js';
import type { ExtractionInput, StageOutcome } from '#extraction/pipeline/stage.js';
import { effectiveObservations } from '#graph/projection/contributions/effective-extractions.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { Tracing } from '#tracing/tracing.js';
import { failpoint } from '#failpoints/failpoints.js';
import { inputOf, loadMemories, loadTurnsBefore, type PendingMemory } from '#memories/extraction/extraction-state.js';
import { NOOP_OBSERVER } from '../extraction-observer.js';
import { isInfrastructureError } from '../infrastructure-error.js';
import { LlmCalls, type LlmCallsOptions } from './llm-calls.js';
import { CircuitOpen } from './circuit-breaker.js';
import {
  leaseLlmJobs,
  endCalls,
  NO_SCOPE,
  postponeLlmJobs,
  postponeScope,
  type CallLimits,
  type LlmJob,
} from './llm-jobs.js';
import { BudgetSpent, budgetDue } from './token-budgets.js';
import { projectLlmExtractions, type LlmExtraction } from './project-llm-extractions.js';
import { inSpans } from '../trace-extraction.js';

export interface LlmWorkerOptions extends LlmCallsOptions {
  /** Of the service: what it reads and writes of memories. */
  readonly pool: Pool;
  readonly version: string;
  /** Calls under way at a time, of this process; and of all extractors together. */
  readonly concurrency: number;
  readonly callLimits?: CallLimits;
  readonly timeoutMs: number;
  readonly onError: (error: unknown) => void;
  readonly tracing?: Tracing;
}

/** A memory, as it is read, and what was found in it so far. */
interface LlmRequest {
  readonly memory: PendingMemory;
  readonly input: ExtractionInput;
  readonly found: Observations;
}

/** Tries at one memory that fails by itself. */
const MAX_ATTEMPTS = 3;
/** Processes are killed for many reasons: only one that so many ended with is taken to be the reason. */
const MAX_DEATHS = 10;
/** Memories of one scope that share a projection: its cost is by transaction more than by memory. */
const BATCH_SIZE = 16;
/** A scope's turn: another call is not begun after it, and what is left waits for the next one. */
const TURN_MS = 2_000;
const POLL_MS = 200;
const OUTAGE_PAUSE_MS = 1_000;
/** Whatever an endpoint asks for. */
const MAX_PAUSE_MS = 60_000;
const NO_LIMIT: CallLimits = { perScope: 0, inAll: 0 };

/**
 * Works off the LLM's queue, scope by scope in turns: takes jobs of one in one short transaction, asks about them one after the other
 * outside of any, and appends and projects the outcomes in another. A worker that vanishes leaves its jobs to others
 * when the lease ends.
 */
export class LlmWorker {
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private readonly calls: LlmCalls;
  /** One at a time: two would choose the same scope. */
  private readonly leases = pLimit(1);
  private lastScope = NO_SCOPE;

  constructor(private readonly options: LlmWorkerOptions) {
    this.calls = new LlmCalls(options);
  }

  start(): void {
    const { concurrency, onError } = this.options;
    const { signal } = this.stopping;
    const loops = Array.from({ length: concurrency }, () =>
      runLoop({ signal, intervalMs: POLL_MS, onError }, () => this.workOnce()),
    );
    this.running = Promise.all(loops);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** True when there was something to do. */
  private async workOnce(): Promise<boolean> {
    const { system, now, timeoutMs, callLimits = NO_LIMIT } = this.options;
    const { waitMs } = this.calls;
    if (waitMs > 0) {
      await pause(Math.min(waitMs, MAX_PAUSE_MS), this.stopping.signal);
      return true;
    }
    // A batch asks for at most one timeout, and then ends the call that is under way.
    const leaseMs = timeoutMs * 2 + 10_000;
    const jobs = await this.leases(async () => {
      const options = { now: now(), leaseMs, jobs: BATCH_SIZE, calls: callLimits, after: this.lastScope };
      const claimed = await leaseLlmJobs(system, options);
      this.lastScope = claimed[0]?.scopeId ?? this.lastScope;
      return claimed;
    });
    if (jobs.length === 0) return false;
    try {
      failpoint('llm.after-lease');
      await this.work(jobs);
    } catch (error) {
      if (!(await isInfrastructureError(system, error))) throw error;
      await this.giveBackWhenBack(jobs, error);
    }
    return true;
  }

  private async work(jobs: readonly LlmJob[]): Promise<void> {
    const ask = await this.prepare(jobs);
    const deadline = performance.now() + Math.min(TURN_MS, this.options.timeoutMs);
    const left = [...jobs];
    const failed: LlmJob[] = [];
    const readings: { job: LlmJob; reading: LlmExtraction }[] = [];
    let outage: unknown;
    while (left[0] && outage === undefined && performance.now() < deadline) {
      try {
        const reading = await ask(left[0]);
        if (reading) readings.push({ job: left[0], reading });
        else failed.push(left[0]);
        left.shift();
      } catch (error) {
        outage = error;
      }
    }
    failpoint('llm.after-answer');
    await this.settle(readings);
    failpoint('llm.after-commit');
    await endCalls(this.options.system, failed);
    await this.giveBack(left, outage);
  }

  /** Reads what the jobs need in three statements, and returns how to ask about one of them. */
  private async prepare(jobs: readonly LlmJob[]): Promise<(job: LlmJob) => Promise<LlmExtraction | null>> {
    const scopeId = jobs[0]?.scopeId ?? '';
    const sql = inScope(this.options.pool, scopeId);
    const ids = jobs.map((job) => job.memoryId);
    const memories = new Map((await loadMemories(sql, scopeId, ids)).map((memory) => [memory.memoryId, memory]));
    const before = await loadTurnsBefore(sql, scopeId, ids);
    const events = groupBy(await readStreams(sql, scopeId, ids, ['MemoryExtracted']), (event) => event.streamId);
    return async (job) => {
      const memory = memories.get(job.memoryId);
      if (!memory) return readingOf(job, 0n, { state: 'skipped', reason: 'forgotten' }, 0);
      const earlier = events.get(job.memoryId) ?? [];
      const trace = traceOf(earlier);
      const input = inputOf(memory, before.get(job.memoryId));
      const reading = await this.ask(job, { memory, input, found: effectiveObservations(earlier) }, trace);
      return reading && { ...reading, ...trace };
    };
  }

  /**
   * Null where the stage failed on the memory, or took too long over it: it is tried again when its lease has ended.
   * @throws LlmUnavailable, or anything when this worker stops
   */
  private async ask(
    job: LlmJob,
    { memory, input, found }: LlmRequest,
    { traceparent }: { readonly traceparent?: string },
  ): Promise<LlmExtraction | null> {
    if (job.deaths >= MAX_DEATHS) return failure(job, memory.createdAt, 'the process ended while it was read');
    const startedAt = performance.now();
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(this.options.timeoutMs)]);
    try {
      const { tracing = Tracing.off } = this.options;
      const outcome = await inSpans(
        tracing,
        'stage llm',
        [traceparent],
        () => this.calls.ask(job.scopeId, input, found, signal),
        ({ state }) => ({ 'engraph.stage.state': state }),
      );
      const durationMs = performance.now() - startedAt;
      const { observer = NOOP_OBSERVER } = this.options;
      observer.stageRan({ stage: 'llm', state: outcome.state, duration_ms: durationMs });
      return readingOf(job, memory.createdAt, outcome, durationMs);
    } catch (error) {
      if (this.stopping.signal.aborted || isOutage(error)) throw error;
      return this.failed(job, memory.createdAt, error);
    }
  }

  private failed(job: LlmJob, createdAt: bigint, error: unknown): LlmExtraction | null {
    if (job.attempts >= MAX_ATTEMPTS) return failure(job, createdAt, error instanceof Error ? error.name : 'unknown');
    this.options.onError(error);
    return null;
  }

  /** All together; where one of them cannot be projected, one by one. */
  private async settle(readings: readonly { job: LlmJob; reading: LlmExtraction }[]): Promise<void> {
    const [first] = readings;
    if (!first) return;
    try {
      const { pool, version, now, tracing = Tracing.off } = this.options;
      const all = readings.map(({ reading }) => reading);
      const { scopeId } = first.job;
      const settle = () =>
        inLockedScope(inScope(pool, scopeId), scopeId, (tx) => projectLlmExtractions(tx, scopeId, all, version, now()));
      const traces = all.map((reading) => reading.traceparent);
      await inSpans(tracing, 'project', traces, settle);
    } catch (error) {
      if (await isInfrastructureError(this.options.pool, error)) throw error;
      if (readings.length > 1) {
        for (const one of readings) await this.settle([one]);
        return;
      }
      const failed =
        first.reading.outcome.state === 'failed' ? null : this.failed(first.job, first.reading.createdAt, error);
      if (failed) await this.settle([{ job: first.job, reading: failed }]);
    }
  }

  /** Jobs that were not asked about go back uncounted; after an outage, this loop waits. */
  private async giveBack(jobs: readonly LlmJob[], outage: unknown): Promise<void> {
    if (outage instanceof BudgetSpent && outage.budget === 'scope') return this.leaveScope(jobs);
    const pauseMs = pauseAfter(outage);
    await postponeLlmJobs(this.options.system, jobs, new Date(this.options.now().getTime() + pauseMs));
    if (outage === undefined || outage instanceof BudgetSpent) return;
    if (!(outage instanceof CircuitOpen)) this.options.onError(outage);
    await pause(pauseMs, this.stopping.signal);
  }

  /** The others of the scope are due as well: none of them is to be claimed in vain. */
  private async leaveScope(jobs: readonly LlmJob[]): Promise<void> {
    const { system, now } = this.options;
    const due = budgetDue(now());
    await postponeLlmJobs(system, jobs, due);
    await postponeScope(system, jobs[0]?.scopeId ?? '', now(), due);
  }

  /** A database that is still away then leaves the jobs to the end of their lease. */
  private async giveBackWhenBack(jobs: readonly LlmJob[], error: unknown): Promise<void> {
    this.options.onError(error);
    await pause(OUTAGE_PAUSE_MS, this.stopping.signal);
    await postponeLlmJobs(this.options.system, jobs, this.options.now());
  }
}

/** How long the endpoint asks to wait, or a second. */
function pauseAfter(outage: unknown): number {
  if (outage === undefined || outage instanceof BudgetSpent) return 0;
  const retryAfterMs = outage instanceof LlmUnavailable ? outage.retryAfterMs : undefined;
  return Math.min(retryAfterMs ?? OUTAGE_PAUSE_MS, MAX_PAUSE_MS);
}

/** A call that takes too long counts as a try at its memory: one that always does must not be asked about for ever. */
function isOutage(error: unknown): boolean {
  return error instanceof BudgetSpent || (error instanceof LlmUnavailable && !(error instanceof LlmTimeout));
}

function readingOf({ memoryId }: LlmJob, createdAt: bigint, outcome: StageOutcome, durationMs: number): LlmExtraction {
  return { memoryId, createdAt, outcome, durationMs };
}

function failure(job: LlmJob, createdAt: bigint, reason: string): LlmExtraction {
  return readingOf(job, createdAt, { state: 'failed', reason }, 0);
}

/** The trace that the stages before were part of. */
function traceOf(earlier: readonly StoredEvent[]): { readonly traceparent?: string } {
  const traceparent = earlier.at(-1)?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}
