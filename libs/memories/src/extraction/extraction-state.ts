import type { ClientBase } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import type { MemoryRole } from '#contracts/events.js';
import type { Genre } from '#contracts/genres.js';
import type { StageReport } from '#contracts/observations.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Sql } from '#database/sql.js';
import type { ExtractionInput, PriorTurn } from '#extraction/pipeline/stage.js';

/** The fields of a memory that the extraction pipeline reads. */
export interface PendingMemory {
  readonly memoryId: string;
  /** Number of the reading, which begins with a new text: an extraction counts only while it is the latest. */
  readonly reading: number;
  readonly text: string;
  readonly speaker: string | null;
  readonly role: MemoryRole | null;
  /** Genre that the caller gave, or null. */
  readonly genre: Genre | null;
  readonly createdAt: bigint;
  readonly occurredAt: bigint;
}

/** Input of the extraction stages; claims without a time of their own get the memory's event time. */
export function inputOf(
  { text, speaker, role, genre, ...times }: Omit<PendingMemory, 'reading'>,
  before: readonly PriorTurn[] = [],
): ExtractionInput {
  return { text, speaker, role, genre, before, eventAtUnixNanos: eventAt(times) };
}

function eventAt({ createdAt, occurredAt }: Pick<PendingMemory, 'createdAt' | 'occurredAt'>): bigint {
  return occurredAt === 0n ? createdAt : occurredAt;
}

export type SettledState = 'done' | 'partial';

/** Loads those of the given memories that are active and have a text. */
export async function loadMemories(sql: Sql, scopeId: string, memoryIds: readonly string[]): Promise<PendingMemory[]> {
  const { rows } = await sql.query<PendingMemory>(
    `SELECT memory_id AS "memoryId", reading, text, speaker, role, genre, created_at_nanos AS "createdAt",
            occurred_at_nanos AS "occurredAt"
     FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 'active' AND text IS NOT NULL
     ORDER BY memory_id`,
    [scopeId, memoryIds],
  );
  return rows;
}

/** Number of preceding messages of a session that are read with a memory. */
export const PRIOR_TURNS = 3;
/** In characters; a longer message is not used as context. */
const LONGEST_PRIOR_TURN = 1_000;

