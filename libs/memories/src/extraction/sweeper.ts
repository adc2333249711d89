import type { Pool } from 'pg';
import { runLoop } from '#event-store/run-loop.js';
import { sweepPending } from './sweep-pending.js';
import type { StoredEvent } from '#contracts/events.js';

export interface SweeperOptions {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly sweepAfterMs: number;
  /** Publishes events for the extractor again. */
  readonly publish: (events: readonly StoredEvent[]) => Promise<void>;
  /** See `SweepOptions`. */
  readonly behind?: string;
  readonly onError: (error: unknown) => void;
  readonly onSwept: (memories: number) => void;
}

const MEMORIES_AT_A_TIME = 100;

/** Sweeps memories that stayed pending too long, until it is stopped. */
export class Sweeper {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: SweeperOptions) {}

  start(): void {
    const { pool, now, sweepAfterMs, publish, behind, onError, onSwept } = this.options;
    const intervalMs = Math.max(100, Math.min(10_000, sweepAfterMs / 4));
    this.running = runLoop({ signal: this.stopping.signal, intervalMs, onError }, async () => {
      const swept = await sweepPending({
        pool,
        now,
        sweepAfterMs,
        limit: MEMORIES_AT_A_TIME,
        publish,
        behind,
      });
      if (swept > 0) onSwept(swept);
      return swept === MEMORIES_AT_A_TIME;
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}
