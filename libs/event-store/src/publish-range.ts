import type { Pool } from 'pg';
import type { LogPosition, StoredEvent } from '#contracts/events.js';
import { loadCheckpoint } from './checkpoints.js';
import { isAfter, readLog } from './read-log.js';

export interface PublishRangeOptions {
  readonly pool: Pool;
  /**
   * Reader of the first deliveries. Events that it has not reached are left to it, so that first deliveries follow the
   * log.
   */
  readonly reader: string;
  /** Earliest recording time, inclusive. */
  readonly since: Date;
  /** Latest recording time, exclusive; null for no end. */
  readonly until: Date | null;
  readonly limits: { readonly events: number; readonly bytes: number };
  /** Resolves when the broker has acknowledged every event. */
  readonly publish: (events: readonly StoredEvent[]) => Promise<void>;
  readonly onProgress?: (published: number) => void;
}

/**
 * Publishes a range of the log again, in log order: from the first event recorded in a time span to the last one. A
 * long transaction records its events earlier than their place in the log suggests, so the range may include a few
 * events recorded outside of the span.
 * @returns how many events were published
 * @throws UnknownEventVersion before an event that this version does not know
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

/**
 * Position just before the first event of the time span, and position of its last event; null when the span has none.
 */
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
