import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { inScope, type ScopedSql } from '#database/in-scope.js';
import { readStreams } from '#event-store/read-log.js';
import { failpoint } from '#failpoints/failpoints.js';
import { monotonicClock } from '#extraction/pipeline/budget.js';
import { wantsLlm, type LlmPolicy } from '#extraction/llm/policy.js';
import { runPipeline } from '#extraction/pipeline.js';
import type { PriorTurn, Stage } from '#extraction/pipeline/stage.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import {
  enqueueForLlm,
  inputOf,
  loadMemories,
  loadTurnsBefore,
  lockProjectable,
  settleExtractions,
  type PendingMemory,
} from '#memories/extraction/extraction-state.js';
import { isInfrastructureError, markTimeouts } from '../infrastructure-error.js';
import { projectExtraction } from '../project-extraction.js';
import { supersedeExtraction, type ReextractionRun } from './supersede-extraction.js';
import {
  beginReextraction,
  endReextraction,
  moveReextraction,
  nextMemories,
  waitingForLlm,
  type Reextraction,
  type ReextractionProgress,
  type Selection,
} from './reextraction-rows.js';
import { underReextractionLock } from './reextraction-lock.js';

export interface ReextractOptions extends Selection {
  /** Of the owner: its work has no limit of time for a statement. */
  readonly pool: Pool;
  readonly scopeId: string;
  readonly stages: readonly Stage[];
  /** Which memories the LLM is to read again; never: what it found stays, and it is asked about none. */
  readonly llmPolicy: LlmPolicy;
  /** Most memories that are read in a second. */
  readonly rate: number;
  /** Milliseconds that each stage may take over a memory. */
  readonly stageBudgetMs: number;
  readonly now: () => Date;
  readonly onBegin?: (progress: ReextractionProgress & { readonly resumed: boolean }) => void;
  readonly onProgress?: (progress: ReextractionProgress) => void;
  /** Told of a memory that kept what was known of it. */
  readonly onFailed?: (memoryId: string, reason: string) => void;
}

/** Memories of one transaction, which are read again after a crash: at most a second's worth. */
const MAX_BATCH = 50;

/**
 * Reads the old memories of a scope with the present stages. A reading that differs from the one that stands is
 * appended as MemoryExtracted of the next generation and projected; another leaves log and graph as they are. Goes on
 * where the same request was cut off, at any point; may run beside extraction and requests. A memory that a stage fails
 * on, or that cannot be projected, keeps what is known of it.
 * @throws NoSuchScope; ReextractionRunning where the scope's is under way elsewhere
 */
export async function reextract(options: ReextractOptions): Promise<ReextractionProgress> {
  const { pool, scopeId, now, onBegin, onProgress } = options;
  return underReextractionLock(pool, scopeId, async () => {
    const sql = inScope(pool, scopeId);
    const begun = await beginReextraction(sql, scopeId, requestOf(options), now());
    onBegin?.(begun);
    const turns = paceAt(options.rate);
    let at: Reextraction = begun;
    for (;;) {
      const limit = Math.max(1, Math.min(MAX_BATCH, Math.floor(options.rate)));
      const ids = await nextMemories(sql, scopeId, at.afterMemory, options, options.stages, limit);
      if (ids.length === 0) break;
      const readings: ReextractionRun[] = [];
      const before = await loadTurnsBefore(sql, scopeId, ids);
      for (const memory of await loadMemories(sql, scopeId, ids)) {
        await turns();
        readings.push(await read(options, memory, before.get(memory.memoryId) ?? []));
      }
      failpoint('reextract.after-reading');
      at = await settlePage(options, sql, readings, { ...at, afterMemory: ids.at(-1) ?? at.afterMemory });
      failpoint('reextract.after-page');
      onProgress?.(at);
    }
    await endReextraction(sql, scopeId);
    return at;
  });
}