/** Loads the messages before each memory in its session, oldest first; no entry for memories without any. */
export async function loadTurnsBefore(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<Map<string, PriorTurn[]>> {
  const { rows } = await sql.query<Omit<PendingMemory, 'reading'> & { readerId: string }>(
    `SELECT m.memory_id AS "readerId", before.memory_id AS "memoryId", before.text, before.speaker, before.role,
            before.genre, before.created_at_nanos AS "createdAt", before.occurred_at_nanos AS "occurredAt"
     FROM memories AS m CROSS JOIN LATERAL (
       SELECT p.memory_id, p.text, p.speaker, p.role, p.genre, p.created_at_nanos, p.occurred_at_nanos FROM memories AS p
       WHERE p.scope_id = $1 AND p.session_key = m.session_key AND p.memory_id < m.memory_id
         AND p.state = 'active' AND length(p.text) <= $3
       ORDER BY p.memory_id DESC LIMIT $4) AS before
     WHERE m.scope_id = $1 AND m.memory_id = ANY ($2::uuid[])
     ORDER BY m.memory_id, before.memory_id`,
    [scopeId, memoryIds, LONGEST_PRIOR_TURN, PRIOR_TURNS],
  );
  const turns = new Map<string, PriorTurn[]>();
  for (const { readerId, ...turn } of rows) {
    const { text, speaker, role, genre } = turn;
    const origin = { memoryId: memoryIdOfUuid(turn.memoryId), eventAtUnixNanos: eventAt(turn) };
    const prior = { text, speaker, role, genre, ...origin };
    turns.set(readerId, [...(turns.get(readerId) ?? []), prior]);
  }
  return turns;
}

/** Number of a memory's reading; 1 if there is no such memory. */
export async function loadReading(sql: Sql, scopeId: string, memoryId: string): Promise<number> {
  const { rows } = await sql.query<{ reading: number }>(
    'SELECT reading FROM memories WHERE scope_id = $1 AND memory_id = $2',
    [scopeId, memoryId],
  );
  return rows[0]?.reading ?? 1;
}

/** Counts another attempt at a memory, durably; false when it is settled or forgotten. */
export async function countAttempt(sql: Sql, scopeId: string, memoryId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE memory_extractions SET attempts = least(attempts, 30000) + 1
     WHERE scope_id = $1 AND memory_id = $2 AND state = 'pending' AND sweep_at < 'infinity'`,
    [scopeId, memoryId],
  );
  return rowCount === 1;
}

/**
 * Locks the extraction rows of memories that may still be projected: in one of the given states, not forgotten, and not
 * changed since they were read. The caller holds the scope's lock, which every forget and every change takes first.
 * @returns the UUIDs of the locked memories
 */
export async function lockProjectable(
  tx: ClientBase,
  scopeId: string,
  memories: readonly Pick<PendingMemory, 'memoryId' | 'reading'>[],
  states: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ memory_id: string }>(
    `SELECT x.memory_id FROM unnest($2::uuid[], $4::int[]) AS wanted (memory_id, reading)
     JOIN memory_extractions AS x ON x.scope_id = $1 AND x.memory_id = wanted.memory_id
     JOIN memories AS m ON m.scope_id = $1 AND m.memory_id = wanted.memory_id
     WHERE x.state = ANY ($3) AND m.state = 'active' AND m.reading = wanted.reading
     ORDER BY x.memory_id FOR UPDATE OF x, m`,
    [scopeId, memories.map(({ memoryId }) => memoryId), states, memories.map(({ reading }) => reading)],
  );
  return new Set(rows.map((row) => row.memory_id));
}

/** Writes the state of extractions, and the stage reports of the effective ones. */
export async function settleExtractions(
  tx: ClientBase,
  scopeId: string,
  settled: readonly { memoryId: string; state: SettledState; effectiveReports: readonly StageReport[] }[],
): Promise<void> {
  await tx.query(
    `UPDATE memory_extractions AS x
     SET state = row.state, stages = row.stages, failure = NULL, worker_id = NULL, crashes_alone = 0, retry_at = NULL,
         parked_by_version = NULL
     FROM unnest($2::uuid[], $3::text[], $4::jsonb[]) AS row (memory_id, state, stages)
     WHERE x.scope_id = $1 AND x.memory_id = row.memory_id`,
    [
      scopeId,
      settled.map((s) => s.memoryId),
      settled.map((s) => s.state),
      settled.map((s) => stringifyExact(s.effectiveReports)),
    ],
  );
}

/** Adds memories to the LLM queue; those already queued stay as they are. */
export async function enqueueForLlm(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
  now: Date,
): Promise<void> {
  if (memoryIds.length === 0) return;
  await tx.query(
    `INSERT INTO llm_jobs (scope_id, memory_id, run_at)
     SELECT $1, memory_id, $3 FROM unnest($2::uuid[]) AS row (memory_id)
     ON CONFLICT (scope_id, memory_id) DO NOTHING`,
    [scopeId, memoryIds, now],
  );
}

/**
 * Marks a pending, active memory as failed, with the reason and the version that gave it up. The caller holds the
 * scope's lock, which every forget takes first.
 * @returns the number of attempts; null when there is no such memory, or it was changed since it was read
 */
export async function failExtraction(
  tx: ClientBase,
  scopeId: string,
  { memoryId, reading }: Pick<PendingMemory, 'memoryId' | 'reading'>,
  reason: string,
  version: string,
): Promise<number | null> {
  const { rows } = await tx.query<{ attempts: number }>(
    `UPDATE memory_extractions AS x
     SET state = 'failed', failure = $3, parked_by_version = $4, worker_id = NULL, crashes_alone = 0, retry_at = NULL
     FROM memories AS m
     WHERE x.scope_id = $1 AND x.memory_id = $2 AND x.state = 'pending'
       AND m.scope_id = $1 AND m.memory_id = $2 AND m.state = 'active' AND m.reading = $5
     RETURNING attempts`,
    [scopeId, memoryId, reason, version, reading],
  );
  return rows[0]?.attempts ?? null;
}
