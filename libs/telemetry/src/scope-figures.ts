import type { Sql } from '#database/sql.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';

/** How far the extraction of a scope is. */
export interface ScopeExtraction {
  /** Memories waiting for extraction, counted up to 100,000. */
  readonly pending: number;
  /** Age of the oldest of them in seconds; 0 when none waits. */
  readonly oldest_pending_seconds: number;
  /** Memories whose extraction was given up, counted up to 100,000. */
  readonly parked: number;
  /** Jobs of the LLM stage that are not done, counted up to 100,000. */
  readonly llm_jobs_pending: number;
}

/** What happened in a scope in the last hour, among its latest 20,000 events. */
export interface ScopeRates {
  readonly memories_encoded: number;
  readonly memories_extracted: number;
  readonly extractions_failed: number;
}

/** A memory whose extraction was given up. */
export interface DeadLetter {
  readonly memory_id: string;
  readonly attempts: number;
  /** Contains no text of the memory. */
  readonly reason: string;
}

/** Rows and bytes of a scope. */
export interface ScopeStorage {
  readonly memories: number;
  /** Size of their texts. */
  readonly text_bytes: number;
  readonly entities: number;
  readonly relations: number;
  readonly statements: number;
  readonly events: number;
  /** Size of their data when they were written. */
  readonly event_bytes: number;
}

const MAX_COUNTED = 100_000;
const MAX_EVENTS_BACK = 20_000;

/** Reads the progress of extraction of one scope; forgotten memories are never extracted and do not count. */
export async function scopeExtraction(sql: Sql, scopeId: string, now: Date): Promise<ScopeExtraction> {
  const { rows } = await sql.query<Omit<ScopeExtraction, 'oldest_pending_seconds'> & { oldest: string | null }>(
    `SELECT count(*)::int AS pending, min(memory_id::text COLLATE "C") AS oldest,
            (SELECT count(*)::int FROM (SELECT FROM memory_extractions WHERE scope_id = $1 AND state = 'failed' LIMIT $2)
              AS given_up) AS parked,
            (SELECT count(*)::int FROM (SELECT FROM llm_jobs WHERE scope_id = $1 LIMIT $2) AS jobs) AS llm_jobs_pending
     FROM (SELECT memory_id FROM memory_extractions
           WHERE scope_id = $1 AND state = 'pending' AND sweep_at < 'infinity' LIMIT $2) AS waiting`,
    [scopeId, MAX_COUNTED],
  );
  const { pending = 0, oldest = null, parked = 0, llm_jobs_pending = 0 } = rows[0] ?? {};
  return { pending, oldest_pending_seconds: ageOf(oldest, now), parked, llm_jobs_pending };
}

/** Age in seconds of a memory that was stored at the time in its UUIDv7. */
function ageOf(uuid: string | null, now: Date): number {
  if (uuid === null) return 0;
  return Math.max(0, (now.getTime() - Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)) / 1_000);
}

/** Counts what happened in the hour before `now`. */
export async function scopeRates(sql: Sql, scopeId: string, now: Date): Promise<ScopeRates> {
  const { rows } = await sql.query<ScopeRates & Record<string, number>>(
    `SELECT count(*) FILTER (WHERE type = 'MemoryEncoded')::int AS memories_encoded,
            count(*) FILTER (WHERE type = 'MemoryExtracted')::int AS memories_extracted,
            count(*) FILTER (WHERE type = 'MemoryExtractionFailed')::int AS extractions_failed
     FROM (SELECT type, recorded_at FROM events WHERE scope_id = $1
           ORDER BY epoch::bigint DESC, txid DESC, position DESC LIMIT $3) AS late
     WHERE recorded_at > $2`,
    [scopeId, new Date(now.getTime() - 3_600_000), MAX_EVENTS_BACK],
  );
  return rows[0] ?? { memories_encoded: 0, memories_extracted: 0, extractions_failed: 0 };
}

/** Lists memories whose extraction was given up, newest first. */
export async function deadLetters(sql: Sql, scopeId: string, limit: number): Promise<DeadLetter[]> {
  const { rows } = await sql.query<{ memory_id: string; attempts: number; reason: string }>(
    `SELECT memory_id, attempts, coalesce(failure, '') AS reason FROM memory_extractions
     WHERE scope_id = $1 AND state = 'failed' ORDER BY memory_id DESC LIMIT $2`,
    [scopeId, limit],
  );
  return rows.map((row) => ({ ...row, memory_id: memoryIdOfUuid(row.memory_id) }));
}

/** Counts rows and bytes of a scope; reads all of its memories and events. */
export async function scopeStorage(sql: Sql, scopeId: string): Promise<ScopeStorage> {
  const { rows } = await sql.query<Record<keyof ScopeStorage, number>>(
    `SELECT m.memories::float8, m.text_bytes::float8, e.events::float8, e.event_bytes::float8,
            (SELECT count(*) FROM entities WHERE scope_id = $1 AND merged_into IS NULL)::float8 AS entities,
            (SELECT count(*) FROM relations WHERE scope_id = $1)::float8 AS relations,
            (SELECT count(*) FROM statements WHERE scope_id = $1)::float8 AS statements
     FROM (SELECT count(*) FILTER (WHERE state = 'active') AS memories, coalesce(sum(octet_length(text)), 0) AS text_bytes
           FROM memories WHERE scope_id = $1) AS m,
          (SELECT count(*) AS events, coalesce(sum(data_bytes), 0) AS event_bytes
           FROM events WHERE scope_id = $1) AS e`,
    [scopeId],
  );
  const none = { memories: 0, text_bytes: 0, entities: 0, relations: 0, statements: 0, events: 0, event_bytes: 0 };
  return rows[0] ?? none;
}
