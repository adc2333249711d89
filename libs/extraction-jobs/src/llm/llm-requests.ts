import type { Pool } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import { groupBy } from '#contracts/group-by.js';
import type { Observations } from '#contracts/observations.js';
import { inScope } from '#database/in-scope.js';
import { readStreams } from '#event-store/read-log.js';
import { LlmTimeout, LlmUnavailable } from '#extraction/llm/ask-llm.js';
import type { ExtractionInput } from '#extraction/pipeline/stage.js';
import { effectiveObservations } from '#graph/projection/contributions/effective-extractions.js';
import { inputOf, loadMemories, loadTurnsBefore, type PendingMemory } from '#memories/extraction/extraction-state.js';
import { Tracing } from '#tracing/tracing.js';
import { NOOP_OBSERVER } from '../extraction-observer.js';
import { inSpans } from '../trace-extraction.js';
import { LlmCalls, type LlmCallsOptions } from './llm-calls.js';
import { failureByCrashes, failureByError } from './llm-failures.js';
import type { LlmJob } from './llm-jobs.js';
import type { LlmExtraction } from './project-llm-extractions.js';
import { TokenBudgetExhausted } from './token-budgets.js';

export interface LlmRequestsOptions extends LlmCallsOptions {
  /** Pool of the service role, for memories. */
  readonly pool: Pool;
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
   * Loads what jobs of one scope need in three statements, and returns a function that calls the LLM for one of them.
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
    return async (job) => {
      const { memoryId } = job;
      const memory = memories.get(memoryId);
      if (!memory) {
        return { memoryId, createdAt: 0n, outcome: { state: 'skipped', reason: 'forgotten' }, durationMs: 0 };
      }
      const earlier = events.get(memoryId) ?? [];
      const trace = traceOf(earlier);
      const input = inputOf(memory, priorTurns.get(memoryId));
      const extraction = await this.ask(
        job,
        { memory, input, found: effectiveObservations(earlier) },
        trace.traceparent,
        signal,
      );
      return extraction && { ...extraction, ...trace };
    };
  }

  private async ask(
    job: LlmJob,
    { memory: { createdAt }, input, found }: LlmRequest,
    traceparent: string | undefined,
    stopping: AbortSignal,
  ): Promise<LlmExtraction | null> {
    const failure = failureByCrashes(job, createdAt);
    if (failure) return failure;
    const startedAt = performance.now();
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(this.options.timeoutMs)]);
    try {
      const { tracing = Tracing.off, observer = NOOP_OBSERVER } = this.options;
      const outcome = await inSpans(
        tracing,
        'stage llm',
        [traceparent],
        () => this.calls.ask(job.scopeId, input, found, signal),
        ({ state }) => ({ 'engraph.stage.state': state }),
      );
      const durationMs = performance.now() - startedAt;
      observer.stageRan({ stage: 'llm', state: outcome.state, duration_ms: durationMs });
      return { memoryId: job.memoryId, createdAt, outcome, durationMs };
    } catch (error) {
      if (stopping.aborted || isOutage(error)) throw error;
      const last = failureByError(job, createdAt, error);
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