/** What makes two runs the same one: the second goes on where the first was cut off. */
function requestOf({ since, olderVersionsOnly, stages, llmPolicy }: ReextractOptions): string {
  const versions = stages.map(({ name, version }) => `${name} ${version}`);
  return JSON.stringify({ since, olderVersionsOnly, versions, llmPolicy });
}

/** Resolves `rate` times a second, evenly: what was not used is not saved up. */
function paceAt(rate: number): () => Promise<void> {
  const interval = 1_000 / rate;
  let next = 0;
  return async () => {
    const wait = next - performance.now();
    if (wait > 0) await delay(wait);
    next = Math.max(next, performance.now()) + interval;
  };
}

async function read(
  { stages, llmPolicy, stageBudgetMs }: ReextractOptions,
  memory: PendingMemory,
  before: readonly PriorTurn[],
) {
  const result = await runPipeline(stages, inputOf(memory, before), monotonicClock, stageBudgetMs);
  const asksLlm = wantsLlm(llmPolicy, { text: memory.text, observations: result.observations });
  return { ...result, memory, wantsLlm: asksLlm };
}

/** All of a page in one transaction; where that fails for a reason that lies in a memory, one by one. */
async function settlePage(
  options: ReextractOptions,
  sql: ScopedSql,
  readings: readonly ReextractionRun[],
  at: Reextraction,
): Promise<Reextraction> {
  const { scopeId, onFailed } = options;
  const usable = readings.filter(({ memory, reports }) => {
    const failed = reports.find(({ state }) => state === 'failed');
    if (failed) onFailed?.(memory.memoryId, failed.error ?? 'failed');
    return !failed;
  });
  let next = { ...at, read: at.read + readings.length, failed: at.failed + readings.length - usable.length };
  try {
    return await inLockedScope(sql, scopeId, (tx) => settle(tx, options, usable, next));
  } catch (error) {
    if (await isInfrastructureError(options.pool, error)) throw error;
  }
  for (const reading of usable) {
    const place = { ...next, afterMemory: reading.memory.memoryId };
    try {
      next = await inLockedScope(sql, scopeId, (tx) => settle(tx, options, [reading], place));
    } catch (error) {
      if (await isInfrastructureError(options.pool, error)) throw error;
      onFailed?.(reading.memory.memoryId, error instanceof Error ? error.name : 'unknown error');
      next = { ...next, failed: next.failed + 1 };
    }
  }
  next = { ...next, afterMemory: at.afterMemory };
  await sql.transaction((tx) => moveReextraction(tx, scopeId, next));
  return next;
}

/** What was forgotten meanwhile stays so: the scope's lock is the one that every forget takes. */
async function settle(
  tx: ClientBase,
  { scopeId, now }: ReextractOptions,
  readings: readonly ReextractionRun[],
  at: Reextraction,
): Promise<Reextraction> {
  const ids = readings.map(({ memory }) => memory.memoryId);
  const open = await lockProjectable(tx, scopeId, ids, ['done', 'partial']);
  const events = groupBy(await readStreams(tx, scopeId, ids, ['MemoryExtracted']), (event) => event.streamId);
  const waiting = await waitingForLlm(tx, scopeId, ids);
  const all = readings
    .filter(({ memory }) => open.has(memory.memoryId))
    .map((reading) => {
      const { memoryId } = reading.memory;
      return supersedeExtraction(reading, events.get(memoryId) ?? [], waiting.has(memoryId));
    });
  const differing = all.filter(({ differs }) => differs).map(({ extraction }) => extraction);
  await markTimeouts(() => projectExtraction(tx, scopeId, differing, now()));
  const asked = all.filter(({ differs, extraction }) => !differs && extraction.wantsLlm);
  await settleExtractions(
    tx,
    scopeId,
    asked.map(({ extraction }) => extraction),
  );
  await enqueueForLlm(
    tx,
    scopeId,
    asked.map(({ extraction }) => extraction.memoryId),
    now(),
  );
  const moved = { ...at, changed: at.changed + differing.length };
  await moveReextraction(tx, scopeId, moved);
  failpoint('reextract.before-commit');
  return moved;
}
