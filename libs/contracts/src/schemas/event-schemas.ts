import type { EventType } from '../events.js';
import { GENRES } from '../genres.js';
import { LINK_KINDS } from '../links.js';
import {
  arrayOf,
  COUNT,
  dataSchema,
  FLAG,
  FRACTION,
  type JsonSchema,
  MEMORY_ID,
  object,
  ONTOLOGY_NAME,
  optional,
} from './json-schema.js';
import { SESSION, tag, TEXT, UNIX_NANOS, UUID } from './json-schema.js';
import { NAME_OR_NULL, OBSERVATIONS_OR_NULL, STAGE_REPORT, STATEMENT_VALUE } from './observation-schemas.js';

const TEXT_OR_NULL: JsonSchema = { type: ['string', 'null'] };
const UUID_OR_NULL: JsonSchema = { anyOf: [UUID, { type: 'null' }] };
const GRAPH_CHANGE = object({ upserted: arrayOf(UUID), removed: arrayOf(UUID) });

const memoryEncoded1 = dataSchema('MemoryEncoded', 1, 'A memory was stored.', {
  memory_id: MEMORY_ID,
  text: { ...TEXT_OR_NULL, description: 'null where it was erased, or where the record carries only a reference.' },
  kind: { ...COUNT, description: '0 episodic, 1 semantic, 2 consolidated.' },
  salience: FRACTION,
  session: { ...SESSION, description: 'Number of the session; of a text, the first 64 bits of its SHA-256.' },
  session_text: optional({ ...TEXT, description: 'The session as the caller gave it, if as a text.' }),
  speaker: TEXT_OR_NULL,
  role: tag('user', 'assistant', 'system', 'tool', null),
  genre: optional({ ...tag(...GENRES), description: 'Genre that the caller gave; else absent.' }),
  metadata: { type: ['object', 'null'] },
  tags: optional({ ...arrayOf(TEXT), description: 'In the order of the caller, each once; absent without any.' }),
  created_at_unix_nanos: UNIX_NANOS,
  occurred_at_unix_nanos: UNIX_NANOS,
  expires_at_unix_nanos: optional({ ...UNIX_NANOS, description: 'When it expires; absent for never.' }),
  pinned: optional({ ...FLAG, description: 'Whether it never expires; absent for no.' }),
});

const READING = { type: 'integer', minimum: 1 };

const memoryRevised1 = dataSchema('MemoryRevised', 1, 'A memory was changed. Absent fields are as before.', {
  memory_id: MEMORY_ID,
  version: { ...READING, description: 'Version of the memory from now on.' },
  reading: { ...READING, description: 'MemoryExtracted events of lower readings no longer count.' },
  revised_at_unix_nanos: UNIX_NANOS,
  text: optional({
    ...TEXT_OR_NULL,
    description: 'New text; null where it was erased, or where the record carries only a reference.',
  }),
  salience: optional(FRACTION),
  metadata: optional({ type: ['object', 'null'] }),
  tags: optional(arrayOf(TEXT)),
  expires_at_unix_nanos: optional({ ...UNIX_NANOS, description: '0 for never.' }),
  pinned: optional(FLAG),
});

const memoryForgotten1 = dataSchema('MemoryForgotten', 1, 'A memory was forgotten.', {
  memory_id: MEMORY_ID,
  hard: { ...FLAG, description: 'Whether its text was erased at once, or only after seven days.' },
  reason: optional({ ...tag('expired'), description: 'Present if nobody asked for it.' }),
});

const memoryExtracted1 = dataSchema('MemoryExtracted', 1, 'What the pipeline found in a memory.', {
  memory_id: MEMORY_ID,
  created_at_unix_nanos: UNIX_NANOS,
  stages: arrayOf(STAGE_REPORT),
  observations: OBSERVATIONS_OR_NULL,
  generation: optional({
    ...COUNT,
    description: '0 where absent. A reading by the LLM, or by the other stages, replaces those of a lower generation.',
  }),
  reading: optional({ ...READING, description: '1 where absent; see MemoryRevised.' }),
});

const memoryExtractionFailed1 = dataSchema('MemoryExtractionFailed', 1, 'The pipeline gave up on a memory.', {
  memory_id: MEMORY_ID,
  attempts: COUNT,
  reason: { ...TEXT, description: 'For people; never text of the memory.' },
  reading: optional({ ...READING, description: '1 where absent; see MemoryRevised.' }),
});

const graphUpdated1 = dataSchema('GraphUpdated', 1, 'Rows of the graph that one projection wrote or removed.', {
  memory_ids: arrayOf(MEMORY_ID),
  entities: GRAPH_CHANGE,
  relations: GRAPH_CHANGE,
  statements: GRAPH_CHANGE,
});

const LINK = { source: MEMORY_ID, target: MEMORY_ID, kind: tag(...LINK_KINDS) };

const memoriesLinked1 = dataSchema('MemoriesLinked', 1, 'A link was made between two memories.', {
  ...LINK,
  weight: { type: 'number', minimum: -1, maximum: 1, description: 'Negative only of a contradiction.' },
  created_at_unix_nanos: UNIX_NANOS,
});

const memoriesUnlinked1 = dataSchema('MemoriesUnlinked', 1, 'A link between two memories was removed.', LINK);

const entityCreated1 = dataSchema('EntityCreated', 1, 'A caller made an entity, or gave names to one.', {
  entity_id: { ...UUID, description: 'Of the canonical name; GET /v1/entities/{id} leads on to its survivor.' },
  entity_type_id: COUNT,
  canonical_name: {
    ...TEXT_OR_NULL,
    description: 'null where it was erased, or where the record carries only a reference.',
  },
  aliases: arrayOf(TEXT),
  was_known: { ...FLAG, description: 'Whether the scope had the name already; then it makes no name canonical.' },
  created_at_unix_nanos: UNIX_NANOS,
});

