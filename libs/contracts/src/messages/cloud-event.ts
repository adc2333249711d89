import { EVENT_VERSIONS, type EventData, type EventType, type StoredEvent } from '../events.js';
import type { MemoryEncoded, MemoryRevised, StoredEventOf } from '../events.js';
import { memoryIdOfUuid } from '../memory-id.js';
import { stringifyExact } from '../exact-json.js';
import { schemaUrn } from '../schemas/json-schema.js';

/** A CloudEvents 1.0 message in structured mode. */
export interface CloudEvent<T = unknown> {
  readonly specversion: '1.0';
  /** Together with `source`, identifies the message; repeated deliveries have the same. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject?: string;
  /** RFC 3339 timestamp. */
  readonly time?: string;
  readonly datacontenttype?: 'application/json';
  /** `urn:engraph:schema:<type>:<version>` */
  readonly dataschema?: string;
  readonly data: T;
}

/** An event of the log as a CloudEvent; scope and log position are extension attributes. */
export interface EventRecord<T extends EventType = EventType> extends CloudEvent<EventData[T]> {
  readonly source: 'engraph';
  readonly type: `engraph.${T}`;
  readonly time: string;
  readonly dataschema: string;
  readonly scopeid: string;
  readonly namespace: string;
  readonly agent: string;
  readonly logepoch: string;
  readonly logtxid: string;
  readonly logposition: string;
  /** Path at which to read what a reference leaves out; absent on a complete record. */
  readonly dataref?: string;
}

/** The event with all of its data. */
export function toCloudEvent(event: StoredEvent): EventRecord {
  return record(event, event.data);
}

/**
 * Converts an event without what may be large or private: texts and observations are null, lists are empty, and
 * `dataref` says where to read them. Events that contain neither are complete.
 */
export function toCloudEventReference(event: StoredEvent): EventRecord {
  if (isSmall(event)) return toCloudEvent(event);
  switch (event.type) {
    case 'MemoryEncoded':
      return record(event, withoutContent(event.data), memoryRoute(event));
    case 'MemoryRevised':
      return record(event, withoutChanges(event.data), memoryRoute(event));
    case 'MemoryExtracted':
      return record(event, { ...event.data, observations: null }, memoryRoute(event));
    case 'GraphUpdated':
      return record(event, { memory_ids: [], entities: NONE, relations: NONE, statements: NONE }, '/v1/graph');
    case 'EntityCreated':
      return record(
        event,
        { ...event.data, canonical_name: null, aliases: [] },
        `/v1/entities/${event.data.entity_id}`,
      );
    case 'EntityCorrected':
      return record(event, { ...event.data, canonical_name: null }, `/v1/entities/${event.data.entity_id}`);
    case 'FactAsserted':
    case 'FactConfirmed':
      return record(
        event,
        { ...event.data, ...NOTHING_SAID, reason: null },
        `/v1/entities/${event.data.subject_id}/profile`,
      );
    case 'FactRetracted':
      return record(event, { ...event.data, reason: null }, `/v1/entities/${event.data.subject_id}/profile`);
  }
}

/** Types of events that contain neither text nor names, nor long lists. */
const SMALL = [
  ...(['NameAssigned', 'MemoryForgotten', 'MemoriesLinked', 'MemoriesUnlinked', 'MemoryRestored'] as const),
  ...(['ScopeErased', 'MemoryExtractionFailed'] as const),
] as const;

function isSmall(event: StoredEvent): event is Extract<StoredEvent, { type: (typeof SMALL)[number] }> {
  return SMALL.some((type) => type === event.type);
}

/** Serialises an event as the value of a Kafka record; integers are exact. */
export function writeCloudEvent(event: StoredEvent): string {
  return stringifyExact(toCloudEvent(event));
}

/** The event without text, speaker, metadata, tags and the text of its session. */
function withoutContent(event: MemoryEncoded): MemoryEncoded {
  const data = { ...event, text: null, speaker: null, metadata: null };
  delete data.tags;
  delete data.session_text;
  return data;
}

const NONE = { upserted: [], removed: [] };
const NOTHING_SAID = { subject: null, object: null, value: null, text: null };
const BY_UUID: readonly EventType[] = [
  'EntityCreated',
  'NameAssigned',
  'EntityCorrected',
  'FactAsserted',
  'FactConfirmed',
  'FactRetracted',
];

/** The event without new text, metadata and tags. */
function withoutChanges(event: MemoryRevised): MemoryRevised {
  const data = { ...event, ...(event.text !== undefined && { text: null }), metadata: null };
  if (event.metadata === undefined) delete (data as { metadata?: null }).metadata;
  delete data.tags;
  return data;
}

function memoryRoute(event: StoredEventOf<'MemoryEncoded' | 'MemoryRevised' | 'MemoryExtracted'>): string {
  return `/v1/memories/${event.data.memory_id}/inspect`;
}

/**
 * Subject of an event: a memory by its decimal id, an entity or a decided fact by its UUID; absent for events of the
 * whole graph.
 */
function subjectOf({ type, scope, streamId }: StoredEvent): { subject?: string } {
  if (streamId === scope.scopeId) return {};
  return { subject: BY_UUID.includes(type) ? streamId : memoryIdOfUuid(streamId) };
}

/** Builds the record. Reading the log upcast the data, so it is published as the newest schema version. */
function record(event: StoredEvent, data: EventData[EventType], dataref?: string): EventRecord {
  const { scope, at, type } = event;
  return {
    specversion: '1.0',
    id: event.id,
    source: 'engraph',
    type: `engraph.${type}`,
    ...subjectOf(event),
    time: event.recordedAt.toISOString(),
    datacontenttype: 'application/json',
    dataschema: schemaUrn(type, EVENT_VERSIONS[type]),
    scopeid: scope.scopeId,
    namespace: scope.namespace,
    agent: scope.agent,
    logepoch: String(at.epoch),
    logtxid: at.txid.toString(),
    logposition: at.position.toString(),
    ...(dataref !== undefined && { dataref }),
    data,
  };
}
