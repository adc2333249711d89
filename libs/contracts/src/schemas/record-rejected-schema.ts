import { COUNT, dataSchema, type JsonSchema, TEXT } from './json-schema.js';

const BASE64_OR_NULL: JsonSchema = { type: ['string', 'null'], contentEncoding: 'base64' };

const recordRejected1 = dataSchema('RecordRejected', 1, 'A record of a topic could not be read.', {
  topic: TEXT,
  partition: COUNT,
  offset: COUNT,
  reason: { ...TEXT, description: 'For people; never text of the record.' },
  key: BASE64_OR_NULL,
  value: { ...BASE64_OR_NULL, description: 'null where there was none, or where it is too large or not to be kept.' },
  value_bytes: COUNT,
});

export const RECORD_REJECTED_SCHEMAS: Readonly<Record<number, JsonSchema>> = { 1: recordRejected1 };
