import type { Pool } from 'pg';

/** A memory that a worker had in hand when it died, now taken by this worker. */
export interface Suspect {
  readonly scopeId: string;
  readonly memoryId: string;
  /**
   * Whether another worker has just been found dead while it had this memory in hand; then it must not be tried yet.
   */
  readonly died: boolean;
  /** Number of workers that died while this memory was all they had in hand. */
  readonly crashesAlone: number;
}

export interface SuspectTimes {
  /** A worker that is silent over a suspect for this long is taken for dead, in milliseconds. */
  readonly leaseMs: number;
  /**
   * Pause in milliseconds before the next try after one death; it quadruples with each further death, up to 1,024
   * times.
   */
  readonly pauseMs: number;
}

const DUE = `state = 'pending' AND retry_at <= clock_timestamp() AND sweep_at < 'infinity'`;

/** Whether any suspect is due. */
export async function anySuspectDue(system: Pool): Promise<boolean> {
  const { rows } = await system.query<{ due: boolean }>(
    `SELECT EXISTS (SELECT FROM memory_extractions WHERE ${DUE} AND retry_at IS NOT NULL) AS due`,
  );
  return rows[0]?.due === true;
}

/**
 * Takes in hand the suspect that has been due longest, alone; null when none is due. If another worker had it in hand,
 * that worker has died: the death is counted and the suspect is paused.
 */
export async function takeSuspect(
  system: Pool,
  worker: string,
  { leaseMs, pauseMs }: SuspectTimes,
): Promise<Suspect | null> {
  const { rows } = await system.query<Suspect>(
    `WITH due AS (
       SELECT scope_id, memory_id, worker_id IS NOT NULL AND worker_id <> $1 AS died FROM memory_extractions
       WHERE ${DUE} AND retry_at IS NOT NULL ORDER BY retry_at LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     UPDATE memory_extractions AS x
     SET crashes_alone = least(crashes_alone, 100) + died::int,
         worker_id = CASE WHEN died THEN NULL ELSE $1::uuid END,
         attempts = least(attempts, 30000) + (NOT died AND worker_id IS NULL)::int,
         retry_at = clock_timestamp() + interval '1 millisecond' *
           CASE WHEN died THEN $3 * power(4, least(crashes_alone, 5)) ELSE $2 END
     FROM due WHERE x.scope_id = due.scope_id AND x.memory_id = due.memory_id
     RETURNING x.scope_id AS "scopeId", x.memory_id AS "memoryId", died, crashes_alone AS "crashesAlone"`,
    [worker, leaseMs, pauseMs],
  );
  return rows[0] ?? null;
}

/** Extends the lease on a suspect that takes long. */
export async function keepSuspect(system: Pool, worker: string, suspect: Suspect, leaseMs: number): Promise<void> {
  await system.query(
    `UPDATE memory_extractions SET retry_at = clock_timestamp() + $4 * interval '1 millisecond'
     WHERE scope_id = $2 AND memory_id = $3 AND worker_id = $1 AND state = 'pending'`,
    [worker, suspect.scopeId, suspect.memoryId, leaseMs],
  );
}

/** Releases a suspect whose try was interrupted for another reason: the attempt does not count. */
export async function releaseSuspect(system: Pool, worker: string, suspect: Suspect, pauseMs: number): Promise<void> {
  await system.query(
    `UPDATE memory_extractions
     SET worker_id = NULL, attempts = greatest(attempts - 1, 0),
         retry_at = clock_timestamp() + $4 * interval '1 millisecond'
     WHERE scope_id = $2 AND memory_id = $3 AND worker_id = $1 AND state = 'pending'`,
    [worker, suspect.scopeId, suspect.memoryId, pauseMs],
  );
}
