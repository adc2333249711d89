import type { EventType } from './events.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Partitions of each topic where the deployment does not say otherwise. */
export const DEFAULT_PARTITIONS = 12;

/** Largest record batch a topic takes: a text of 1 MiB in the worst JSON escaping (6 bytes for 1) fits. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** What the broker takes to look (each 5 minutes) and to remove a file (a minute later), with room to spare. */
const BROKER_LAG_MS = HOUR_MS;

/**
 * A record leaves with its segment, once the newest record of that is past the retention: so a segment is closed after a
 * share of the time, and what is left of it is the retention.
 * @param keptMs after this every record is gone
 */
function topic<Name extends string>(name: Name, keptMs: number) {
  const segmentMs = keptMs / 24;
  return { name, keptMs, segmentMs, retentionMs: keptMs - segmentMs - BROKER_LAG_MS };
}

/** Every topic by what it carries; the key of each record is the scope id, of a reply the request id. */
export const TOPICS = {
  memoryEvents: topic('engraph.memory.events', 7 * DAY_MS),
  extractionEvents: topic('engraph.extraction.events', 7 * DAY_MS),
  graphEvents: topic('engraph.graph.events', 7 * DAY_MS),
  /** Short: records hold texts, and credentials in a header. */
  commands: topic('engraph.commands', DAY_MS),
  commandReplies: topic('engraph.command.replies', DAY_MS),
  deadLetters: topic('engraph.dead-letters', 30 * DAY_MS),
} as const;
export type Topic = keyof typeof TOPICS;

const TOPIC_OF_EVENT: Record<EventType, Topic> = {
  MemoryEncoded: 'memoryEvents',
  MemoryForgotten: 'memoryEvents',
  MemoriesLinked: 'memoryEvents',
  MemoriesUnlinked: 'memoryEvents',
  MemoryRestored: 'memoryEvents',
  ScopeErased: 'memoryEvents',
  MemoryExtracted: 'extractionEvents',
  GraphUpdated: 'graphEvents',
  EntityCreated: 'graphEvents',
  NameAssigned: 'graphEvents',
  MemoryExtractionFailed: 'deadLetters',
};

/** The topic that carries events of a type. */
export function topicOfEvent(type: EventType): Topic {
  return TOPIC_OF_EVENT[type];
}

/** Name of a topic at the broker; with prefix `staging.` it is `staging.engraph.memory.events`, with '' it has none. */
export function topicName(topic: Topic, prefix: string): string {
  return prefix + TOPICS[topic].name;
}
