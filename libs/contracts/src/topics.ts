import type { EventType } from './events.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Default number of partitions of each topic. */
export const DEFAULT_PARTITIONS = 12;

/** Maximum size of a record batch: a text of 1 MiB fits in the worst JSON escaping (6 bytes for 1). */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Allowance for the broker, which checks retention every 5 minutes and removes a file a minute later. */
const BROKER_LAG_MS = HOUR_MS;

/**
 * Settings of a topic. The broker deletes whole segments, once the newest record of a segment is past the retention. So
 * a segment is closed after a part of the total time, and the rest of it is the retention.
 * @param keptMs time after which every record is gone, in milliseconds
 */
function topic<Name extends string>(name: Name, keptMs: number) {
  const segmentMs = keptMs / 24;
  return { name, keptMs, segmentMs, retentionMs: keptMs - segmentMs - BROKER_LAG_MS };
}

/** All topics; the key of each record is the scope id, that of a reply is the request id. */
export const TOPICS = {
  memoryEvents: topic('engraph.memory.events', 7 * DAY_MS),
  extractionEvents: topic('engraph.extraction.events', 7 * DAY_MS),
  graphEvents: topic('engraph.graph.events', 7 * DAY_MS),
  /** Short, because the records contain texts, and credentials in a header. */
  commands: topic('engraph.commands', DAY_MS),
  commandReplies: topic('engraph.command.replies', DAY_MS),
  deadLetters: topic('engraph.dead-letters', 30 * DAY_MS),
} as const;
export type Topic = keyof typeof TOPICS;

const TOPIC_OF_EVENT: Record<EventType, Topic> = {
  MemoryEncoded: 'memoryEvents',
  MemoryRevised: 'memoryEvents',
  MemoryForgotten: 'memoryEvents',
  MemoriesLinked: 'memoryEvents',
  MemoriesUnlinked: 'memoryEvents',
  MemoryRestored: 'memoryEvents',
  ScopeErased: 'memoryEvents',
  MemoryExtracted: 'extractionEvents',
  GraphUpdated: 'graphEvents',
  EntityCreated: 'graphEvents',
  NameAssigned: 'graphEvents',
  EntityCorrected: 'graphEvents',
  FactAsserted: 'graphEvents',
  FactConfirmed: 'graphEvents',
  FactRetracted: 'graphEvents',
  MemoryExtractionFailed: 'deadLetters',
};

/** Topic of an event type. */
export function topicOfEvent(type: EventType): Topic {
  return TOPIC_OF_EVENT[type];
}

/** Name of a topic at the broker: with prefix `staging.` it is `staging.engraph.memory.events`. */
export function topicName(topic: Topic, prefix: string): string {
  return prefix + TOPICS[topic].name;
}
