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
import { TokenBudgetExhausted, budgetDue } from './token-budgets.js';
import { projectLlmExtractions, type LlmExtraction } from './project-llm-extractions.js';
import { inSpans } from '../trace-extraction.js';

export interface LlmWorkerOptions extends LlmCallsOptions {
  /** Pool of the service role, for memories. */
  readonly pool: Pool;
  readonly version: string;
  /** Maximum concurrent calls: of this process, and of all extractors together. */
  readonly concurrency: number;
  readonly callLimits?: CallLimits;
  readonly timeoutMs: number;
  readonly onError: (error: unknown) => void;
  readonly tracing?: Tracing;
}

/** A memory, its input for the LLM, and the observations so far. */
interface LlmRequest {
  readonly memory: PendingMemory;
  readonly input: ExtractionInput;
  readonly found: Observations;
}

/** Attempts at a memory before its LLM stage fails. */
const MAX_ATTEMPTS = 3;
/** Worker deaths after which a memory is blamed; processes die for many reasons. */
const MAX_CRASHES = 10;
/** Maximum memories of one projection, whose cost is mostly per transaction. */
const BATCH_SIZE = 16;
/** Time slice of a scope: no call starts after it, and remaining jobs are returned. */
const TIME_SLICE_MS = 2_000;
const POLL_MS = 200;
const OUTAGE_PAUSE_MS = 1_000;
/** Maximum pause, whatever Retry-After says. */
const MAX_PAUSE_MS = 60_000;
const NO_LIMIT: CallLimits = { perScope: 0, inAll: 0 };

/**
 * Processes the LLM's queue, round-robin over scopes. Leases jobs of one scope in a short transaction, calls the LLM
 * for one after another outside any transaction, and appends and projects the outcomes in another one. If a worker
 * dies, its jobs are due again when the lease ends.
 */
export class LlmWorker {
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private readonly calls: LlmCalls;
  /** Serializes leasing: two concurrent leases would choose the same scope. */
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

  /** Processes one lease. True if there was work. */
  private async workOnce(): Promise<boolean> {
    const { system, now, timeoutMs, callLimits = NO_LIMIT } = this.options;
    const { waitMs } = this.calls;
    if (waitMs > 0) {
      await pause(Math.min(waitMs, MAX_PAUSE_MS), this.stopping.signal);
      return true;
    }
    // A batch starts calls for at most one timeout, and the last call may take another one.
    const leaseMs = timeoutMs * 2 + 10_000;
    const jobs = await this.leases(async () => {
      const options = { now: now(), leaseMs, jobs: BATCH_SIZE, calls: callLimits, after: this.lastScope };
      const leased = await leaseLlmJobs(system, options);
      this.lastScope = leased[0]?.scopeId ?? this.lastScope;
      return leased;
    });
    if (jobs.length === 0) return false;
    try {
      failpoint('llm.after-lease');
      await this.work(jobs);
    } catch (error) {
      if (!(await isInfrastructureError(system, error))) throw error;
      await this.returnJobsAfterOutage(jobs, error);
    }
    return true;
  }

  private async work(jobs: readonly LlmJob[]): Promise<void> {
    const ask = await this.prepare(jobs);
    const deadline = performance.now() + Math.min(TIME_SLICE_MS, this.options.timeoutMs);
    const remaining = [...jobs];
    const failed: LlmJob[] = [];
    const outcomes: { job: LlmJob; extraction: LlmExtraction }[] = [];
    let outage: unknown;
    while (remaining[0] && outage === undefined && performance.now() < deadline) {
      try {
        const extraction = await ask(remaining[0]);
        if (extraction) outcomes.push({ job: remaining[0], extraction });
        else failed.push(remaining[0]);
        remaining.shift();
      } catch (error) {
        outage = error;
      }
    }
    failpoint('llm.after-answer');
    await this.settle(outcomes);
    failpoint('llm.after-commit');
    await endCalls(this.options.system, failed);
    await this.returnJobs(remaining, outage);
  }

  /** Loads what the jobs need in three statements, and returns a function that calls the LLM for one of them. */
  private async prepare(jobs: readonly LlmJob[]): Promise<(job: LlmJob) => Promise<LlmExtraction | null>> {
    const scopeId = jobs[0]?.scopeId ?? '';
    const sql = inScope(this.options.pool, scopeId);
    const ids = jobs.map((job) => job.memoryId);
    const memories = new Map((await loadMemories(sql, scopeId, ids)).map((memory) => [memory.memoryId, memory]));
    const priorTurns = await loadTurnsBefore(sql, scopeId, ids);
    const events = groupBy(await readStreams(sql, scopeId, ids, ['MemoryExtracted']), (event) => event.streamId);
    return async (job) => {
      const memory = memories.get(job.memoryId);
      if (!memory) return llmExtraction(job, 0n, { state: 'skipped', reason: 'forgotten' }, 0);
      const earlier = events.get(job.memoryId) ?? [];
      const trace = traceOf(earlier);
      const input = inputOf(memory, priorTurns.get(job.memoryId));
      const extraction = await this.ask(job, { memory, input, found: effectiveObservations(earlier) }, trace);
      return extraction && { ...extraction, ...trace };
    };
  }

