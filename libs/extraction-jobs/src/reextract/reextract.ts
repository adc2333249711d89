import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { inScope, type ScopedSql } from '#database/in-scope.js';
import { readStreams } from '#event-store/read-log.js';
import { failpoint } from '#failpoints/failpoints.js';
import { monotonicClock } from '#extraction/pipeline/budget.js';
import { wantsLlm, type LlmPolicy } from '#extraction/llm/policy.js';
import { loadThresholds, type ClaimThresholds } from '#graph/claim-thresholds.js';
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
  /** Pool of the owner, without statement timeout. */
  readonly pool: Pool;
  readonly scopeId: string;
  readonly stages: readonly Stage[];
  /** Which memories the LLM extracts again; never: none, and its earlier observations stay. */
  readonly llmPolicy: LlmPolicy;
  /** Maximum memories extracted per second. */
  readonly rate: number;
  /** Time budget of each stage for a memory, in milliseconds. */
  readonly stageBudgetMs: number;
  readonly now: () => Date;
  readonly onBegin?: (progress: ReextractionProgress & { readonly resumed: boolean }) => void;
  readonly onProgress?: (progress: ReextractionProgress) => void;
  /** Called for a memory that keeps its earlier extraction. */
  readonly onFailed?: (memoryId: string, reason: string) => void;
}

/** Maximum memories per transaction; they are extracted again after a crash. At most one second's worth. */
const MAX_BATCH = 50;

/**
 * Extracts the old memories of a scope again with the current stages. A result that differs from the current extraction
 * is appended as MemoryExtracted of the next generation and projected; otherwise log and graph stay unchanged. Resumes
 * the same request wherever it was interrupted, and may run beside extraction and requests. If a stage or the
 * projection of a memory fails, the memory keeps its earlier extraction.
 * @throws NoSuchScope
 * @throws ReextractionRunning if the scope is being re-extracted elsewhere
 */
export async function reextract(options: ReextractOptions): Promise<ReextractionProgress> {
  const { pool, scopeId, now, onBegin, onProgress } = options;
  return underReextractionLock(pool, scopeId, async () => {
    const sql = inScope(pool, scopeId);
    const begun = await beginReextraction(sql, scopeId, requestOf(options), now());
    onBegin?.(begun);
    const waitForSlot = paceAt(options.rate);
    const thresholds = await loadThresholds(sql);
    let at: Reextraction = begun;
    for (;;) {
      const limit = Math.max(1, Math.min(MAX_BATCH, Math.floor(options.rate)));
      const ids = await nextMemories(sql, scopeId, at.lastMemoryId, options, options.stages, limit);
      if (ids.length === 0) break;
      const runs: ReextractionRun[] = [];
      const priorTurns = await loadTurnsBefore(sql, scopeId, ids);
      for (const memory of await loadMemories(sql, scopeId, ids)) {
        await waitForSlot();
        runs.push(await read(options, memory, priorTurns.get(memory.memoryId) ?? [], thresholds));
      }
      failpoint('reextract.after-reading');
      at = await settlePage(options, sql, runs, { ...at, lastMemoryId: ids.at(-1) ?? at.lastMemoryId });
      failpoint('reextract.after-page');
      onProgress?.(at);
    }
    await endReextraction(sql, scopeId);
    return at;
  });
}

/** Identity of a request: an interrupted run is resumed by one with the same identity. */
function requestOf({ since, olderVersionsOnly, stages, llmPolicy }: ReextractOptions): string {
  const versions = stages.map(({ name, version }) => `${name} ${version}`);
  return JSON.stringify({ since, olderVersionsOnly, versions, llmPolicy });
}

/** Returns a function that resolves at most `rate` times a second, evenly; unused time is not saved up. */
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
  priorTurns: readonly PriorTurn[],
  thresholds: ClaimThresholds,
) {
  const result = await runPipeline(stages, inputOf(memory, priorTurns), monotonicClock, stageBudgetMs);
  const needsLlm = wantsLlm(llmPolicy, { text: memory.text, observations: result.observations }, thresholds);
  return { ...result, memory, wantsLlm: needsLlm };
}

/** Settles a page in one transaction; if that fails because of a memory, one by one. */
async function settlePage(
  options: ReextractOptions,
  sql: ScopedSql,
  runs: readonly ReextractionRun[],
  at: Reextraction,
): Promise<Reextraction> {
  const { scopeId, onFailed } = options;
  const succeeded = runs.filter(({ memory, reports }) => {
    const failed = reports.find(({ state }) => state === 'failed');
    if (failed) onFailed?.(memory.memoryId, failed.error ?? 'failed');
    return !failed;
  });
  let next = { ...at, read: at.read + runs.length, failed: at.failed + runs.length - succeeded.length };
  try {
    return await inLockedScope(sql, scopeId, (tx) => settle(tx, options, succeeded, next));
  } catch (error) {
    if (await isInfrastructureError(options.pool, error)) throw error;
  }
  for (const run of succeeded) {
    const position = { ...next, lastMemoryId: run.memory.memoryId };
    try {
      next = await inLockedScope(sql, scopeId, (tx) => settle(tx, options, [run], position));
    } catch (error) {
      if (await isInfrastructureError(options.pool, error)) throw error;
      onFailed?.(run.memory.memoryId, error instanceof Error ? error.name : 'unknown error');
      next = { ...next, failed: next.failed + 1 };
    }
  }
  next = { ...next, lastMemoryId: at.lastMemoryId };
  await sql.transaction((tx) => moveReextraction(tx, scopeId, next));
  return next;
}

/**
 * Projects differing extractions and moves the progress on. Holds the scope's lock, which every forget takes, so that
 * memories forgotten meanwhile are skipped.
 */
async function settle(
  tx: ClientBase,
  { scopeId, now }: ReextractOptions,
  runs: readonly ReextractionRun[],
  at: Reextraction,
): Promise<Reextraction> {
  const ids = runs.map(({ memory }) => memory.memoryId);
  const open = await lockProjectable(
    tx,
    scopeId,
    runs.map(({ memory }) => memory),
    ['done', 'partial'],
  );
  const events = groupBy(await readStreams(tx, scopeId, ids, ['MemoryExtracted']), (event) => event.streamId);
  const waiting = await waitingForLlm(tx, scopeId, ids);
  const all = runs
    .filter(({ memory }) => open.has(memory.memoryId))
    .map((run) => {
      const { memoryId } = run.memory;
      return supersedeExtraction(run, events.get(memoryId) ?? [], waiting.has(memoryId));
    });
  const differing = all.filter(({ differs }) => differs).map(({ extraction }) => extraction);
  await markTimeouts(() => projectExtraction(tx, scopeId, differing, now()));
  const unchangedForLlm = all.filter(({ differs, extraction }) => !differs && extraction.wantsLlm);
  await settleExtractions(
    tx,
    scopeId,
    unchangedForLlm.map(({ extraction }) => extraction),
  );
  await enqueueForLlm(
    tx,
    scopeId,
    unchangedForLlm.map(({ extraction }) => extraction.memoryId),
    now(),
  );
  const moved = { ...at, changed: at.changed + differing.length };
  await moveReextraction(tx, scopeId, moved);
  failpoint('reextract.before-commit');
  return moved;
}
