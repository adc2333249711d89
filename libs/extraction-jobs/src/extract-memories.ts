import { setImmediate } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { nanosOfDate } from '#contracts/clock.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { StoredEvent } from '#contracts/events.js';
import { inScope, type ScopedSql } from '#database/in-scope.js';
import { appendEvents } from '#event-store/append-events.js';
import { monotonicClock } from '#extraction/pipeline/budget.js';
import { wantsLlm, type LlmPolicy } from '#extraction/llm/policy.js';
import { EVERY_CLAIM_IS_A_FACT, loadThresholds, type ClaimThresholds } from '#graph/claim-thresholds.js';
import { runPipeline } from '#extraction/pipeline.js';
import { LONG_TEXT } from '#extraction/pipeline/event-loop-yielder.js';
import { ownLoopIteration, whileLongWorkWaits } from '#fairness/event-loop-queue.js';
import type { PriorTurn, Stage } from '#extraction/pipeline/stage.js';
import { linkSimilar } from '#memories/links/similar-memories.js';
import { lockScope } from '#database/in-locked-scope.js';
import { indexMemories, type SearchDocument } from '#search/lexical/index-memories.js';
import { documentTermsInTurns } from '#search/terms/terms.js';
import { storeVectors, type MemoryVector } from '#search/vectors/memory-vectors.js';
import type { Embedder } from '#embeddings/embedder.js';
import { Tracing } from '#tracing/tracing.js';
import { failpoint } from '#failpoints/failpoints.js';
import {
  countAttempt,
  failExtraction,
  inputOf,
  loadMemories,
  loadReading,
  loadTurnsBefore,
  lockProjectable,
  type PendingMemory,
} from '#memories/extraction/extraction-state.js';
import { NOOP_OBSERVER, type ExtractionObserver } from './extraction-observer.js';
import { isInfrastructureError, markTimeouts } from './infrastructure-error.js';
import { projectExtraction, type Extraction } from './project-extraction.js';
import { isFinished } from '#memories/extraction/current-extraction.js';
import { embedExtracted, vectorsDue } from './embed-extracted.js';
import { ExtractionTraces } from './trace-extraction.js';

export interface ExtractMemoriesOptions {
  readonly pool: Pool;
  readonly stages: readonly Stage[];
  /** `never` if no LLM is configured or the deployment does not want it. */
  readonly llmPolicy: LlmPolicy;
  /** Embedding model; null or absent: no vectors are made. */
  readonly embedder?: Embedder | null;
  readonly now: () => Date;
  /** Time budget of each stage for a memory, if not the default. */
  readonly stageBudgetMs?: number | undefined;
  readonly onPoison: (memoryId: string, reason: string) => void;
  readonly observer?: ExtractionObserver;
  readonly tracing?: Tracing;
  /** Maximum wait for the scope's lock; after that other scopes are worked on. */
  readonly lockWaitMs?: number;
  /** Version of the program and its stages: a parked memory is tried again by another version. */
  readonly version?: string;
}

/** Failed attempts after which a memory is parked. */
export const MAX_ATTEMPTS = 3;
const LOCK_WAIT_MS = 1_000;

/**
 * Extracts memories: runs the stages, appends the event and projects it. Memories of a scope in one batch share a
 * transaction. Memories that are not pending are skipped, so a memory that two workers receive is extracted once.
 */
export class ExtractMemories {
  private readonly traces: ExtractionTraces;

  constructor(private readonly options: ExtractMemoriesOptions) {
    this.traces = new ExtractionTraces(options.tracing ?? Tracing.off);
  }

  /** Records the traces of memories from their events, before the memories are extracted. */
  heard(events: readonly StoredEvent[]): void {
    this.traces.heard(events);
  }

  /**
   * Extracts memories of a scope whose first attempt is already counted. Resolves when each is extracted or parked, or
   * was settled before.
   * @throws an infrastructure error, which says nothing about the memories: try again later
   */
  async extractScope(scopeId: string, memoryIds: readonly string[]): Promise<void> {
    await this.traces.follow(this.rows(scopeId), scopeId, memoryIds, async () => {
      if (await this.tryTogether(scopeId, memoryIds)) return;
      for (const id of memoryIds) await this.tryAlone(scopeId, id);
    });
  }

  /** As `extractScope`, for one memory whose attempt is already counted. @throws an infrastructure error */
  async extractAlone(scopeId: string, memoryId: string): Promise<void> {
    await this.traces.follow(this.rows(scopeId), scopeId, [memoryId], () => this.tryAlone(scopeId, memoryId));
  }

  /** Extracts all memories in one transaction. False if it failed because of one of the memories. */
  private async tryTogether(scopeId: string, memoryIds: readonly string[]): Promise<boolean> {
    try {
      await this.extract(scopeId, memoryIds);
      return true;
    } catch (error) {
      if (await isInfrastructureError(this.options.pool, error)) throw error;
      return false;
    }
  }

  private async tryAlone(scopeId: string, memoryId: string): Promise<void> {
    const reading = await loadReading(this.rows(scopeId), scopeId, memoryId);
    for (let failed = 0; failed < MAX_ATTEMPTS;) {
      if (failed > 0 && !(await countAttempt(this.rows(scopeId), scopeId, memoryId))) return;
      try {
        await this.extract(scopeId, [memoryId]);
        return;
      } catch (error) {
        if (await isInfrastructureError(this.options.pool, error)) throw error;
        failed += 1;
        if (failed >= MAX_ATTEMPTS) await this.park(scopeId, memoryId, reasonOf(error), reading);
      }
    }
  }

