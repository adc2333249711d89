import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import type { Scope } from '#contracts/scope.js';
import { readStreams } from '#event-store/read-log.js';
import { groupBy } from '#contracts/group-by.js';
import { lockScope } from '#database/in-locked-scope.js';
import { ExtractMemories, type ExtractMemoriesOptions } from '#extraction-jobs/extract-memories.js';
import { unmarkInProgress, markInProgress } from '#memories/extraction/waiting-memories.js';
import { encodeMemories, encodeRow } from '../event-store/store-setup.js';
import { PATIENT } from '../harness/patient.js';
import { until } from '../harness/until.js';
import { capitals } from './capitals.js';

export interface TestExtractor {
  /** Extracts the memories of these events and no others; throws on a fault of the infrastructure. */
  handle(events: readonly StoredEvent[]): Promise<void>;
  /** Memories parked, with the reason, as the log line has them. */
  readonly parked: string[][];
}

export function extractMemories(pool: Pool, options: Partial<ExtractMemoriesOptions> = {}): TestExtractor {
  const parked: string[][] = [];
  const worker = randomUUID();
  const extractor = new ExtractMemories({
    pool,
    stages: [capitals],
    llmPolicy: 'never',
    stageBudgetMs: PATIENT.stageBudgetMs,
    lockWaitMs: PATIENT.lockWaitMs,
    now: () => new Date(),
    onPoison: (memoryId, reason) => parked.push([memoryId, reason]),
    ...options,
  });
  const extract = async (scopeId: string, events: readonly StoredEvent[]): Promise<void> => {
    const memories = [...new Set(events.map((event) => event.streamId))].map((memoryId) => ({ scopeId, memoryId }));
    const taken = await markInProgress(pool, worker, memories);
    const ids = taken.map(({ memoryId }) => memoryId);
    try {
      if (ids.length > 0) await extractor.extractScope(scopeId, ids);
    } catch (error) {
      await unmarkInProgress(pool, worker, taken).catch(() => undefined);
      throw error;
    }
  };
  const handle = async (events: readonly StoredEvent[]): Promise<void> => {
    const scopes = [...groupBy(events, (event) => event.scope.scopeId)];
    await Promise.all(scopes.map(([scopeId, own]) => extract(scopeId, own)));
  };
  return { handle, parked };
}

/** Stores memories one after the other and returns their MemoryEncoded events, in the order of the texts. */
export async function encodeTexts(pool: Pool, scope: Scope, texts: readonly string[]): Promise<StoredEvent[]> {
  const encode = encodeMemories(pool);
  const rows = texts.map((text) => encodeRow(scope, { text }));
  for (const row of rows) await encode.write(row);
  const ids = rows.map((row) => row.memoryUuid);
  const events = await readStreams(pool, scope.scopeId, ids, ['MemoryEncoded']);
  return ids.flatMap((id) => events.filter((event) => event.streamId === id));
}

export interface ExtractionRow {
  readonly state: string;
  readonly attempts: number;
  readonly failure: string | null;
}

/** States of the extractions of these events' memories, in order. */
export async function extractionsOf(pool: Pool, events: readonly StoredEvent[]): Promise<ExtractionRow[]> {
  const { rows } = await pool.query<ExtractionRow & { memory_id: string }>(
    'SELECT memory_id, state, attempts, failure FROM memory_extractions WHERE memory_id = ANY ($1)',
    [events.map(({ streamId }) => streamId)],
  );
  return events.flatMap(({ streamId }) =>
    rows
      .filter((row) => row.memory_id === streamId)
      .map(({ state, attempts, failure }) => ({ state, attempts, failure })),
  );
}

/** Mention counts of the entities of a scope, by name. */
export async function mentionCounts(pool: Pool, scope: Scope): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ canonical_name: string; mention_count: number }>(
    'SELECT canonical_name, mention_count FROM entities WHERE scope_id = $1',
    [scope.scopeId],
  );
  return Object.fromEntries(rows.map((row) => [row.canonical_name, row.mention_count]));
}

/** Number of events of a type about these memories. */
export async function eventCount(pool: Pool, events: readonly StoredEvent[], type: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM events WHERE type = $1 AND stream_id = ANY ($2)',
    [type, events.map(({ streamId }) => streamId)],
  );
  return rows[0]?.n ?? 0;
}

/** The backend that waits for a scope's lock. */
export async function waitingBackend(pool: Pool): Promise<number> {
  return until(async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE '%pg_advisory_xact_lock%'`,
    );
    return rows[0]?.pid;
  });
}

/** Holds the scope's lock, like any writer of its graph, until `work` has finished in that transaction. */
export async function whileScopeIsLocked(pool: Pool, scope: Scope, work: (tx: ClientBase) => Promise<void>) {
  const tx = await pool.connect();
  try {
    await tx.query('BEGIN');
    await lockScope(tx, scope.scopeId);
    await work(tx);
    await tx.query('COMMIT');
  } finally {
    tx.release();
  }
}
