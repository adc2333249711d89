import type { Pool } from 'pg';

/** Progress of extraction over all scopes. */
export interface ExtractionProgress {
  /** Memories waiting for extraction, counted up to 100,000. */
  readonly pending: number;
  /** Age of the oldest waiting memory in seconds; 0 when none waits. */
  readonly oldestPendingSeconds: number;
  /** Parked memories: given up until another version of the program tries them; counted up to 100,000. */
  readonly parked: number;
  /** Whether a memory has waited for more than 50 s and no extraction ended in that time. */
  readonly stalled: boolean;
}

/** Together with the interval between two checks, a stall is reported within 60 s. */
const STALLED_AFTER_SECONDS = 50;
const MAX_COUNTED = 100_000;
/** Number of latest events searched for an extraction that ended. */
const MAX_EVENTS_BACK = 20_000;

/** Reads the progress of extraction, as the owner of the database, who sees every scope. */
export async function extractionProgress(system: Pool, now: Date): Promise<ExtractionProgress> {
  const { pending, oldest, parked } = await openExtractions(system);
  if (oldest === null) return { pending, oldestPendingSeconds: 0, parked, stalled: false };
  const oldestPendingSeconds = Math.max(0, (now.getTime() - millisecondsOf(oldest)) / 1_000);
  const stalled =
    oldestPendingSeconds > STALLED_AFTER_SECONDS &&
    !(await anyEnded(system, new Date(now.getTime() - STALLED_AFTER_SECONDS * 1_000)));
  return { pending, oldestPendingSeconds, parked, stalled };
}

/**
 * Counts waiting and parked memories. Forgotten memories (sweep_at 'infinity') are never extracted, so they do not
 * count as waiting.
 */
async function openExtractions(system: Pool): Promise<{ pending: number; oldest: string | null; parked: number }> {
  const { rows } = await system.query<{ pending: number; oldest: string | null; parked: number }>(
    `SELECT count(*)::int AS pending, min(memory_id::text COLLATE "C") AS oldest,
            (SELECT count(*)::int FROM (SELECT FROM memory_extractions WHERE state = 'failed' LIMIT $1) AS given_up) AS parked
     FROM (SELECT memory_id FROM memory_extractions
           WHERE state = 'pending' AND sweep_at < 'infinity' ORDER BY sweep_at LIMIT $1) AS waiting`,
    [MAX_COUNTED],
  );
  return rows[0] ?? { pending: 0, oldest: null, parked: 0 };
}

/**
 * Whether a first extraction ended since then. LLM results and re-extractions do not count: they may go on while new
 * memories stall.
 */
async function anyEnded(system: Pool, since: Date): Promise<boolean> {
  const { rows } = await system.query<{ ended: boolean }>(
    `SELECT EXISTS (
       SELECT FROM (SELECT type, recorded_at, data FROM events
                    ORDER BY epoch DESC, txid DESC, position DESC LIMIT $2) AS late
       WHERE recorded_at > $1
         AND (type = 'MemoryExtractionFailed'
              OR type = 'MemoryExtracted' AND data->'stages'->0->>'stage' IS DISTINCT FROM 'llm'
                 AND coalesce((data->>'generation')::int, 0) = 0)) AS ended`,
    [since, MAX_EVENTS_BACK],
  );
  return rows[0]?.ended === true;
}

/** Time at which a memory was stored, in Unix milliseconds: the first 48 bits of its UUIDv7. */
function millisecondsOf(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}
