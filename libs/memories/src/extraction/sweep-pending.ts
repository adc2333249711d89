import type { Pool } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import { groupBy } from '#contracts/group-by.js';
import { failpoint } from '#failpoints/failpoints.js';
import { loadCheckpoint } from '#event-store/checkpoints.js';
import { isAfter, readStreams } from '#event-store/read-log.js';

export interface SweepOptions {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly sweepAfterMs: number;
  readonly limit: number;
  /** Publishes the events for the extractor again; delivery at least once is enough. */
  readonly publish: (events: readonly StoredEvent[]) => Promise<void>;
  /**
   * Reader that publishes the events first. Events it has not reached are left to it: first deliveries follow the log,
   * and a reader that lags has not lost anything.
   */
  readonly behind?: string | undefined;
}

/** Longest interval between two sweeps of a memory, in milliseconds. */
const MAX_SWEEP_MS = 60 * 60 * 1000;

/**
 * Publishes the MemoryEncoded events of memories that stayed pending too long, so that a broker that loses its data
 * loses no extraction. Memories of a scope that is queued for extraction are skipped, however long that queue is. Each
 * sweep doubles the interval to the next one.
 * @returns how many memories were due, without those skipped
 */
export async function sweepPending(options: SweepOptions): Promise<number> {
  const { rows } = await options.pool.query<{ scope_id: string; memory_id: string; is_in_line: boolean }>(
    `UPDATE memory_extractions
     SET sweeps = least(sweeps + 1, 30),
         sweep_at = $1::timestamptz + least($2 * power(2, sweeps), $3) * interval '1 millisecond'
     WHERE (scope_id, memory_id) IN (
       SELECT scope_id, memory_id FROM memory_extractions
       WHERE state = 'pending' AND sweep_at <= $1
       ORDER BY sweep_at LIMIT $4
       FOR UPDATE SKIP LOCKED)
     RETURNING scope_id, memory_id,
       EXISTS (SELECT FROM extraction_queue AS t WHERE t.scope_id = memory_extractions.scope_id) AS is_in_line`,
    [options.now(), options.sweepAfterMs, MAX_SWEEP_MS, options.limit],
  );
  const reached = options.behind === undefined ? null : await loadCheckpoint(options.pool, options.behind);
  const lost = rows.filter((row) => !row.is_in_line);
  const byScope = groupBy(lost, (row) => row.scope_id);
  for (const [scopeId, due] of byScope) {
    const streams = due.map((row) => row.memory_id);
    const all = await readStreams(options.pool, scopeId, streams, ['MemoryEncoded']);
    const events = reached === null ? all : all.filter(({ at }) => !isAfter(at, reached));
    failpoint('sweep.before-publish');
    if (events.length > 0) await options.publish(events);
    failpoint('sweep.after-publish');
  }
  return lost.length;
}
