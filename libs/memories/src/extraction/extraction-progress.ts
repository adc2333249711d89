import type { Pool } from 'pg';

/** How the extraction of all scopes goes. */
export interface ExtractionProgress {
  /** Memories that wait, at most 100,000. */
  readonly pending: number;
  /** Since the oldest of them was stored; 0 where none waits. */
  readonly oldestPendingSeconds: number;
  /** Memories that were given up, until another version of the program tries them; at most 100,000. */
  readonly parked: number;
  /** Whether one has waited for longer than 50 s, and no extraction ended in that time. */
  readonly stalled: boolean;
}

/** With what may lie between two looks, a standstill shows within 60 s. */
const STALLED_AFTER_SECONDS = 50;
const MAX_COUNTED = 100_000;
/** The end of the log in which an extraction that ended is looked for. */
const MAX_EVENTS_BACK = 20_000;

/** Reads how extraction goes, as the owner, who sees every scope. */
export async function extractionProgress(system: Pool, now: Date): Promise<ExtractionProgress> {
  const { pending, oldest, parked } = await openExtractions(system);
  if (oldest === null) return { pending, oldestPendingSeconds: 0, parked, stalled: false };
  const oldestPendingSeconds = Math.max(0, (now.getTime() - millisecondsOf(oldest)) / 1_000);
  const stalled =
    oldestPendingSeconds > STALLED_AFTER_SECONDS &&
    !(await anyEnded(system, new Date(now.getTime() - STALLED_AFTER_SECONDS * 1_000)));
  return { pending, oldestPendingSeconds, parked, stalled };
}

/** Forgotten memories, whose turn never comes, are not waiting. */
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

/** What the LLM adds later, or a re-extraction, does not count: the feed of new memories may stand still beside it. */
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

/** When a memory was stored: the first 48 bits of its UUIDv7. */
function millisecondsOf(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}
