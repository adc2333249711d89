import { hostname } from 'node:os';
import type { Pool, PoolClient } from 'pg';
import { failpoint } from '#failpoints/failpoints.js';

/** Lifetime of a lease in milliseconds, by the clock of the database: a leader that does not renew it is replaced. */
export const LEASE_MS = 10_000;

/** Interval between renewals in milliseconds: three may fail or come late before the lease expires. */
const RENEW_EVERY_MS = 2_500;

/**
 * The leader stops this many milliseconds before the database gives the lease away, since clocks run at different
 * rates.
 */
const MARGIN_MS = 500;

/**
 * Timeout of handing the lease over in milliseconds: a silent server must not delay a stop, and the lease expires
 * anyway.
 */
const HAND_OVER_MS = 2_000;

/** Thrown when the leader no longer holds its lease: another process may lead by now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor(readonly reader: string) {
    super(`the lease of the log reader ${reader} is lost`);
  }
}

/**
 * One term of one leader. The lease is a row with its expiry time and a fencing number that grows with every leader. A
 * session of its own renews the lease and holds an advisory lock. A process that dies loses the lock at once; one that
 * is frozen or cut off loses the lease.
 */
export class LeaderTerm {
  private readonly losing = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private ended = false;

  /** @param validUntil end of the lease by the monotonic clock of this process, in milliseconds */
  constructor(
    private readonly session: PoolClient,
    readonly reader: string,
    readonly fence: bigint,
    private validUntil: number,
  ) {
    session.once('end', this.lose);
    session.once('error', this.lose);
    this.schedule();
  }

  /** Aborts when the lease is lost. */
  get lost(): AbortSignal {
    return this.losing.signal;
  }

  /**
   * Checks the lease against the local clock. Call it before each effect outside of the database: after a freeze it is
   * the first to notice the loss.
   * @throws LeaseLost
   */
  assertHeld(): void {
    if (performance.now() >= this.validUntil) this.lose();
    if (this.lost.aborted) throw new LeaseLost(this.reader);
  }

  /** Ends the term and hands the lease over; other processes may lead at once. */
  async end(): Promise<void> {
    if (this.ended) return;
    const handedOver = this.lost.aborted ? Promise.resolve(false) : this.handOver();
    this.close();
    this.session.release(!(await handedOver));
  }

  private async handOver(): Promise<boolean> {
    const limit = { query_timeout: HAND_OVER_MS };
    const release = `UPDATE log_reader_leases SET holder = NULL, expires_at = clock_timestamp() WHERE reader = $1 AND fence = $2`;
    try {
      await this.session.query({ ...limit, text: release, values: [this.reader, this.fence] });
      await this.session.query({ ...limit, text: 'SELECT pg_advisory_unlock_all()' });
      return true;
    } catch {
      return false;
    }
  }

  private close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.session.off('end', this.lose);
    this.session.off('error', this.lose);
  }

  private readonly lose = (): void => {
    if (this.lost.aborted) return;
    clearTimeout(this.timer);
    this.losing.abort(new LeaseLost(this.reader));
  };

  private schedule(): void {
    this.timer = setTimeout(() => void this.renew(), RENEW_EVERY_MS);
  }

  /**
   * Renews the lease. The database counts from when it receives the renewal, this process from before it sent it, so
   * this process never assumes a later expiry than the database.
   */
  private async renew(): Promise<void> {
    const sentAt = performance.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(this.lose, Math.max(0, this.validUntil - sentAt));
    try {
      failpoint('lease.before-renewal');
      const { rowCount } = await this.session.query(
        `UPDATE log_reader_leases SET expires_at = clock_timestamp() + $3 * interval '1 millisecond'
         WHERE reader = $1 AND fence = $2`,
        [this.reader, this.fence, LEASE_MS],
      );
      if (this.ended || this.lost.aborted) return;
      if (rowCount !== 1) {
        this.lose();
        return;
      }
      clearTimeout(this.timer);
      this.validUntil = sentAt + LEASE_MS - MARGIN_MS;
      this.schedule();
    } catch {
      if (!this.ended) this.lose();
    }
  }
}

/**
 * Becomes the leader when there is none, or ends the session of a leader whose lease has expired, so that the next try
 * succeeds.
 * @returns the term; null while another process holds the lock
 * @throws the driver's error
 */
export async function tryToLead(pool: Pool, reader: string): Promise<LeaderTerm | null> {
  const session = await pool.connect();
  try {
    if (await tryLock(session, reader)) {
      const askedAt = performance.now();
      const fence = await takeLease(session, reader);
      failpoint('lease.after-takeover');
      return new LeaderTerm(session, reader, fence, askedAt + LEASE_MS - MARGIN_MS);
    }
    await evictSilentLeader(session, reader);
    session.release();
    return null;
  } catch (error) {
    session.release(true);
    throw error;
  }
}

const LOCK = `hashtextextended('engraph log reader ' || $1, 0)`;

async function tryLock(session: PoolClient, reader: string): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS locked`, [reader]);
  return rows[0]?.locked === true;
}

async function takeLease(session: PoolClient, reader: string): Promise<bigint> {
  const { rows } = await session.query<{ fence: bigint }>(
    `INSERT INTO log_reader_leases AS lease (reader, holder, fence, expires_at)
     VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
     ON CONFLICT (reader) DO UPDATE
       SET holder = excluded.holder, fence = lease.fence + 1, expires_at = excluded.expires_at
     RETURNING fence`,
    [reader, `${hostname()}:${String(process.pid)}`, LEASE_MS],
  );
  return rows[0]?.fence ?? 0n;
}

/**
 * Ends the sessions that hold the lock although the lease has expired: their process is frozen or cut off, and Postgres
 * may not notice for long. The lock is free at the next try. Versions without leases keep the lock as long as the
 * reader has no lease row.
 */
async function evictSilentLeader(session: PoolClient, reader: string): Promise<void> {
  await session.query(
    `SELECT pg_terminate_backend(pid)
     FROM pg_locks, log_reader_leases AS lease
     WHERE lease.reader = $1 AND lease.expires_at <= clock_timestamp()
       AND locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32) | objid::bigint = ${LOCK} AND objsubid = 1`,
    [reader],
  );
}
