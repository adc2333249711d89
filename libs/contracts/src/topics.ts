import type { EventType } from './events.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Partitions of each topic where the deployment does not say otherwise. */
export const DEFAULT_PARTITIONS = 12;

/** Largest record batch a topic takes: a text of 1 MiB in the worst JSON escaping (6 bytes for 1) fits. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Every topic by what it carries; the key of each record is the scope id, of a reply the request id. */
export const TOPICS = {
  memoryEvents: { name: 'engraph.memory.events', retentionMs: 7 * DAY_MS },
  extractionEvents: { name: 'engraph.extraction.events', retentionMs: 7 * DAY_MS },
  graphEvents: { name: 'engraph.graph.events', retentionMs: 7 * DAY_MS },
  /** Short: records hold texts, and credentials in a header. */
  commands: { name: 'engraph.commands', retentionMs: DAY_MS },
  commandReplies: { name: 'engraph.command.replies', retentionMs: DAY_MS },
  deadLetters: { name: 'engraph.dead-letters', retentionMs: 30 * DAY_MS },
} as const satisfies Record<string, { readonly name: string; readonly retentionMs: number }>;
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
