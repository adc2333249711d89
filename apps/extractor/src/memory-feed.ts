import type { StoredEvent } from '#contracts/events.js';

/** Takes a chunk of events; resolves when its effects are durable, throws on a fault of the infrastructure. */
export type EventBatchHandler = (events: readonly StoredEvent[]) => Promise<void>;

/** Where MemoryEncoded events come from: a Kafka consumer group, or the log itself. At least once, in order per scope. */
export interface MemoryFeed {
  start(handle: EventBatchHandler): Promise<void>;
  stop(): Promise<void>;
}
