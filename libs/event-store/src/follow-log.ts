import type { Pool, PoolClient } from 'pg';
import type { EventType, LogPosition, StoredEvent } from '#contracts/events.js';
import { LOG_START, readLog } from './read-log.js';
import { pause, runLoop } from './run-loop.js';

export interface FollowLogOptions {
  readonly pool: Pool;
  /** Names the checkpoint; of all processes that follow under one name, one is active at a time. */
  readonly reader: string;
  readonly types: readonly EventType[];
  readonly limits: { readonly events: number; readonly bytes: number };
  readonly pollMs: number;
  /** Must resolve only when the effects of these events are durable; the checkpoint moves after that. */
  readonly handle: (events: readonly StoredEvent[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Follows the log in order from a checkpoint. The lock, the reads and the checkpoint share one database session:
 * a process that loses it can no longer move the checkpoint, and the standby takes over from where it stood. It
 * may then repeat a range, so `handle` sees every event at least once.
 */
export class LogFollower {
  private readonly stopping = new AbortController();
  private wake: AbortController | undefined;
  private running: Promise<void> = Promise.resolve();
  /** Place up to which everything was handled, by this process. */
  private position: LogPosition | undefined;

  constructor(private readonly options: FollowLogOptions) {}

  start(): void {
    const { signal } = this.stopping;
    const { onError, pollMs } = this.options;
    this.running = runLoop({ signal, intervalMs: pollMs * 5, onError }, () => this.lead());
  }

  /** Looks at the log now instead of at the next poll. */
  nudge(): void {
    this.wake?.abort();
  }

  /** Whether this process is the active reader. */
  get active(): boolean {
    return this.position !== undefined;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.nudge();
    await this.running;
  }

  /** Follows for as long as this session holds the lock; returns false when another process does. */
  private async lead(): Promise<boolean> {
    const session = await this.options.pool.connect();
    try {
      if (!(await tryLock(session, this.options.reader))) {
        session.release();
        return false;
      }
      this.position = await loadCheckpoint(session, this.options.reader);
      while (!this.stopping.signal.aborted) await this.advance(session, this.position);
      await session.query('SELECT pg_advisory_unlock_all()');
      session.release();
      return false;
    } catch (error) {
      session.release(true);
      throw error;
    } finally {
      this.position = undefined;
    }
  }

  private async advance(session: PoolClient, from: LogPosition): Promise<void> {
    const woken = (this.wake = new AbortController());
    const page = await readLog(session, from, this.options.limits, this.options.types);
    if (page.end !== from) {
      if (page.events.length > 0) await this.options.handle(page.events);
      await saveCheckpoint(session, this.options.reader, page.end);
      this.position = page.end;
      return;
    }
    await pause(this.options.pollMs, AbortSignal.any([woken.signal, this.stopping.signal]));
  }
}

/** How far a reader is behind: events not yet handled, and the age of the oldest, in seconds. */
export async function readerLag(pool: Pool, reader: string): Promise<{ events: number; seconds: number }> {
  const { rows } = await pool.query<{ events: bigint; seconds: number | null }>(
    `SELECT count(*) AS events, extract(epoch FROM now() - min(recorded_at))::float8 AS seconds
     FROM (SELECT recorded_at FROM events,
                  (SELECT coalesce(max(epoch), 0) AS epoch, coalesce(max(txid::text), '0')::xid8 AS txid,
                          coalesce(max(position), 0) AS position FROM log_checkpoints WHERE reader = $1) AS here
           WHERE (events.epoch, events.txid, events.position) > (here.epoch, here.txid, here.position)
           ORDER BY events.epoch, events.txid, events.position LIMIT 10000) AS waiting`,
    [reader],
  );
  return { events: Number(rows[0]?.events ?? 0n), seconds: rows[0]?.seconds ?? 0 };
}

async function tryLock(session: PoolClient, reader: string): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked`,
    [`engraph log reader ${reader}`],
  );
  return rows[0]?.locked === true;
}

async function loadCheckpoint(session: PoolClient, reader: string): Promise<LogPosition> {
  const { rows } = await session.query<LogPosition>(
    'SELECT epoch, txid, position FROM log_checkpoints WHERE reader = $1',
    [reader],
  );
  return rows[0] ?? LOG_START;
}

async function saveCheckpoint(session: PoolClient, reader: string, at: LogPosition): Promise<void> {
  await session.query(
    `INSERT INTO log_checkpoints (reader, epoch, txid, position) VALUES ($1, $2, $3::xid8, $4)
     ON CONFLICT (reader) DO UPDATE
       SET epoch = excluded.epoch, txid = excluded.txid, position = excluded.position, updated_at = now()`,
    [reader, at.epoch, at.txid.toString(), at.position],
  );
}