  /** Runs the stages outside the transaction; then locks, rechecks, appends and projects in one transaction. */
  private async extract(scopeId: string, memoryIds: readonly string[]): Promise<void> {
    const memories = await loadMemories(this.rows(scopeId), scopeId, memoryIds);
    const isShort = memories.every(({ text }) => text.length <= LONG_TEXT);
    const work = () => this.extractLoaded(scopeId, memoryIds, memories);
    await (isShort ? whileLongWorkWaits(work) : work());
  }

  private async extractLoaded(
    scopeId: string,
    memoryIds: readonly string[],
    memories: readonly PendingMemory[],
  ): Promise<void> {
    const priorTurns = await loadTurnsBefore(this.rows(scopeId), scopeId, memoryIds);
    const thresholds = await this.thresholds(scopeId);
    const extractions: Extraction[] = [];
    for (const memory of memories) {
      extractions.push(await this.runStages(memory, priorTurns.get(memory.memoryId) ?? [], thresholds));
      // The stages may take seconds per memory: yield to requests and heartbeats in between.
      await setImmediate();
    }
    if (extractions.length === 0) return;
    const vectors = await embedExtracted(this.options.embedder ?? null, memories, extractions);
    const documents = await documentsOf(memories);
    failpoint('extract.before-projection');
    await this.traces.projecting(memoryIds, () => this.project(scopeId, documents, extractions, vectors));
    failpoint('extract.after-commit');
  }

  private async project(
    scopeId: string,
    documents: readonly SearchDocument[],
    extractions: readonly Extraction[],
    vectors: readonly MemoryVector[],
  ): Promise<void> {
    await this.rows(scopeId).transaction(async (tx) => {
      await lockScope(tx, scopeId, this.options.lockWaitMs ?? LOCK_WAIT_MS);
      const projectableIds = await lockProjectable(tx, scopeId, extractions, ['pending']);
      const projectable = extractions.filter((e) => projectableIds.has(e.memoryId));
      await markTimeouts(() => projectExtraction(tx, scopeId, projectable, this.options.now()));
      await indexMemories(
        tx,
        scopeId,
        documents.filter(({ memoryId }) => projectableIds.has(memoryId)),
      );
      await this.storeVectors(
        tx,
        scopeId,
        vectors.filter(({ memoryId }) => projectableIds.has(memoryId)),
      );
      failpoint('extract.before-links');
      await linkSimilar(tx, scopeId, [...projectableIds], nanosOfDate(this.options.now()));
      failpoint('extract.before-commit');
    });
  }

  private async storeVectors(tx: PoolClient, scopeId: string, vectors: readonly MemoryVector[]): Promise<void> {
    const { embedder, now } = this.options;
    if (embedder) await storeVectors(tx, scopeId, embedder.version, vectors, now());
  }

  /** Thresholds of the graph; they matter only where candidates are queued for the LLM. */
  private async thresholds(scopeId: string): Promise<ClaimThresholds> {
    return this.options.llmPolicy === 'uncertain' ? loadThresholds(this.rows(scopeId)) : EVERY_CLAIM_IS_A_FACT;
  }

  private rows(scopeId: string): ScopedSql {
    return inScope(this.options.pool, scopeId);
  }

  private async runStages(
    memory: PendingMemory,
    priorTurns: readonly PriorTurn[],
    thresholds: ClaimThresholds,
  ): Promise<Extraction> {
    const stages = this.traces.stages(memory.memoryId, this.options.stages);
    const { observations, reports } = await runPipeline(
      stages,
      inputOf(memory, priorTurns),
      monotonicClock,
      this.options.stageBudgetMs,
    );
    const { observer = NOOP_OBSERVER } = this.options;
    for (const report of reports) observer.stageRan(report);
    const needsLlm = wantsLlm(this.options.llmPolicy, { text: memory.text, observations }, thresholds);
    const complete = !needsLlm && reports.every(isFinished);
    return {
      memoryId: memory.memoryId,
      reading: memory.reading,
      createdAt: memory.createdAt,
      stages: reports,
      effectiveReports: reports,
      generation: 0,
      found: observations,
      all: observations,
      state: complete ? 'done' : 'partial',
      wantsLlm: needsLlm,
      traceparent: this.traces.of(memory.memoryId),
    };
  }

  /**
   * Parks a memory until a new version of the program tries it. The dead letter is an event, which the relay publishes
   * to its topic. The memory stays searchable by its text. A memory that was forgotten or changed meanwhile is skipped.
   * @param tried reading that failed; by default the latest
   */
  async park(scopeId: string, memoryId: string, reason: string, tried?: number): Promise<void> {
    const reading = tried ?? (await loadReading(this.rows(scopeId), scopeId, memoryId));
    const parked = await this.rows(scopeId).transaction(async (tx) => {
      await lockScope(tx, scopeId, this.options.lockWaitMs ?? LOCK_WAIT_MS);
      const attempts = await failExtraction(tx, scopeId, { memoryId, reading }, reason, this.options.version ?? '');
      if (attempts === null) return false;
      const data = { memory_id: memoryIdOfUuid(memoryId), attempts, reason, ...(reading > 1 && { reading }) };
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

/**
 * Builds the search documents. Terms of long texts are counted before the transaction, which blocks readers of the log
 * of all scopes.
 */
async function documentsOf(memories: readonly PendingMemory[]): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  for (const { memoryId, text, speaker } of memories) {
    const terms = text.length > LONG_TEXT ? await documentTermsInTurns(text, speaker, ownLoopIteration) : undefined;
    documents.push({ memoryId, text, speaker, terms });
  }
  return documents;
}

/** Class and SQLSTATE of an error; its message may quote the memory. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
