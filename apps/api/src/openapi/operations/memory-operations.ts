import { arrayOf, FLAG, object, optional, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { LIMITS } from '../../shared/request-limits.js';
import type { Operation } from './operation.js';
import {
  COUNT_FIELD,
  CURSOR,
  described,
  ENTITY_ID,
  input,
  limit,
  MEMORY_ID_FIELD,
  NANOS,
  nullable,
  parameter,
  QNAME,
  query,
  ref,
  SESSION_FIELD,
  SHARE,
} from './schema-parts.js';

const KIND = described({ type: 'integer', enum: [0, 1, 2] }, '0 episodic, 1 semantic, 2 consolidated.');
const EXTRACTION: JsonSchema = { enum: ['pending', 'done', 'partial', 'failed'] };
const STATE = described({ type: 'integer', enum: [0, 1] }, '0 active, 1 forgotten.');

export const MEMORY_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  EncodeMemory: input(['text'], {
    text: described(
      { type: 'string', minLength: 1 },
      'What was said: not blank, at most 1 MiB of UTF-8; kept as sent.',
    ),
    speaker: described(nullable(TEXT), 'Who says "I", at most 1 KiB; without it `user`.'),
    role: nullable({ enum: ['user', 'assistant', 'system'] }),
    session: nullable(SESSION_FIELD),
    context: described(nullable(SESSION_FIELD), 'Alias of session.'),
    occurred_at_unix_nanos: nullable(NANOS),
    occurred_at: described(nullable(NANOS), 'Alias of occurred_at_unix_nanos.'),
    kind: nullable({ type: 'integer', enum: [0, 1] }),
    metadata: described({ type: ['object', 'null'] }, 'At most 64 KiB and 32 levels.'),
    dedupe: nullable({ enum: ['none', 'content'] }),
  }),
  MemoryCreationResult: object({
    memory_id: MEMORY_ID_FIELD,
    was_deduplicated: FLAG,
    salience: SHARE,
    kind: KIND,
    created_at_unix_nanos: NANOS,
    auto_edges_added: described(
      COUNT_FIELD,
      'Links made with the write: followed_by from the turn before it in its session.',
    ),
  }),
  Memory: object({
    memory_id: MEMORY_ID_FIELD,
    text: TEXT,
    kind: KIND,
    state: STATE,
    session: nullable(SESSION_FIELD),
    speaker: nullable(TEXT),
    created_at_unix_nanos: NANOS,
    occurred_at_unix_nanos: NANOS,
    last_accessed_at_unix_nanos: NANOS,
    salience: SHARE,
    access_count: COUNT_FIELD,
    statement_count: COUNT_FIELD,
    entity_count: COUNT_FIELD,
    relation_count: COUNT_FIELD,
    extraction: EXTRACTION,
  }),
  MemoryPage: object({ items: arrayOf(ref('schemas', 'Memory')), next_cursor: optional(TEXT) }),
  ForgetMemory: input(['memory_id'], {
    memory_id: MEMORY_ID_FIELD,
    hard: described(nullable(FLAG), 'Erase the text now; without it, after 7 days.'),
  }),
  ForgetResult: object({ memory_id: MEMORY_ID_FIELD, was_already_forgotten: FLAG, edges_removed: COUNT_FIELD }),
  StageReport: object({
    stage: { enum: ['pattern', 'classifier', 'llm'] },
    version: TEXT,
    state: { enum: ['done', 'partial', 'skipped', 'failed'] },
    mentions: COUNT_FIELD,
    relations: COUNT_FIELD,
    statements: COUNT_FIELD,
    duration_ms: COUNT_FIELD,
    error: optional(TEXT),
  }),
  InspectedMemory: object({
    found: { const: true },
    memory_id: MEMORY_ID_FIELD,
    text: TEXT,
    artifact: object({
      record: object({
        memory_id: MEMORY_ID_FIELD,
        kind: KIND,
        state: STATE,
        salience: SHARE,
        created_at_unix_nanos: NANOS,
        occurred_at_unix_nanos: NANOS,
        vector_dim: COUNT_FIELD,
        text_len: described(COUNT_FIELD, 'Code points.'),
      }),
      vector: arrayOf({ type: 'number' }),
      keyword_fields: arrayOf(object({ field: TEXT, terms: arrayOf(TEXT) })),
      hype_questions: arrayOf(TEXT),
      graph: object({
        nodes: arrayOf(object({ id: ENTITY_ID, name: TEXT, kind: { const: 'entity' }, type_qname: QNAME })),
        edges: arrayOf(
          object({
            source: ENTITY_ID,
            target: ENTITY_ID,
            predicate: QNAME,
            kind: { enum: ['relation', 'fact'] },
            confidence: SHARE,
            event_at_unix_nanos: optional(NANOS),
            valid_to_unix_nanos: optional(NANOS),
          }),
        ),
      }),
      extraction: object({
        state: EXTRACTION,
        stages: arrayOf(ref('schemas', 'StageReport')),
        mentions: arrayOf(
          object({
            entity_id: ENTITY_ID,
            text: TEXT,
            start: described(COUNT_FIELD, 'Code points.'),
            end: COUNT_FIELD,
            stage: TEXT,
            confidence: SHARE,
          }),
        ),
      }),
    }),
  }),
};

