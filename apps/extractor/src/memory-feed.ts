import type { StoredEvent } from '#contracts/events.js';

/** Handles a batch of events. Resolves when its effects are durable; throws on infrastructure errors. */
export type EventBatchHandler = (events: readonly StoredEvent[]) => Promise<void>;

/**
 * Source of MemoryEncoded and MemoryRevised events: a Kafka consumer group, or the event log. Delivers at least once,
 * in order per scope.
 */
export interface MemoryFeed {
  start(handle: EventBatchHandler): Promise<void>;
  stop(): Promise<void>;
}
