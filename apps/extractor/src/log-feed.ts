import type { Pool } from 'pg';
import { LogSubscription } from '#event-store/log-subscription.js';
import type { EventBatchHandler, MemoryFeed } from './memory-feed.js';

export interface LogFeedOptions {
  readonly pool: Pool;
  readonly chunk: number;
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

/** Maximum bytes of a batch, besides its number of events. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Name of the extractor's checkpoint in the log. */
export const LOG_FEED_READER = 'extractor';

/**
 * Feeds the extractor from the event log, without Kafka. One process at a time reads; others on the same database stand
 * by.
 */
export class LogFeed implements MemoryFeed {
  private subscription: LogSubscription | undefined;

  constructor(private readonly options: LogFeedOptions) {}

  start(handle: EventBatchHandler): Promise<void> {
    const { pool, chunk, pollMs, onError } = this.options;
    this.subscription = new LogSubscription({
      pool,
      reader: LOG_FEED_READER,
      types: ['MemoryEncoded', 'MemoryRevised'],
      limits: { events: chunk, bytes: MAX_BATCH_BYTES },
      pollMs,
      // The scheduler needs only scope ids; texts are read when a memory is extracted.
      withTexts: false,
      handle,
      onError,
    });
    this.subscription.start();
    return Promise.resolve();
  }

  /** Reads the log now, because this process committed something. */
  nudge(): void {
    this.subscription?.nudge();
  }

  async stop(): Promise<void> {
    await this.subscription?.stop();
  }
}
