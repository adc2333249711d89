import type { Pool } from 'pg';
import { inTransaction } from '#database/transaction.js';

/** A memory that waits for extraction. */
export interface WaitingMemory {
  readonly scopeId: string;
  readonly memoryId: string;
  /** Size of its text in bytes. */
  readonly bytes: number;
  /** UUID of the worker that began it and has not settled it. */
  readonly workerId: string | null;
}

/** Reads up to `perScope` waiting memories of each scope, oldest first; forgotten ones and suspects are left out. */
export async function waitingMemories(
  system: Pool,
  scopeIds: readonly string[],
  perScope: number,
): Promise<WaitingMemory[]> {
  const { rows } = await system.query<WaitingMemory>(
    `SELECT scope_id AS "scopeId", memory_id AS "memoryId", bytes, worker_id AS "workerId"
     FROM unnest($1::uuid[]) WITH ORDINALITY AS turn (scope_id, place) CROSS JOIN LATERAL (
       SELECT x.memory_id, x.worker_id, coalesce(octet_length(m.text), 0) AS bytes
       FROM memory_extractions AS x JOIN memories AS m ON m.scope_id = x.scope_id AND m.memory_id = x.memory_id
       WHERE x.scope_id = turn.scope_id AND x.state = 'pending' AND x.sweep_at < 'infinity' AND x.retry_at IS NULL
         AND m.state = 'active'
       ORDER BY x.memory_id LIMIT $2) AS waiting
     ORDER BY place, memory_id`,
    [scopeIds, perScope],
  );
  return rows;
}

type Key = Pick<WaitingMemory, 'scopeId' | 'memoryId'>;

const columns = (memories: readonly Key[]): [string[], string[]] => [
  memories.map((memory) => memory.scopeId),
  memories.map((memory) => memory.memoryId),
];

/**
 * Locks the rows of the given memories in the order of their keys: two workers, one of which holds an expired lease,
 * may lock the same rows. Against transactions that lock in another order (a projection, an erasure), `inTransaction`
 * retries.
 */
const LOCKED_ROWS = `
  WITH locked AS (
    SELECT x.scope_id, x.memory_id FROM memory_extractions AS x
    JOIN unnest($2::uuid[], $3::uuid[]) AS key (scope_id, memory_id)
      ON x.scope_id = key.scope_id AND x.memory_id = key.memory_id
    ORDER BY x.scope_id, x.memory_id FOR UPDATE OF x)`;

/**
 * Marks memories as in hand of the worker, durably, before they are tried; if the worker dies, they become suspects.
 * @returns those that still wait
 */
export async function markInProgress(system: Pool, worker: string, memories: readonly Key[]): Promise<Key[]> {
  if (memories.length === 0) return [];
  const { rows } = await inTransaction(system, (tx) =>
    tx.query<Key>(
      `${LOCKED_ROWS}
     UPDATE memory_extractions AS x
     SET worker_id = $1, attempts = least(attempts, 30000) + (worker_id IS DISTINCT FROM $1)::int
     FROM locked
     WHERE x.scope_id = locked.scope_id AND x.memory_id = locked.memory_id
       AND state = 'pending' AND sweep_at < 'infinity' AND retry_at IS NULL AND (worker_id IS NULL OR worker_id = $1)
     RETURNING x.scope_id AS "scopeId", x.memory_id AS "memoryId"`,
      [worker, ...columns(memories)],
    ),
  );
  return rows;
}

/** Releases memories whose try was interrupted for another reason: the attempt does not count. */
export async function unmarkInProgress(system: Pool, worker: string, memories: readonly Key[]): Promise<void> {
  if (memories.length === 0) return;
  await inTransaction(system, (tx) =>
    tx.query(
      `${LOCKED_ROWS}
     UPDATE memory_extractions AS x SET worker_id = NULL, attempts = greatest(attempts - 1, 0)
     FROM locked
     WHERE x.scope_id = locked.scope_id AND x.memory_id = locked.memory_id AND state = 'pending' AND worker_id = $1`,
      [worker, ...columns(memories)],
    ),
  );
}

/**
 * Turns memories in hand of another worker, whose lease has ended, into suspects: each is tried alone, after the pause.
 */
export async function suspectMemories(
  system: Pool,
  worker: string,
  memories: readonly Key[],
  pauseMs: number,
): Promise<void> {
  if (memories.length === 0) return;
  await inTransaction(system, (tx) =>
    tx.query(
      `${LOCKED_ROWS}
     UPDATE memory_extractions AS x
     SET worker_id = NULL, retry_at = clock_timestamp() + $4 * interval '1 millisecond'
     FROM locked
     WHERE x.scope_id = locked.scope_id AND x.memory_id = locked.memory_id
       AND state = 'pending' AND retry_at IS NULL AND worker_id <> $1`,
      [worker, ...columns(memories), pauseMs],
    ),
  );
}
