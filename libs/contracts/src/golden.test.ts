import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { toCloudEvent } from './messages/cloud-event.js';
import { readCloudEvent } from './messages/cloud-event-reader.js';
import { readCommand } from './messages/commands.js';
import { EVENT_VERSIONS } from './events.js';
import { type ExactJson, parseExact, stringifyExact } from './exact-json.js';
import { CLOUD_EVENT_SCHEMA } from './schemas/envelope-schemas.js';
import { publishedSchemas } from './schemas/published-schemas.js';
import { schemaFault } from './schemas/validate.js';
import { isEventType, upcast } from './upcast.js';

interface Golden {
  readonly data: ExactJson;
  readonly cloudEvent: { readonly type: string; readonly dataschema: string; readonly data: ExactJson };
}

const folder = new URL('../golden/', import.meta.url);
const files = readdirSync(folder);
const eventFiles = files.filter((file) => isEventType(typeOf(file)));
const schemas = publishedSchemas();

function typeOf(file: string): string {
  return file.split('.')[0] ?? '';
}

function golden(file: string): Golden {
  return parseExact(readFileSync(new URL(file, folder), 'utf8')) as unknown as Golden;
}

test('every message and version has a golden file', () => {
  const messages = [...schemas.keys()].filter((file) => /\.v[0-9]+\.json$/.test(file));
  expect(files).toEqual(expect.arrayContaining(messages));
  const versions = Object.entries(EVENT_VERSIONS).flatMap(([type, newest]) =>
    Array.from({ length: newest }, (_, i) => `${type}.v${String(i + 1)}.json`),
  );
  expect(files).toEqual(expect.arrayContaining(versions));
});

test.each(eventFiles)('the golden event %s is read, and written back unchanged', (file) => {
  const { cloudEvent, data } = golden(file);
  const event = readCloudEvent(stringifyExact(cloudEvent));
  expect(event.data).toEqual(upcast(event.type, event.schemaVersion, data));
  if (event.schemaVersion === EVENT_VERSIONS[event.type]) expect(toCloudEvent(event)).toEqual(cloudEvent);
});

test.each(files)('the golden message %s conforms to its schema', (file) => {
  const { cloudEvent, data } = golden(file);
  const schema = schemas.get(file);
  expect(schema && schemaFault(schema, data)).toBeNull();
  expect(schemaFault(CLOUD_EVENT_SCHEMA, cloudEvent as unknown as ExactJson)).toBeNull();
  expect(cloudEvent.data).toEqual(data);
  expect(cloudEvent.type).toBe(`engraph.${typeOf(file)}`);
  expect(cloudEvent.dataschema).toBe(schema?.['$id']);
});

test.each(['EncodeMemory.v1.json', 'ForgetMemory.v1.json'])('the golden command %s is read', (file) => {
  const { cloudEvent } = golden(file);
  const command = readCommand(stringifyExact(cloudEvent), 'Bearer key');
  const { request_id: requestId, scope, ...fields } = cloudEvent.data as Record<string, ExactJson>;
  expect(command).toEqual({
    type: typeOf(file),
    requestId,
    scope: scope ?? null,
    fields,
    authorization: 'Bearer key',
  });
});
