import type { Pool } from 'pg';
import type { LogPosition } from '#contracts/events.js';
import { pause, runLoop } from './run-loop.js';
import { LOG_START } from './read-log.js';
import { readLogEnd, readScopesOfLog } from './scope-log.js';

export interface LogTailOptions {
  /** Pool of the owner: one read covers all scopes. */
  readonly pool: Pool;
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

/** Called when the scope has new events, none of which is after `until`. */
export type OnEvents = (until: LogPosition) => void;

/** Events that one read examines; only their scopes are fetched. */
const PAGE_EVENTS = 1_000;

/** Reads that commits of this process cause come no closer than this, in milliseconds. */
const MIN_POLL_MS = 10;

/**
 * Tells any number of followers when their scopes have new events, by one reader of the log's end. It reads nothing
 * while nobody follows. It delivers no events: each follower reads the log of its scope at its own pace, so a slow one
 * costs no memory, and an erased text is never held here.
 */
export class LogTail {
  private readonly followers = new Map<string, Set<OnEvents>>();
  /** Position up to which followers have been told; undefined while nobody follows. */
  private position: LogPosition | undefined;
  private starting: Promise<void> | undefined;
  private session = new AbortController();
  private wake = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly options: LogTailOptions) {}

  /**
   * Follows a scope. The follower has to read up to `from` by itself; it is told of all events after that.
   * @returns `from`, and a function that ends it
   * @throws the driver's error
   */
  async follow(scopeId: string, onEvents: OnEvents): Promise<{ readonly from: LogPosition; readonly end: () => void }> {
    const ofScope = this.followers.get(scopeId) ?? new Set();
    this.followers.set(scopeId, ofScope.add(onEvents));
    const end = (): void => {
      ofScope.delete(onEvents);
      if (ofScope.size === 0 && this.followers.get(scopeId) === ofScope) this.followers.delete(scopeId);
    };
    try {
      return { from: this.position ?? (await this.start()), end };
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Reads now, because this process committed something. */
  nudge(): void {
    this.wake.abort();
  }

  /** Stops; whoever follows from now on hears of nothing. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.followers.clear();
    this.session.abort();
    this.nudge();
    await this.running;
  }

  private async start(): Promise<LogPosition> {
    if (this.isStopped) return LOG_START;
    const { pool, pollMs: intervalMs, onError } = this.options;
    this.starting ??= readLogEnd(pool)
      .then((end) => {
        this.position = end;
        const { signal } = (this.session = new AbortController());
        this.running = runLoop({ signal, intervalMs, onError }, () => this.readOn());
      })
      .finally(() => {
        this.starting = undefined;
      });
    await this.starting;
    // Undefined if everybody left meanwhile.
    return this.position ?? this.start();
  }

  /** One read, and the pause after it. */
  private async readOn(): Promise<boolean> {
    const { position } = this;
    if (this.followers.size === 0 || position === undefined) {
      this.position = undefined;
      this.session.abort();
      return false;
    }
    const woken = (this.wake = new AbortController());
    const { scopeIds, end, isFull } = await readScopesOfLog(this.options.pool, position, PAGE_EVENTS);
    this.position = end;
    for (const scopeId of scopeIds) for (const onEvents of this.followers.get(scopeId) ?? []) onEvents(end);
    if (isFull) return true;
    await pause(MIN_POLL_MS, this.session.signal);
    await pause(Math.max(0, this.options.pollMs - MIN_POLL_MS), woken.signal);
    return true;
  }
}