  /**
   * Calls the LLM for one job. Null if the stage failed on the memory or timed out: it is tried again when its lease
   * ends.
   * @throws LlmUnavailable
   * @throws TokenBudgetExhausted
   * @throws any error while this worker stops
   */
  private async ask(
    job: LlmJob,
    { memory, input, found }: LlmRequest,
    { traceparent }: { readonly traceparent?: string },
  ): Promise<LlmExtraction | null> {
    if (job.crashes >= MAX_CRASHES) return failure(job, memory.createdAt, 'the process ended while it was read');
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
      return llmExtraction(job, memory.createdAt, outcome, durationMs);
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

  /** Projects all outcomes together; if that fails because of one of them, one by one. */
  private async settle(outcomes: readonly { job: LlmJob; extraction: LlmExtraction }[]): Promise<void> {
    const [first] = outcomes;
    if (!first) return;
    try {
      const { pool, version, now, tracing = Tracing.off } = this.options;
      const all = outcomes.map(({ extraction }) => extraction);
      const { scopeId } = first.job;
      const settle = () =>
        inLockedScope(inScope(pool, scopeId), scopeId, (tx) => projectLlmExtractions(tx, scopeId, all, version, now()));
      const traces = all.map((extraction) => extraction.traceparent);
      await inSpans(tracing, 'project', traces, settle);
    } catch (error) {
      if (await isInfrastructureError(this.options.pool, error)) throw error;
      if (outcomes.length > 1) {
        for (const one of outcomes) await this.settle([one]);
        return;
      }
      const failed =
        first.extraction.outcome.state === 'failed' ? null : this.failed(first.job, first.extraction.createdAt, error);
      if (failed) await this.settle([{ job: first.job, extraction: failed }]);
    }
  }

  /** Returns jobs that were not processed, without counting the attempt; after an outage, this loop pauses. */
  private async returnJobs(jobs: readonly LlmJob[], outage: unknown): Promise<void> {
    if (outage instanceof TokenBudgetExhausted && outage.budget === 'scope') return this.postponeAll(jobs);
    const pauseMs = pauseAfter(outage);
    await postponeLlmJobs(this.options.system, jobs, new Date(this.options.now().getTime() + pauseMs));
    if (outage === undefined || outage instanceof TokenBudgetExhausted) return;
    if (!(outage instanceof CircuitOpen)) this.options.onError(outage);
    await pause(pauseMs, this.stopping.signal);
  }

  /** Postpones all due jobs of the scope, so that none is leased in vain. */
  private async postponeAll(jobs: readonly LlmJob[]): Promise<void> {
    const { system, now } = this.options;
    const due = budgetDue(now());
    await postponeLlmJobs(system, jobs, due);
    await postponeScope(system, jobs[0]?.scopeId ?? '', now(), due);
  }

  /** Returns jobs after a database outage; if it is still unreachable, they wait for the end of their lease. */
  private async returnJobsAfterOutage(jobs: readonly LlmJob[], error: unknown): Promise<void> {
    this.options.onError(error);
    await pause(OUTAGE_PAUSE_MS, this.stopping.signal);
    await postponeLlmJobs(this.options.system, jobs, this.options.now());
  }
}

/** Pause after an outage: the endpoint's Retry-After, or one second. */
function pauseAfter(outage: unknown): number {
  if (outage === undefined || outage instanceof TokenBudgetExhausted) return 0;
  const retryAfterMs = outage instanceof LlmUnavailable ? outage.retryAfterMs : undefined;
  return Math.min(retryAfterMs ?? OUTAGE_PAUSE_MS, MAX_PAUSE_MS);
}

/**
 * Whether the endpoint or a budget is at fault. A timeout counts as an attempt at its memory: one that always times out
 * must not be retried forever.
 */
function isOutage(error: unknown): boolean {
  return error instanceof TokenBudgetExhausted || (error instanceof LlmUnavailable && !(error instanceof LlmTimeout));
}

function llmExtraction(
  { memoryId }: LlmJob,
  createdAt: bigint,
  outcome: StageOutcome,
  durationMs: number,
): LlmExtraction {
  return { memoryId, createdAt, outcome, durationMs };
}

function failure(job: LlmJob, createdAt: bigint, reason: string): LlmExtraction {
  return llmExtraction(job, createdAt, { state: 'failed', reason }, 0);
}

/** Trace of the earlier stages. */
function traceOf(earlier: readonly StoredEvent[]): { readonly traceparent?: string } {
  const traceparent = earlier.at(-1)?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}
