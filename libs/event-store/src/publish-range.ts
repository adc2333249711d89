import type { Pool } from 'pg';
import type { LogPosition, StoredEvent } from '#contracts/events.js';
import { loadCheckpoint } from './checkpoints.js';
import { isAfter, readLog } from './read-log.js';

export interface PublishRangeOptions {
  readonly pool: Pool;
  /** What it has yet to reach is left to it: first deliveries follow the log. */
  readonly reader: string;
  /** Recorded at or after. */
  readonly since: Date;
  /** Recorded before; null: no end. */
  readonly until: Date | null;
  readonly limits: { readonly events: number; readonly bytes: number };
  /** Resolves when the broker has acknowledged every event. */
  readonly publish: (events: readonly StoredEvent[]) => Promise<void>;
  readonly onProgress?: (published: number) => void;
}

/**
 * Publishes again, in the order of the log, all from the first event that was recorded in a time to the last one. A long
 * transaction records before others and comes after them, so a few events just outside of that time are among them.
 * @returns how many
 * @throws UnknownEventVersion before an event that this program does not know
 */
export async function publishRange(options: PublishRangeOptions): Promise<number> {
  const { pool, reader, limits, publish, onProgress } = options;
  const range = await rangeOf(options);
  if (range === null) return 0;
  const reached = await loadCheckpoint(pool, reader);
  const end = isAfter(range.end, reached) ? reached : range.end;
  let published = 0;
  for (let at = range.before; ;) {
    const page = await readLog(pool, at, limits, null);
    const events = page.events.filter((event) => !isAfter(event.at, end));
    if (events.length > 0) await publish(events);
    published += events.length;
    onProgress?.(published);
    if (events.length < page.events.length || page.end === at) return published;
    if (page.unreadable && !isAfter(end, page.end)) return published;
    if (page.unreadable) throw page.unreadable;
    at = page.end;
  }
}

/** The place before its first event, and that of its last; null where there is none. */
async function rangeOf({
  pool,
  since,
  until,
}: PublishRangeOptions): Promise<{ before: LogPosition; end: LogPosition } | null> {
  const recorded = `SELECT epoch, txid, position FROM events
    WHERE recorded_at >= $1 AND ($2::timestamptz IS NULL OR recorded_at < $2)`;
  const place = async (order: string): Promise<LogPosition | undefined> =>
    (await pool.query<LogPosition>(`${recorded} ORDER BY ${order} LIMIT 1`, [since, until])).rows[0];
  const first = await place('epoch, txid, position');
  const end = await place('epoch DESC, txid DESC, position DESC');
  return first && end ? { before: { ...first, position: first.position - 1n }, end } : null;
}