/** Path parameter with a memory id. */
const ID = parameter('path', 'id', { schema: MEMORY_ID_FIELD, description: 'Id of the memory.' });

export const MEMORY_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'encodeMemory', method: 'post', path: '/v1/memories', tag: 'memories', permission: 'encode' },
    summary: 'Store a memory',
    description:
      'The answer means: on disk, with its event. Extraction follows; `Prefer: wait=N` holds the answer until it is over, or N seconds are.',
    parameters: [
      parameter('header', 'Prefer', {
        schema: { type: 'string', pattern: '^wait=[0-9]{1,9}$' },
        description: 'wait=N: hold the answer until the extraction is over, at most N seconds and at most 30.',
      }),
    ],
    body: { schema: ref('schemas', 'EncodeMemory'), required: true },
    answer: ref('schemas', 'MemoryCreationResult'),
    writes: true,
    refers: true,
    headers: {
      'Preference-Applied': { type: 'string', pattern: '^wait=[0-9]+; extraction=(pending|done|partial|failed)$' },
    },
  },
  {
    ...{ operationId: 'listMemories', method: 'get', path: '/v1/memories', tag: 'memories', permission: 'recall' },
    summary: 'List memories, page by page',
    parameters: [
      limit(50, LIMITS.memories),
      CURSOR,
      query('dir', 'Newest first, or oldest first.', { enum: ['desc', 'asc'], default: 'desc' }),
      query('session', 'Memories of this session alone.', SESSION_FIELD),
      query('include_tombstoned', 'Also those forgotten, not erased.', { type: 'boolean', default: false }),
    ],
    answer: ref('schemas', 'MemoryPage'),
  },
  {
    ...{ operationId: 'forgetMemory', method: 'delete', path: '/v1/memories', tag: 'memories', permission: 'forget' },
    summary: 'Forget a memory',
    description:
      'Takes back at once what the memory gave the graph. Soft: kept for 7 days, then erased. Hard: erased now. The body may also be given as query parameters.',
    parameters: [
      query('memory_id', 'In the place of a body.', MEMORY_ID_FIELD),
      query('hard', 'In the place of a body.', { type: 'boolean' }),
    ],
    body: { schema: ref('schemas', 'ForgetMemory'), required: false },
    answer: ref('schemas', 'ForgetResult'),
    writes: true,
    refers: true,
  },
  {
    ...{ operationId: 'inspectMemory', method: 'get', path: '/v1/memories/{id}/inspect', tag: 'memories' },
    permission: 'recall',
    summary: 'One memory with all that was found in it',
    parameters: [ID],
    answer: ref('schemas', 'InspectedMemory'),
    refers: true,
  },
];
