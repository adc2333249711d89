import {
  arrayOf,
  COUNT,
  FLAG,
  FRACTION,
  type JsonSchema,
  MEMORY_ID,
  object,
  ONTOLOGY_NAME,
  optional,
} from './json-schema.js';
import { tag, TEXT, UNIX_NANOS } from './json-schema.js';

const STAGE = tag('pattern', 'classifier', 'llm');
const POLARITY = tag('asserted', 'ended', 'retracted');
const NAME_REF = { type: ONTOLOGY_NAME, name: TEXT };
const CLAIM = {
  polarity: POLARITY,
  event_at_unix_nanos: UNIX_NANOS,
  confidence: FRACTION,
  stage: STAGE,
  context: optional(arrayOf(MEMORY_ID)),
  verdict: optional({
    ...object({ asked: POLARITY, said: tag('holds', 'ended', 'not_said') }),
    description: 'Where it is what the LLM says of a claim of another stage, which had the polarity `asked`.',
  }),
};

const MENTION = object({ ...NAME_REF, start: COUNT, end: COUNT, confidence: FRACTION, stage: STAGE });

const RELATION = object({ type: ONTOLOGY_NAME, from: object(NAME_REF), to: object(NAME_REF), ...CLAIM });

/** Value of a statement. */
export const STATEMENT_VALUE: JsonSchema = {
  anyOf: [
    object({ type: tag('text'), value: TEXT }),
    object({ type: tag('integer', 'unix_nanos'), value: { type: 'integer' } }),
    object({ type: tag('float'), value: { type: 'number' } }),
    object({ type: tag('bool'), value: FLAG }),
  ],
};

const STATEMENT_OBJECT: JsonSchema = {
  anyOf: [object({ kind: tag('entity'), ...NAME_REF }), object({ kind: tag('value'), value: STATEMENT_VALUE })],
};

const STATEMENT = object({
  kind: ONTOLOGY_NAME,
  predicate: ONTOLOGY_NAME,
  subject: object(NAME_REF),
  object: STATEMENT_OBJECT,
  text: TEXT,
  ...CLAIM,
});

const ALIAS = object({ type: ONTOLOGY_NAME, name: TEXT, alias: TEXT, confidence: FRACTION, stage: STAGE });

const END = object({
  predicate: ONTOLOGY_NAME,
  subject: object(NAME_REF),
  event_at_unix_nanos: UNIX_NANOS,
  confidence: FRACTION,
  stage: STAGE,
});

/** A name with its type; null when it was erased, or when the record is a reference. */
export const NAME_OR_NULL: JsonSchema = { ...object(NAME_REF), type: ['object', 'null'] };

/** Observations of one memory; null when they were erased, or when the record is a reference. */
export const OBSERVATIONS_OR_NULL: JsonSchema = {
  ...object({
    mentions: arrayOf(MENTION),
    relations: arrayOf(RELATION),
    statements: arrayOf(STATEMENT),
    aliases: arrayOf(ALIAS),
    ends: optional(arrayOf(END)),
  }),
  type: ['object', 'null'],
};

export const STAGE_REPORT = object({
  stage: STAGE,
  version: TEXT,
  state: tag('done', 'partial', 'skipped', 'failed'),
  mentions: COUNT,
  relations: COUNT,
  statements: COUNT,
  duration_ms: { type: 'number', minimum: 0 },
  error: optional(TEXT),
});
