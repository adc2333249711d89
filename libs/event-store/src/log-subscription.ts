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
  /** Names checkpoint and lease; of all processes that follow under one name, one leads at a time. */
  readonly reader: string;
  /** Events to handle; null: all, and none is passed that this program does not know. */
  readonly types: readonly EventType[] | null;
  readonly limits: { readonly events: number; readonly bytes: number };
  readonly pollMs: number;
  /** false: events come with the texts of memories empty. */
  readonly withTexts?: boolean;
  /**
   * Must resolve only when the effects of these events are durable; the checkpoint moves after that. It stops early when
   * `term.lost` aborts, and has no effect outside of the database without `term.assertHeld()` just before it.
   */
  readonly handle: (events: readonly StoredEvent[], term: LeaderTerm) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Told when this process begins to lead. */
  readonly onLead?: (fence: bigint) => void;
}

/** Standbys look for a leader that is gone this often at least, in milliseconds. */
const MAX_STANDBY_POLL_MS = 1_000;

/**
 * Follows the log in order from a checkpoint, as long as this process holds the lease of the reader. One that is frozen,
 * cut off or dead is replaced; the next leader goes on from the checkpoint and may repeat a range, so `handle` sees every
 * event at least once. Whoever lost the lease cannot move the checkpoint.
 */
export class LogSubscription {
  private readonly stopping = new AbortController();
  private wake: AbortController | undefined;
  private running: Promise<void> = Promise.resolve();
  /** Place up to which everything was handled, by this process. */
  private position: LogPosition | undefined;

  constructor(private readonly options: LogSubscriptionOptions) {}

  start(): void {
    const { signal } = this.stopping;
    const { onError, pollMs } = this.options;
    const intervalMs = Math.min(pollMs * 5, MAX_STANDBY_POLL_MS);
    this.running = runLoop({ signal, intervalMs, onError }, () => this.runAsLeader());
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

  /** Follows for as long as this process holds the lease; returns false when another leads. */
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
      // Another process, of a newer version, may know it: the lease goes to whoever asks for it first.
      if (error instanceof UnknownEventVersion) await recordUnknownEvent(pool, term, error);
      throw error;
    } finally {
      this.position = undefined;
      // A server that is silent is not waited for: the connection is closed.
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

/** @throws the reason of the abort, where that comes first */
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
