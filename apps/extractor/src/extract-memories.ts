import { setImmediate } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Pool, PoolClient } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import { groupBy } from '#contracts/group-by.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { inScope, type ScopedSql } from '#database/in-scope.js';
import { appendEvents } from '#event-store/append-events.js';
import { monotonicClock } from '#extraction/budget.js';
import { wantsLlm, type LlmPolicy } from '#extraction/llm/policy.js';
import { runPipeline } from '#extraction/pipeline.js';
import type { PriorTurn, Stage } from '#extraction/stage.js';
import { linkSimilar } from '#graph/links/similar-memories.js';
import { lockScope } from '#graph/projection/project-memories.js';
import { indexMemories } from '#graph/search/index-memories.js';
import { storeVectors, type MemoryVector } from '#graph/search/memory-vectors.js';
import type { Embedder } from '#embeddings/embedder.js';
import { Tracing } from '#telemetry/tracing.js';
import {
  countAttempt,
  countFirstAttempts,
  failExtraction,
  inputOf,
  loadMemories,
  loadTurnsBefore,
  lockProjectable,
  slicesOfText,
  type PendingMemory,
} from './extraction-rows.js';
import { NOBODY, type ExtractionObserver } from './extraction-observer.js';
import { liesOutside, timed } from './infrastructure-fault.js';
import { projectExtraction, type Extraction } from './project-extraction.js';
import { hasEnded } from './standing.js';
import { embedExtracted, vectorsDue } from './embed-memories.js';
import { ExtractionTraces } from './trace-extraction.js';

export interface ExtractMemoriesOptions {
  readonly pool: Pool;
  readonly stages: readonly Stage[];
  /** never: no LLM is configured, or the deployment does not want it. */
  readonly llmPolicy: LlmPolicy;
  /** Makes the vectors of memories; null or absent: none are made. */
  readonly embedder?: Embedder | null;
  /** Scopes worked on at the same time, of all chunks in hand. */
  readonly concurrency: number;
  readonly now: () => Date;
  /** Time that each stage may take over a memory, where not the usual. */
  readonly stageBudgetMs?: number | undefined;
  readonly onPoison: (memoryId: string, reason: string) => void;
  readonly observer?: ExtractionObserver;
  readonly tracing?: Tracing;
}

/** Text in hand at a time, of one scope; a memory that is larger goes alone. */
const SLICE_BYTES = 4 * 1024 * 1024;

/** Attempts after which a memory that fails by itself, or takes the process down with it, is parked. */
export const MAX_ATTEMPTS = 3;

/**
 * Extracts the memories of MemoryEncoded events: stages, event and projection, one transaction per scope. Every
 * event may come again, in any order: a memory that is not pending is left alone.
 */
export class ExtractMemories {
  /**
   * Memories whose attempt was counted and which this process has not settled: a fault of the infrastructure in
   * between must not count as another attempt.
   */
  private readonly counted = new Map<string, number>();
  /**
   * One at a time of those that were begun before, whatever their scopes and chunks: any of them may take the process
   * down, and none may be charged with the attempts of another.
   */
  private readonly suspects = pLimit(1);

  private readonly scopes: LimitFunction;
  private readonly traces: ExtractionTraces;

  constructor(private readonly options: ExtractMemoriesOptions) {
    this.scopes = pLimit(options.concurrency);
    this.traces = new ExtractionTraces(options.tracing ?? Tracing.off);
  }

  /**
   * Resolves when every memory of the chunk is extracted, parked, or was settled before.
   * @throws an error of the infrastructure, which says nothing about the memories: give the chunk again later
   */
  async handle(events: readonly StoredEvent[]): Promise<void> {
    const encoded = events.filter((event) => event.type === 'MemoryEncoded');
    const scopes = groupBy(encoded, (event) => event.scope.scopeId);
    const endTraces = this.traces.take(encoded);
    const runs = await Promise.allSettled(
      [...scopes].map(([scopeId, own]) =>
        this.scopes(() =>
          this.extractScope(
            scopeId,
            own.map((event) => event.streamId),
          ),
        ),
      ),
    );
    const failed = runs.find((run) => run.status === 'rejected');
    endTraces(failed?.reason);
    if (failed) throw failed.reason;
  }

  /** New memories go together; those that were begun before go one by one, each counted just before it is tried. */
  private async extractScope(scopeId: string, memoryIds: readonly string[]): Promise<void> {
    const unique = [...new Set(memoryIds)];
    const { fresh, begun } = await this.begin(scopeId, unique);
    for (const slice of await slicesOfText(this.rows(scopeId), scopeId, fresh, SLICE_BYTES)) {
      if (await this.tryTogether(scopeId, slice)) continue;
      for (const id of slice) await this.extractAlone(scopeId, id);
    }
    for (const id of begun) await this.suspects(() => this.extractAlone(scopeId, id));
    for (const id of unique) this.counted.delete(id);
  }

  private async begin(scopeId: string, memoryIds: readonly string[]): Promise<{ fresh: string[]; begun: string[] }> {
    const uncounted = memoryIds.filter((id) => !this.counted.has(id));
    const pending = await countFirstAttempts(this.rows(scopeId), scopeId, uncounted);
    for (const [id, first] of pending) if (first) this.counted.set(id, 1);
    const fresh = memoryIds.filter((id) => this.counted.get(id) === 1);
    const begun = memoryIds.filter((id) => pending.get(id) === false || (this.counted.get(id) ?? 0) > 1);
    return { fresh, begun };
  }

