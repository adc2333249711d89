import type { Pool } from 'pg';
import { LogSubscription } from '#event-store/log-subscription.js';
import type { EventBatchHandler, MemoryFeed } from './memory-feed.js';

export interface LogFeedOptions {
  readonly pool: Pool;
  readonly chunk: number;
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

/** Memories held in hand at a time are cut by their text, too. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Names the extractor's place in the log. */
export const LOG_FEED_READER = 'extractor';

/** Feeds the extractor straight from the log: one process without Kafka. Others on the same database stand by. */
export class LogFeed implements MemoryFeed {
  private follower: LogSubscription | undefined;

  constructor(private readonly options: LogFeedOptions) {}

  start(handle: EventBatchHandler): Promise<void> {
    const { pool, chunk, pollMs, onError } = this.options;
    this.follower = new LogSubscription({
      pool,
      reader: LOG_FEED_READER,
      types: ['MemoryEncoded'],
      limits: { events: chunk, bytes: CHUNK_BYTES },
      pollMs,
      // Only their scopes are asked for: what is extracted is read with the memory.
      withTexts: false,
      handle,
      onError,
    });
    this.follower.start();
    return Promise.resolve();
  }

  /** Reads the log now: something was committed in this process. */
  nudge(): void {
    this.follower?.nudge();
  }

  async stop(): Promise<void> {
    await this.follower?.stop();
  }
}
