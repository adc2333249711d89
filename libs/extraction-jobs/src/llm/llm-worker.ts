import { inLockedScope } from '#database/in-locked-scope.js';
import { inScope } from '#database/in-scope.js';
import { LlmUnavailable } from '#extraction/llm/ask-llm.js';
import { failpoint } from '#failpoints/failpoints.js';
import { NO_LIMITS } from '#leased-queue/queue-table.js';
import { QueueWorker } from '#leased-queue/queue-worker.js';
import { Tracing } from '#tracing/tracing.js';
import { isInfrastructureError } from '../infrastructure-error.js';
import { inSpans } from '../trace-extraction.js';
import { CircuitOpen } from './circuit-breaker.js';
import { failureByError } from './llm-failures.js';
import { LLM_QUEUE, leaseLlmJobs, type CallLimits, type LlmJob } from './llm-jobs.js';
import { LlmRequests, type LlmRequestsOptions } from './llm-requests.js';
import { projectLlmExtractions, type LlmExtraction } from './project-llm-extractions.js';
import { TokenBudgetExhausted, budgetDue } from './token-budgets.js';

export interface LlmWorkerOptions extends LlmRequestsOptions {
  readonly version: string;
  /** Maximum concurrent calls: of this process, and of all extractors together. */
  readonly concurrency: number;
  readonly callLimits?: CallLimits;
}

/** Outcome of a job whose LLM stage is over. */
interface LlmResult {
  readonly job: LlmJob;
  readonly extraction: LlmExtraction;
}

/** Maximum memories of one projection, whose cost is mostly per transaction. */
const BATCH_SIZE = 16;
/** Time slice of a scope: no call starts after it, and remaining jobs are given back. */
const TIME_SLICE_MS = 2_000;
const OUTAGE_PAUSE_MS = 1_000;
/** Maximum pause, whatever Retry-After says. */
const MAX_PAUSE_MS = 60_000;

/**
 * Processes the LLM's queue, round-robin over scopes. Leases jobs of one scope in a short transaction, calls the LLM
 * for one after another outside any transaction, and appends and projects the outcomes in another one.
 */
export class LlmWorker {
  private readonly worker: QueueWorker;
  private readonly requests: LlmRequests;

  constructor(private readonly options: LlmWorkerOptions) {
    const { system, concurrency, now, onError, timeoutMs, callLimits = NO_LIMITS } = options;
    this.requests = new LlmRequests(options);
    // A batch starts calls for at most one timeout, and the last call may take another one.
    const terms = { leaseMs: timeoutMs * 2 + 10_000, jobs: BATCH_SIZE, calls: callLimits };
    this.worker = new QueueWorker({
      ...{ queue: LLM_QUEUE, system, concurrency, now, onError },
      waitMs: () => Math.min(this.requests.waitMs, MAX_PAUSE_MS),
      lease: (turn) => leaseLlmJobs(system, { ...terms, ...turn }),
      work: (jobs) => this.work(jobs),
      // A job that fails a worker otherwise waits for the end of its lease, which counts as a crash.
      isOutage: (error) => isInfrastructureError(system, error),
    });
  }

  start(): void {
    this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async work(jobs: readonly LlmJob[]): Promise<void> {
    failpoint('llm.after-lease');
    const ask = await this.requests.prepare(jobs, this.worker.signal);
    const deadline = performance.now() + Math.min(TIME_SLICE_MS, this.options.timeoutMs);
    const remaining = [...jobs];
    const failed: LlmJob[] = [];
    const results: LlmResult[] = [];
    let outage: unknown;
    while (remaining[0] && outage === undefined && performance.now() < deadline) {
      try {
        const extraction = await ask(remaining[0]);
        if (extraction) results.push({ job: remaining[0], extraction });
        else failed.push(remaining[0]);
        remaining.shift();
      } catch (error) {
        outage = error;
      }
    }
    failpoint('llm.after-answer');
    await this.settle(results);
    failpoint('llm.after-commit');
    await LLM_QUEUE.fail(this.options.system, failed);
    await this.giveBack(remaining, outage);
  }

  /** Projects all outcomes together; if that fails because of one of them, one by one. */
  private async settle(results: readonly LlmResult[]): Promise<void> {
    const [first] = results;
    if (!first) return;
    const { pool, onError } = this.options;
    try {
      await this.project(
        first.job.scopeId,
        results.map(({ extraction }) => extraction),
      );
    } catch (error) {
      if (await isInfrastructureError(pool, error)) throw error;
      if (results.length > 1) {
        for (const one of results) await this.settle([one]);
        return;
      }
      const { job, extraction } = first;
      if (extraction.outcome.state === 'failed') return;
      const failure = failureByError(job, extraction, error);
      if (failure) await this.settle([{ job, extraction: failure }]);
      else onError(error);
    }
  }

  private async project(scopeId: string, extractions: readonly LlmExtraction[]): Promise<void> {
    const { pool, version, now, tracing = Tracing.off } = this.options;
    const traces = extractions.map((extraction) => extraction.traceparent);
    await inSpans(tracing, 'project', traces, () =>
      inLockedScope(inScope(pool, scopeId), scopeId, (tx) =>
        projectLlmExtractions(tx, scopeId, extractions, version, now()),
      ),
    );
  }

  /** Gives back jobs that were not processed, without counting the attempt; after an outage, this loop pauses. */
  private async giveBack(jobs: readonly LlmJob[], outage: unknown): Promise<void> {
    if (outage instanceof TokenBudgetExhausted) {
      if (outage.budget === 'scope') await this.postponeScope(jobs);
      else await this.worker.giveBack(jobs, 0);
      return;
    }
    if (outage !== undefined && !(outage instanceof CircuitOpen)) this.options.onError(outage);
    await this.worker.giveBack(jobs, outage === undefined ? 0 : pauseAfter(outage));
  }

  /** Postpones all due jobs of the scope, so that none is leased in vain. */
  private async postponeScope(jobs: readonly LlmJob[]): Promise<void> {
    const { system, now } = this.options;
    const due = budgetDue(now());
    await LLM_QUEUE.giveBack(system, jobs, due);
    await LLM_QUEUE.postponeScope(system, jobs[0]?.scopeId ?? '', now(), due);
  }
}

/** Pause after an outage: the endpoint's Retry-After, or one second. */
function pauseAfter(outage: unknown): number {
  const retryAfterMs = outage instanceof LlmUnavailable ? outage.retryAfterMs : undefined;
  return Math.min(retryAfterMs ?? OUTAGE_PAUSE_MS, MAX_PAUSE_MS);
}
