import type { EventType, LogPosition } from '#contracts/events.js';
import { isAfter, LOG_START, type LogPage } from '#event-store/read-log.js';
import type { ScopeLogRange } from '#event-store/scope-log.js';
import { pause } from '#event-store/run-loop.js';
import { eventFrame, HEARTBEAT, openingFrame } from './event-frames.js';

/** Interval of heartbeats on an idle stream, in milliseconds. */
export const HEARTBEAT_MS = 15_000;

export interface EventStreamOptions {
  readonly types: readonly EventType[] | null;
  /** Whether the stream waits for further events. */
  readonly follow: boolean;
  readonly read: (range: ScopeLogRange) => Promise<LogPage>;
  readonly idOf: (position: LogPosition) => Promise<string>;
  /** Whether the caller may still read events. @throws if that cannot be found out */
  readonly isAllowed: () => Promise<boolean>;
  readonly heartbeatMs: number;
}

/**
 * One client's stream of a scope's events. It reads a page when the client has taken the one before, so that a slow
 * client falls behind and loses nothing.
 */
export class EventStream {
  private position = LOG_START;
  private until = LOG_START;
  private wake = new AbortController();
  private isClosed = false;
  /** Since when the client has not taken what was offered; undefined while it has. */
  private offeredAt: number | undefined;

  constructor(private readonly options: EventStreamOptions) {}

  /** Milliseconds for which the client has taken nothing of what it was offered. */
  get stalledMs(): number {
    return this.offeredAt === undefined ? 0 : performance.now() - this.offeredAt;
  }

  /** There may be new events, none of them after `until`. */
  advance(until: LogPosition): void {
    if (isAfter(until, this.until)) this.until = until;
    this.wake.abort();
  }

  close(): void {
    this.isClosed = true;
    this.wake.abort();
  }

  /**
   * Text of the stream after a position. It ends after a close, or when the caller may no longer read; a failed read
   * ends it too.
   */
  async *framesAfter(position: LogPosition, id: string): AsyncGenerator<string, void, undefined> {
    this.position = position;
    yield openingFrame(id);
    for await (const text of this.texts()) {
      this.offeredAt = performance.now();
      yield text;
      this.offeredAt = undefined;
    }
  }

  private async *texts(): AsyncGenerator<string, void, undefined> {
    while (!this.isClosed) {
      const woken = (this.wake = new AbortController());
      if (isAfter(this.until, this.position)) {
        const text = await this.nextPage();
        if (text === null) return;
        if (text !== '') yield text;
      } else if (this.options.follow) {
        await pause(this.options.heartbeatMs, woken.signal);
        if (woken.signal.aborted) continue;
        // Without a database nothing is known of the caller, and nothing is delivered either.
        if (!(await this.options.isAllowed().catch(() => true))) return;
        yield HEARTBEAT;
      } else return;
    }
  }

  /** Frames of the next page, which may be none; null when the stream is over. */
  private async nextPage(): Promise<string | null> {
    const { read, types, isAllowed, idOf } = this.options;
    const { events, end, unreadable } = await read({ after: this.position, until: this.until, types });
    if (events.length > 0 && !(await isAllowed())) return null;
    const frames = await Promise.all(events.map(async (event) => eventFrame(event, await idOf(event.at))));
    this.position = end;
    // A process of a newer version may know the event: the client comes back, and continues there.
    return unreadable && frames.length === 0 ? null : frames.join('');
  }
}
