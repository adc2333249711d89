import type { CloudEvent, EventRecord } from './cloud-event.js';
import type { EventType, StoredEvent } from '../events.js';
import { type ExactJson, parseExact } from '../exact-json.js';
import { uuidOfMemoryId } from '../memory-id.js';
import { EVENT_ENVELOPE_SCHEMA } from '../schemas/envelope-schemas.js';
import { EVENT_SCHEMAS } from '../schemas/event-schemas.js';
import { schemaUrn } from '../schemas/json-schema.js';
import { schemaFault } from '../schemas/validate.js';
import { isEventType, upcast } from '../upcast.js';

/** Thrown when a record is not an event that this version can read. The reason never contains text of the record. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent';
  constructor(readonly reason: string) {
    super(`malformed event: ${reason}`);
  }
}

/**
 * Reads the value of a Kafka record that `writeCloudEvent` wrote, in this version or an older one. Data of an older
 * schema version is upcast to the newest; a newer version counts as malformed.
 * @throws MalformedEvent
 */
export function readCloudEvent(text: string): StoredEvent {
  const parsed = parse(text);
  refuse(schemaFault(EVENT_ENVELOPE_SCHEMA, parsed));
  const record = parsed as unknown as EventRecord;
  const type = record.type.slice('engraph.'.length);
  if (!isEventType(type)) throw new MalformedEvent('type is not one of the known events');
  const version = Number(record.dataschema.split(':')[4]);
  const schema = EVENT_SCHEMAS[type][version];
  if (!schema || record.dataschema !== schemaUrn(type, version)) {
    throw new MalformedEvent(`dataschema is not a known version of ${type}`);
  }
  const fault = schemaFault(schema, record.data as unknown as ExactJson);
  refuse(fault === null ? null : `data${fault}`);
  return storedEvent(record, type, version);
}

function parse(text: string): ExactJson {
  try {
    return parseExact(text);
  } catch {
    // No cause: the parser's message quotes the text.
    throw new MalformedEvent('not JSON');
  }
}

function refuse(fault: string | null): void {
  if (fault !== null) throw new MalformedEvent(fault);
}

function storedEvent(record: EventRecord, type: EventType, version: number): StoredEvent {
  const recordedAt = new Date(record.time);
  if (Number.isNaN(recordedAt.getTime())) throw new MalformedEvent('time is not a valid time');
  return {
    id: record.id,
    type,
    schemaVersion: version,
    scope: { scopeId: record.scopeid, namespace: record.namespace, agent: record.agent },
    streamId: streamOf(record),
    at: { epoch: Number(record.logepoch), txid: BigInt(record.logtxid), position: BigInt(record.logposition) },
    recordedAt,
    data: upcast(type, version, record.data),
  } as StoredEvent;
}

/**
 * Stream of an event: the memory for events of a memory, or of a link from it; the entity for created entities, name
 * decisions and corrections; the fact for decisions about one; otherwise the scope. The subject must match the data.
 */
function streamOf(record: EventRecord): string {
  const { subject, data }: CloudEvent<object> = record;
  const id = 'fact_id' in data ? data.fact_id : 'entity_id' in data ? data.entity_id : undefined;
  if (id !== undefined) {
    if (typeof subject !== 'string' || subject !== id)
      throw new MalformedEvent('subject is not the entity or fact that data names');
    return subject;
  }
  const named = 'memory_id' in data ? data.memory_id : 'source' in data ? data.source : undefined;
  if (subject !== named) throw new MalformedEvent('subject is not the memory that data names');
  if (subject === undefined) return record.scopeid;
  const uuid = uuidOfMemoryId(subject);
  if (uuid === null) throw new MalformedEvent('subject is not a memory id');
  return uuid;
}