const nameAssigned1 = dataSchema('NameAssigned', 1, 'An operator decided which entity a name belongs to.', {
  entity_id: { ...UUID, description: 'Of the name; GET /v1/entities/{id} leads on to its survivor.' },
  decision: {
    enum: ['merge', 'split', 'release'],
    description: 'With another entity, by itself alone, or again where the graph puts it; the latest holds.',
  },
  into_entity_id: { anyOf: [UUID, { type: 'null' }], description: 'The other entity; null unless merged.' },
  decided_at_unix_nanos: UNIX_NANOS,
});

const entityCorrected1 = dataSchema('EntityCorrected', 1, 'A caller put the type or the name of an entity right.', {
  entity_id: { ...UUID, description: 'That it had; GET /v1/entities/{id} leads on to the corrected one.' },
  entity_ids: { ...arrayOf(UUID), description: 'Of all names that are the corrected entity; the latest holds.' },
  named_id: { ...UUID, description: 'Of the type and the name that it has from now on.' },
  entity_type_id: COUNT,
  canonical_name: {
    ...TEXT_OR_NULL,
    description: 'null where it was erased, or where the record carries only a reference.',
  },
  decided_at_unix_nanos: UNIX_NANOS,
});

const FACT = {
  fact_id: { ...UUID, description: 'Of the decisions about one fact: predicate, subject, and object.' },
  decision_id: { ...UUID, description: 'Of the decision and all that it states; the latest of its time counts.' },
  kind: { ...ONTOLOGY_NAME, description: '`relation`, or the kind of a statement.' },
  predicate: ONTOLOGY_NAME,
  subject_id: { ...UUID, description: 'Of its name; GET /v1/entities/{id} leads on to its survivor.' },
  object_id: { ...UUID_OR_NULL, description: 'The same for the object; null for a value.' },
  value_id: { ...UUID_OR_NULL, description: 'Of the value; null for an entity.' },
  reason: { ...TEXT_OR_NULL, description: 'Reason that the caller gave.' },
  decided_at_unix_nanos: UNIX_NANOS,
};

const STATED_FACT = {
  ...FACT,
  subject: NAME_OR_NULL,
  object: { ...NAME_OR_NULL, description: 'null for a value.' },
  value: { anyOf: [STATEMENT_VALUE, { type: 'null' }], description: 'null for an entity.' },
  text: { ...TEXT_OR_NULL, description: 'Wording of a statement; empty for a relation.' },
  valid_from_unix_nanos: UNIX_NANOS,
  valid_to_unix_nanos: { ...UNIX_NANOS, description: '0 while it holds.' },
  named_id: optional({ ...UUID, description: 'Relation or statement that stated it when it was decided.' }),
};

const factAsserted1 = dataSchema('FactAsserted', 1, 'A caller asserted a fact.', STATED_FACT);

const factConfirmed1 = dataSchema('FactConfirmed', 1, 'A caller confirmed a fact that was read.', {
  ...STATED_FACT,
  memory_id: {
    anyOf: [MEMORY_ID, { type: 'null' }],
    description: 'Memory that says so, with which the confirmation ends; null where a caller had asserted it.',
  },
  reading: optional({
    ...READING,
    description: 'Of the memory; 1 where absent. With a new reading the confirmation ends: see MemoryRevised.',
  }),
  context: optional({
    type: 'array',
    items: MEMORY_ID,
    description: 'Earlier memories that the claim was read with; the confirmation ends with each. Absent: none.',
  }),
});

const factRetracted1 = dataSchema('FactRetracted', 1, 'A caller retracted a fact.', {
  ...FACT,
  named_id: { ...UUID, description: 'Relation, statement or candidate that the caller named.' },
  valid_from_unix_nanos: optional({
    ...UNIX_NANOS,
    description: 'Beginning of the interval that it is about; 0, or absent, when unknown: all before its end.',
  }),
  valid_to_unix_nanos: optional({
    ...UNIX_NANOS,
    description: 'End of the interval; 0, or absent, while it held: all after its beginning.',
  }),
});

const memoryRestored1 = dataSchema('MemoryRestored', 1, 'A memory that was forgotten softly is back.', {
  memory_id: MEMORY_ID,
});

const scopeErased1 = dataSchema('ScopeErased', 1, 'All that a scope held was erased.', {
  erased_at_unix_nanos: UNIX_NANOS,
});

/** Schemas of the data of each event type, by version. A published version never changes. */
export const EVENT_SCHEMAS: Record<EventType, Readonly<Record<number, JsonSchema>>> = {
  MemoryEncoded: { 1: memoryEncoded1 },
  MemoryRevised: { 1: memoryRevised1 },
  MemoryForgotten: { 1: memoryForgotten1 },
  MemoryExtracted: { 1: memoryExtracted1 },
  MemoryExtractionFailed: { 1: memoryExtractionFailed1 },
  GraphUpdated: { 1: graphUpdated1 },
  MemoriesLinked: { 1: memoriesLinked1 },
  MemoriesUnlinked: { 1: memoriesUnlinked1 },
  EntityCreated: { 1: entityCreated1 },
  NameAssigned: { 1: nameAssigned1 },
  EntityCorrected: { 1: entityCorrected1 },
  FactAsserted: { 1: factAsserted1 },
  FactConfirmed: { 1: factConfirmed1 },
  FactRetracted: { 1: factRetracted1 },
  MemoryRestored: { 1: memoryRestored1 },
  ScopeErased: { 1: scopeErased1 },
};