  /** False when the transaction failed for a reason that lies in one of the memories. */
  private async tryTogether(scopeId: string, memoryIds: readonly string[]): Promise<boolean> {
    try {
      await this.extract(scopeId, memoryIds);
      return true;
    } catch (error) {
      if (await liesOutside(this.options.pool, error)) throw error;
      return false;
    }
  }

  private async extractAlone(scopeId: string, memoryId: string): Promise<void> {
    let attempts = this.counted.get(memoryId) ?? (await this.count(scopeId, memoryId));
    while (attempts !== null) {
      if (attempts > MAX_ATTEMPTS) return this.park(scopeId, memoryId, 'the process ended while it was extracted');
      try {
        await this.extract(scopeId, [memoryId]);
        return;
      } catch (error) {
        if (await liesOutside(this.options.pool, error)) throw error;
        if (attempts === MAX_ATTEMPTS) return this.park(scopeId, memoryId, reasonOf(error));
      }
      attempts = await this.count(scopeId, memoryId);
    }
  }

  private async count(scopeId: string, memoryId: string): Promise<number | null> {
    const attempts = await countAttempt(this.rows(scopeId), scopeId, memoryId);
    if (attempts !== null) this.counted.set(memoryId, attempts);
    return attempts;
  }

  /** Stages first, outside the transaction; then lock, recheck, append and project in one. */
  private async extract(scopeId: string, memoryIds: readonly string[]): Promise<void> {
    const memories = await loadMemories(this.rows(scopeId), scopeId, memoryIds);
    const before = await loadTurnsBefore(this.rows(scopeId), scopeId, memoryIds);
    const extractions: Extraction[] = [];
    for (const memory of memories) {
      extractions.push(await this.runStages(memory, before.get(memory.memoryId) ?? []));
      // A memory may take the stages seconds: requests and heartbeats get their turn in between.
      await setImmediate();
    }
    if (extractions.length === 0) return;
    const vectors = await embedExtracted(this.options.embedder ?? null, memories, extractions);
    await this.traces.projecting(memoryIds, () => this.project(scopeId, memories, extractions, vectors));
  }

  private async project(
    scopeId: string,
    memories: readonly PendingMemory[],
    extractions: readonly Extraction[],
    vectors: readonly MemoryVector[],
  ): Promise<void> {
    await this.rows(scopeId).transaction(async (tx) => {
      await lockScope(tx, scopeId);
      const memoryIds = memories.map((memory) => memory.memoryId);
      const open = await lockProjectable(tx, scopeId, memoryIds, ['pending']);
      const projectable = extractions.filter((e) => open.has(e.memoryId));
      await timed(() => projectExtraction(tx, scopeId, projectable, this.options.now()));
      await indexMemories(
        tx,
        scopeId,
        memories.filter((memory) => open.has(memory.memoryId)),
      );
      await this.storeVectors(
        tx,
        scopeId,
        vectors.filter(({ memoryId }) => open.has(memoryId)),
      );
      await linkSimilar(tx, scopeId, [...open], BigInt(this.options.now().getTime()) * 1_000_000n);
    });
  }

  private async storeVectors(tx: PoolClient, scopeId: string, vectors: readonly MemoryVector[]): Promise<void> {
    const { embedder, now } = this.options;
    if (embedder) await storeVectors(tx, scopeId, embedder.version, vectors, now());
  }

  private rows(scopeId: string): ScopedSql {
    return inScope(this.options.pool, scopeId);
  }

  private async runStages(memory: PendingMemory, before: readonly PriorTurn[]): Promise<Extraction> {
    const stages = this.traces.stages(memory.memoryId, this.options.stages);
    const { observations, reports } = await runPipeline(
      stages,
      inputOf(memory, before),
      monotonicClock,
      this.options.stageBudgetMs,
    );
    const { observer = NOBODY } = this.options;
    for (const report of reports) observer.stageRan(report);
    const asksLlm = wantsLlm(this.options.llmPolicy, { text: memory.text, observations });
    const complete = !asksLlm && reports.every(hasEnded);
    return {
      memoryId: memory.memoryId,
      createdAt: memory.createdAt,
      stages: reports,
      standing: reports,
      generation: 0,
      found: observations,
      all: observations,
      state: complete ? 'done' : 'partial',
      wantsLlm: asksLlm,
      traceparent: this.traces.of(memory.memoryId),
    };
  }

  /** The dead letter is an event like any other: the relay takes it to its topic. The memory is found by its words. */
  private async park(scopeId: string, memoryId: string, reason: string): Promise<void> {
    const parked = await this.rows(scopeId).transaction(async (tx) => {
      await lockScope(tx, scopeId);
      const attempts = await failExtraction(tx, scopeId, memoryId, reason);
      if (attempts === null) return false;
      const data = { memory_id: memoryIdOfUuid(memoryId), attempts, reason };
      const traceparent = this.traces.of(memoryId);
      await appendEvents(tx, [{ type: 'MemoryExtractionFailed', scopeId, streamId: memoryId, traceparent, data }]);
      const active = await loadMemories(tx, scopeId, [memoryId]);
      await indexMemories(tx, scopeId, active);
      await this.storeVectors(tx, scopeId, vectorsDue(active));
      return true;
    });
    if (parked) this.options.onPoison(memoryId, reason);
  }
}

/** Class and SQLSTATE of an error: its message may quote the memory. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
