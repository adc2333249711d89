import type { Pool, PoolClient } from 'pg';
import type { EventType, LogPosition, StoredEvent } from '#contracts/events.js';
import { UnknownEventVersion } from '#contracts/upcast.js';
import { failpoint } from '#failpoints/failpoints.js';
import { loadCheckpoint, saveCheckpoint } from './checkpoints.js';
import { recordUnknownEvent } from './reader-state.js';
import { readLog } from './read-log.js';
import { type LeaderTerm, tryToLead } from './reader-lease.js';
import { pause, runLoop } from './run-loop.js';

export interface LogSubscriptionOptions {
  readonly pool: Pool;
  /** Name of checkpoint and lease. Of all processes that subscribe under one name, one leads at a time. */
  readonly reader: string;
  /**
   * Event types to handle; null for all types, and then the reader stops before an event that this version does not
   * know.
   */
  readonly types: readonly EventType[] | null;
  readonly limits: { readonly events: number; readonly bytes: number };
  readonly pollMs: number;
  /** When false, memories' texts in the events are empty. */
  readonly withTexts?: boolean;
  /**
   * Must resolve only when the effects of these events are durable: the checkpoint moves after that. It must stop early
   * when `term.lost` aborts, and call `term.assertHeld()` immediately before any effect outside of the database.
   */
  readonly handle: (events: readonly StoredEvent[], term: LeaderTerm) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Called with the fencing number when this process becomes the leader. */
  readonly onLead?: (fence: bigint) => void;
}

/** Upper bound of the interval at which standbys look for a missing leader, in milliseconds. */
const MAX_STANDBY_POLL_MS = 1_000;

/**
 * Subscription that follows the log in order from a checkpoint while this process holds the lease of the reader. A
 * leader that is frozen, cut off or dead is replaced. The next leader continues from the checkpoint and may repeat a
 * range, so `handle` sees every event at least once. A process that lost the lease cannot move the checkpoint.
 */
export class LogSubscription {
  private readonly stopping = new AbortController();
  private wake: AbortController | undefined;
  private running: Promise<void> = Promise.resolve();
  /** Position up to which this process has handled all events; undefined while it does not lead. */
  private position: LogPosition | undefined;

  constructor(private readonly options: LogSubscriptionOptions) {}

  start(): void {
    const { signal } = this.stopping;
    const { onError, pollMs } = this.options;
    const intervalMs = Math.min(pollMs * 5, MAX_STANDBY_POLL_MS);
    this.running = runLoop({ signal, intervalMs, onError }, () => this.runAsLeader());
  }

  /** Reads the log now instead of at the next poll. */
  nudge(): void {
    this.wake?.abort();
  }

  /** Whether this process is the leader and has loaded its checkpoint. */
  get active(): boolean {
    return this.position !== undefined;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.nudge();
    await this.running;
  }

  /**
   * Follows the log while this process holds the lease; resolves to false when another process leads, or after a stop.
   */
  private async runAsLeader(): Promise<boolean> {
    const { pool, reader } = this.options;
    const term = await tryToLead(pool, reader);
    if (!term) return false;
    let session: PoolClient | undefined;
    let broken = true;
    try {
      session = await pool.connect();
      await this.follow(term, session);
      broken = false;
      return false;
    } catch (error) {
      // A process of a newer version may know the event: whoever asks first gets the lease.
      if (error instanceof UnknownEventVersion) await recordUnknownEvent(pool, term, error);
      throw error;
    } finally {
      this.position = undefined;
      // After an error the connection is closed, because a silent server would keep the release waiting.
      session?.release(broken);
      await term.end();
    }
  }

  private async follow(term: LeaderTerm, session: PoolClient): Promise<void> {
    const { reader, onLead } = this.options;
    this.position = await untilAborted(term.lost, loadCheckpoint(session, reader));
    onLead?.(term.fence);
    while (!this.stopping.signal.aborted) await this.advance(term, session, this.position);
  }

  private async advance(term: LeaderTerm, session: PoolClient, from: LogPosition): Promise<void> {
    const woken = (this.wake = new AbortController());
    const { limits, types, pollMs, handle, withTexts } = this.options;
    const page = await untilAborted(term.lost, readLog(session, from, limits, types, withTexts));
    if (page.end !== from) {
      failpoint('follow.after-read');
      term.assertHeld();
      if (page.events.length > 0) await handle(page.events, term);
      failpoint('follow.after-handle');
      await untilAborted(term.lost, saveCheckpoint(session, term, page.end));
      this.position = page.end;
      failpoint('follow.after-checkpoint');
    }
    if (page.unreadable) throw page.unreadable;
    if (page.end === from) await pause(pollMs, AbortSignal.any([woken.signal, this.stopping.signal, term.lost]));
    term.assertHeld();
  }
}

/**
 * Resolves as `work` does, unless the signal aborts first.
 * @throws the reason of the abort, if that comes first
 */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  if (signal.aborted) {
    work.catch(() => undefined);
    throw signal.reason;
  }
  let refuse = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    refuse = () => {
      reject(signal.reason as Error);
    };
  });
  signal.addEventListener('abort', refuse, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', refuse);
  }
}
