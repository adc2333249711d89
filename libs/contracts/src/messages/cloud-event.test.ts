import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { toCloudEvent, toCloudEventReference, writeCloudEvent } from './cloud-event.js';
import { MalformedEvent, readCloudEvent } from './cloud-event-reader.js';
import { type EventType, EVENT_VERSIONS, type StoredEvent } from '../events.js';
import { type ExactJson, parseExact, stringifyExact } from '../exact-json.js';

const types = Object.keys(EVENT_VERSIONS) as EventType[];

function goldenEvent(type: EventType): Record<string, ExactJson> {
  const url = new URL(`../../golden/${type}.v${String(EVENT_VERSIONS[type])}.json`, import.meta.url);
  return (parseExact(readFileSync(url, 'utf8')) as { cloudEvent: Record<string, ExactJson> }).cloudEvent;
}

function stored(type: EventType): StoredEvent {
  return readCloudEvent(stringifyExact(goldenEvent(type)));
}

function faultOf(change: object, type: EventType = 'MemoryEncoded'): string {
  try {
    readCloudEvent(stringifyExact({ ...goldenEvent(type), ...change }));
  } catch (error) {
    if (error instanceof MalformedEvent) return error.reason;
    throw error;
  }
  throw new Error('it was read');
}

test.each(types)('%s is read back equal to what was written', (type) => {
  const event = stored(type);
  expect(readCloudEvent(writeCloudEvent(event))).toEqual(event);
});

test('integers beyond 2^53 are read back exactly', () => {
  const text = writeCloudEvent(stored('MemoryEncoded'));
  expect(text).toContain('"session":18446744073709551615');
  expect(text).toContain('"occurred_at_unix_nanos":1700000000000000001');
  expect(stored('MemoryEncoded').data).toMatchObject({
    session: 18_446_744_073_709_551_615n,
    occurred_at_unix_nanos: 1_700_000_000_000_000_001n,
  });
});

test('an event of an older version is published as the newest, to which its data was upcast', () => {
  const event = { ...stored('MemoryForgotten'), schemaVersion: 0 };
  expect(toCloudEvent(event).dataschema).toBe('urn:engraph:schema:MemoryForgotten:1');
});

test.each(types)('a reference to %s is readable, and contains neither text nor names', (type) => {
  const reference = toCloudEventReference(stored(type));
  const profile = '/v1/entities/5f0c9a3e-5f3d-5a51-8f0f-9a1f0d9c2b11/profile';
  expect(stringifyExact(reference)).not.toMatch(/Maria|Lisbon|café/);
  expect(readCloudEvent(stringifyExact(reference)).id).toBe(stored(type).id);
  expect(reference.dataref).toBe(
    {
      MemoryEncoded: `/v1/memories/${String(reference.subject)}/inspect`,
      MemoryRevised: `/v1/memories/${String(reference.subject)}/inspect`,
      MemoryExtracted: `/v1/memories/${String(reference.subject)}/inspect`,
      GraphUpdated: '/v1/graph',
      MemoryForgotten: undefined,
      MemoriesLinked: undefined,
      MemoriesUnlinked: undefined,
      EntityCreated: `/v1/entities/${String(reference.subject)}`,
      NameAssigned: undefined,
      EntityCorrected: `/v1/entities/${String(reference.subject)}`,
      FactAsserted: profile,
      FactConfirmed: profile,
      FactRetracted: profile,
      MemoryRestored: undefined,
      ScopeErased: undefined,
      MemoryExtractionFailed: undefined,
    }[type],
  );
});

test.each([
  [{ id: 'not-a-uuid' }, '/id must match format "uuid"'],
  [{ type: 'engraph.Nonsense' }, 'type is not one of the known events'],
  [{ type: 'engraph.toString' }, 'type is not one of the known events'],
  [{ dataschema: 'urn:engraph:schema:MemoryEncoded:2' }, 'dataschema is not a known version of MemoryEncoded'],
  [{ dataschema: 'urn:engraph:schema:MemoryForgotten:1' }, 'dataschema is not a known version of MemoryEncoded'],
  [{ subject: undefined }, 'subject is not the memory that data names'],
  [{ subject: '7' }, 'subject is not the memory that data names'],
  [{ time: 'yesterday' }, '/time must match format "date-time"'],
  [{ logtxid: '-1' }, '/logtxid must match pattern "^(0|[1-9][0-9]{0,19})$"'],
  [{ data: null }, '/data must be object'],
])('an envelope with %j is malformed', (change, reason) => {
  expect(faultOf(change)).toBe(reason);
});

test('a memory id beyond 128 bits is malformed', () => {
  const memoryId = '9'.repeat(39);
  const data = { memory_id: memoryId, hard: true };
  expect(faultOf({ subject: memoryId, data }, 'MemoryForgotten')).toBe('subject is not a memory id');
});

test('an error names place and rule, and quotes nothing of the record', () => {
  const { data } = goldenEvent('MemoryEncoded') as { data: Record<string, ExactJson> };
  expect(faultOf({ data: { ...data, text: ['secret'] } })).toBe('data/text must be string,null');
  expect(faultOf({ data: { ...data, session: -1 } })).toBe(
    'data/session must be a number of the stated kind and range',
  );
  for (const text of ['secret', '{"secret"', '"secret"', '["secret"]', '{"secret":"secret"}', '']) {
    expect(() => readCloudEvent(text)).toThrow(MalformedEvent);
    expect(() => readCloudEvent(text)).not.toThrow(/secret/);
  }
});
