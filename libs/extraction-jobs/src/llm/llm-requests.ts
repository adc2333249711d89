import type { Pool } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import { groupBy } from '#contracts/group-by.js';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import { inScope } from '#database/in-scope.js';
import { readStreams } from '#event-store/read-log.js';
import { LlmTimeout, LlmUnavailable } from '#extraction/llm/ask-llm.js';
import type { ExtractionInput } from '#extraction/pipeline/stage.js';
import type { LlmPolicy } from '#extraction/llm/policy.js';
import type { LlmTask } from '#extraction/llm/llm-task.js';
import { loadThresholds } from '#graph/claim-thresholds.js';
import {
  effectiveObservations,
  extractionsOf,
  readingNumberOf,
} from '#graph/projection/contributions/effective-extractions.js';
import { inputOf, loadMemories, loadTurnsBefore, type PendingMemory } from '#memories/extraction/extraction-state.js';
import { withTimeLimit } from '#inference/time-limit.js';
import { Tracing } from '#tracing/tracing.js';
import { NOOP_OBSERVER } from '../extraction-observer.js';
import { inSpans } from '../trace-extraction.js';
import { stagedObservations, taskOf } from './llm-tasks.js';
import { LlmCalls, type LlmCallsOptions } from './llm-calls.js';
import { failureByCrashes, failureByError } from './llm-failures.js';
import type { LlmJob } from './llm-jobs.js';
import type { LlmExtraction } from './project-llm-extractions.js';
import { TokenBudgetExhausted } from './token-budgets.js';

export interface LlmRequestsOptions extends LlmCallsOptions {
  /** Pool of the service role, for memories. */
  readonly pool: Pool;
  /** What the LLM is asked about a memory; absent: everything. */
  readonly policy?: LlmPolicy;
  readonly timeoutMs: number;
  readonly onError: (error: unknown) => void;
  readonly tracing?: Tracing;
}

/** A memory, its input for the LLM, and what to ask. */
interface LlmRequest {
  readonly memory: PendingMemory;
  readonly input: ExtractionInput;
  readonly task: LlmTask;
}

/** Stands for a memory that is not there to be read. */
const NOT_READ = { reading: 0, createdAt: 0n };

/** Calls the LLM for memories with jobs. */
export class LlmRequests {
  private readonly calls: LlmCalls;

  constructor(private readonly options: LlmRequestsOptions) {
    this.calls = new LlmCalls(options);
  }

  /** Milliseconds for which no scope may call the LLM; 0 if one may now. */
  get waitMs(): number {
    return this.calls.waitMs;
  }

  /**
   * Loads what jobs of one scope need in a few statements, and returns a function that calls the LLM for one of them.
   * It returns null if the stage failed on the memory or timed out: the memory is tried again when its lease ends. It
   * throws LlmUnavailable, TokenBudgetExhausted, and any error after the signal aborted.
   */
  async prepare(jobs: readonly LlmJob[], signal: AbortSignal): Promise<(job: LlmJob) => Promise<LlmExtraction | null>> {
    const scopeId = jobs[0]?.scopeId ?? '';
    const sql = inScope(this.options.pool, scopeId);
    const ids = jobs.map((job) => job.memoryId);
    const memories = new Map((await loadMemories(sql, scopeId, ids)).map((memory) => [memory.memoryId, memory]));
    const priorTurns = await loadTurnsBefore(sql, scopeId, ids);
    const events = groupBy(await readStreams(sql, scopeId, ids, ['MemoryExtracted']), (event) => event.streamId);
    const staged = await stagedObservations(sql, scopeId, events);
    const thresholds = await loadThresholds(sql);
    const { policy = 'always' } = this.options;
    return async (job) => {
      const { memoryId } = job;
      const memory = memories.get(memoryId);
      const earlier = events.get(memoryId) ?? [];
      // A memory that was just changed has a new job once its new text is extracted.
      if (!memory || !extractionsOf(earlier).some((extraction) => readingNumberOf(extraction) === memory.reading)) {
        return { memoryId, ...NOT_READ, outcome: { state: 'skipped', reason: 'forgotten' }, durationMs: 0 };
      }
      const trace = traceOf(earlier);
      const input = inputOf(memory, priorTurns.get(memoryId));
      const observations = staged.get(memoryId) ?? NO_OBSERVATIONS;
      const task = taskOf(policy, { ...input, observations }, effectiveObservations(earlier), thresholds);
      const extraction = await this.ask(job, { memory, input, task }, trace.traceparent, signal);
      return extraction && { ...extraction, ...trace };
    };
  }

  private async ask(
    job: LlmJob,
    { memory: { reading, createdAt }, input, task }: LlmRequest,
    traceparent: string | undefined,
    stopping: AbortSignal,
  ): Promise<LlmExtraction | null> {
    const failure = failureByCrashes(job, { reading, createdAt });
    if (failure) return failure;
    const startedAt = performance.now();
    try {
      const { tracing = Tracing.off, observer = NOOP_OBSERVER } = this.options;
      const outcome = await inSpans(
        tracing,
        'stage llm',
        [traceparent],
        () =>
          withTimeLimit(this.options.timeoutMs, stopping, (signal) => this.calls.ask(job.scopeId, input, task, signal)),
        ({ state, version }) => ({
          'engraph.stage.state': state,
          ...(version === undefined ? {} : { 'engraph.stage.version': version }),
        }),
      );
      const durationMs = performance.now() - startedAt;
      observer.stageRan({ stage: 'llm', state: outcome.state, duration_ms: durationMs });
      return { memoryId: job.memoryId, reading, createdAt, outcome, durationMs };
    } catch (error) {
      if (stopping.aborted || isOutage(error)) throw error;
      const last = failureByError(job, { reading, createdAt }, error);
      if (!last) this.options.onError(error);
      return last;
    }
  }
}

/**
 * Whether the endpoint or a budget is at fault. A timeout counts as an attempt at its memory: one that always times out
 * must not be retried forever.
 */
function isOutage(error: unknown): boolean {
  return error instanceof TokenBudgetExhausted || (error instanceof LlmUnavailable && !(error instanceof LlmTimeout));
}

/** Trace of the earlier stages. */
function traceOf(earlier: readonly StoredEvent[]): { readonly traceparent?: string } {
  const traceparent = earlier.at(-1)?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}
