import { COMMAND_SCHEMAS } from './command-schemas.js';
import { CLOUD_EVENT_SCHEMA, EVENT_ENVELOPE_SCHEMA } from './envelope-schemas.js';
import { EVENT_SCHEMAS } from './event-schemas.js';
import type { JsonSchema } from './json-schema.js';
import { RECORD_REJECTED_SCHEMAS } from './record-rejected-schema.js';

/** Every published schema, by its file name in libs/contracts/schemas. */
export function publishedSchemas(): Map<string, JsonSchema> {
  const messages = { ...EVENT_SCHEMAS, ...COMMAND_SCHEMAS, RecordRejected: RECORD_REJECTED_SCHEMAS };
  const files = new Map<string, JsonSchema>([
    ['CloudEvent.json', CLOUD_EVENT_SCHEMA],
    ['EventEnvelope.json', EVENT_ENVELOPE_SCHEMA],
  ]);
  for (const [type, versions] of Object.entries(messages)) {
    for (const [version, schema] of Object.entries(versions)) files.set(`${type}.v${version}.json`, schema);
  }
  return files;
}
