import { LINK_KINDS } from '#contracts/links.js';
import { arrayOf, FLAG, object, optional, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import {
  COUNT_FIELD,
  described,
  ENTITY_ID,
  MEMORY_ID_FIELD,
  QNAME,
  SHARE,
  times,
  timesIfSet,
} from '#request-schema/keywords.js';
import { EncodeMemoryDto } from '../../memories/encode-memory.dto.js';
import { ForgetMemoriesDto } from '../../memories/forget-memories.dto.js';
import { ForgetMemoryDto } from '../../memories/forget-memory.dto.js';
import { ListMemoriesQuery } from '../../memories/list-memories.query.js';
import { queryOfBody } from '../../schema/query.js';
import { IS_CANDIDATE } from './graph-operations.js';
import type { Operation } from './operation.js';
import {
  EXTRACTION,
  KIND,
  MEMORY_FIELDS,
  MEMORY_ID_PARAMETER,
  METADATA,
  PREFER_WAIT,
  PREFERENCE_APPLIED,
  SALIENCE,
  STATE,
  MEMORY_TAGS,
} from './memory-parts.js';
import { bodySchemas, queryParameters, ref } from './schema-parts.js';

export const MEMORY_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...bodySchemas({ EncodeMemory: EncodeMemoryDto }),
  MemoryCreationResult: object({
    memory_id: MEMORY_ID_FIELD,
    was_deduplicated: described(FLAG, 'True if no memory was stored: the request is a duplicate.'),
    salience: SALIENCE,
    kind: KIND,
    ...times({ created_at: null }),
    auto_edges_added: described(
      COUNT_FIELD,
      'Number of links created with the memory: `followed_by` from the previous memory of its session.',
    ),
  }),
  Memory: object(MEMORY_FIELDS),
  MemoryPage: object({
    items: arrayOf(ref('schemas', 'Memory')),
    next_cursor: optional(described(TEXT, 'Cursor of the next page; absent on the last page.')),
  }),
  ...bodySchemas({ ForgetMemory: ForgetMemoriesDto }),
  ForgetResult: object({
    memory_id: MEMORY_ID_FIELD,
    was_already_forgotten: FLAG,
    edges_removed: described(COUNT_FIELD, 'Number of links removed with the memory, in both directions.'),
  }),
  ForgottenMemories: object({
    count: described(COUNT_FIELD, 'Number of memories forgotten, at most 500; in a dry run, that would be.'),
    memory_ids: described(arrayOf(MEMORY_ID_FIELD), 'The first 100 of them, oldest first.'),
    dry_run: FLAG,
    edges_removed: optional(described(COUNT_FIELD, 'Number of links removed with the memories. Absent in a dry run.')),
    more: described(FLAG, 'True if more memories pass: send the request again, under another key.'),
  }),
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
    metadata: METADATA,
    tags: MEMORY_TAGS,
    artifact: object({
      record: object({
        memory_id: MEMORY_ID_FIELD,
        kind: KIND,
        state: STATE,
        salience: SALIENCE,
        ...times({ created_at: null, occurred_at: null }),
        vector_dim: COUNT_FIELD,
        text_len: described(COUNT_FIELD, 'In code points.'),
      }),
      vector: arrayOf({ type: 'number' }),
      keyword_fields: arrayOf(object({ field: TEXT, terms: arrayOf(TEXT) })),
      hype_questions: arrayOf(TEXT),
      graph: object({
        nodes: arrayOf(
          object({
            id: ENTITY_ID,
            name: TEXT,
            kind: { const: 'entity' },
            type_qname: QNAME,
            is_candidate: IS_CANDIDATE,
          }),
        ),
        edges: arrayOf(
          object({
            source: ENTITY_ID,
            target: ENTITY_ID,
            predicate: QNAME,
            kind: { enum: ['relation', 'fact'] },
            confidence: SHARE,
            ...timesIfSet('event_at', 'valid_to'),
            unsettled: optional(described({ const: true }, 'Present while weaker claims contradict it.')),
          }),
        ),
      }),
      relations: described(
        arrayOf(ref('schemas', 'Relation')),
        'Relations for which the memory is evidence, or that callers state of its candidates.',
      ),
      statements: described(
        arrayOf(ref('schemas', 'Statement')),
        'Statements for which the memory is evidence, or that callers state of its candidates.',
      ),
      candidates: described(
        arrayOf(
          object({
            id: optional(described(ENTITY_ID, 'Id by which an asserted one is confirmed or retracted.')),
            claim: described(TEXT, 'What is claimed, as a sentence.'),
            predicate: QNAME,
            kind: { enum: ['relation', 'fact'] },
            subject: described(TEXT, 'Name of the entity.'),
            object: described(TEXT, 'Name of the entity, or the value in words.'),
            polarity: described({ enum: ['asserted', 'ended'] }, '`ended`: the memory says that it no longer holds.'),
            confidence: SHARE,
            stage: described(TEXT, 'Stage that found it.'),
            ...timesIfSet('event_at'),
          }),
        ),
        'Claims of the memory that are too weak to be facts. No other route returns them.',
      ),
      verdicts: optional(
        described(
          arrayOf(
            object({
              claim: described(TEXT, 'What the LLM was asked about, as a sentence.'),
              predicate: QNAME,
              kind: { enum: ['relation', 'fact'] },
              subject: described(TEXT, 'Name as the memory has it.'),
              object: described(TEXT, 'Name as the memory has it, or the value in words.'),
              polarity: described({ enum: ['asserted', 'ended'] }, 'Polarity of the claim before the verdict.'),
              verdict: { enum: ['holds', 'ended', 'not_said'] },
              confidence: described(SHARE, 'Of the claim by the verdict; 0 when it is not said.'),
              version: described(TEXT, 'Versions of the prompts and the model.'),
            }),
          ),
          'What the LLM said of claims that were too weak to be facts. Absent without any.',
        ),
      ),
      corrects: described(
        arrayOf(MEMORY_ID_FIELD),
        'Memories that said by mistake what this one puts right; at most 100.',
      ),
      corrected_by: described(arrayOf(MEMORY_ID_FIELD), 'Memories that put right what this one said; at most 100.'),
      links: described(
        arrayOf(
          object({
            source: MEMORY_ID_FIELD,
            target: MEMORY_ID_FIELD,
            kind: { enum: LINK_KINDS },
            weight: { type: 'number', minimum: -1, maximum: 1 },
          }),
        ),
        'Links of the memory: those from it, then those to it, each at most 100.',
      ),
      extraction: object({
        state: EXTRACTION,
        stages: arrayOf(ref('schemas', 'StageReport')),
        mentions: arrayOf(
          object({
            entity_id: ENTITY_ID,
            text: TEXT,
            start: described(COUNT_FIELD, 'In code points.'),
            end: COUNT_FIELD,
            stage: TEXT,
            confidence: SHARE,
          }),
        ),
      }),
    }),
  }),
};

export const MEMORY_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'encodeMemory', method: 'post', path: '/v1/memories', tag: 'memories', permission: 'encode' },
    summary: 'Store a memory',
    description:
      'When the response arrives, the memory and its event are on disk. Extraction follows asynchronously; `Prefer: wait=N` delays the response until it is done.',
    parameters: [PREFER_WAIT],
    body: { schema: ref('schemas', 'EncodeMemory'), required: true },
    answer: ref('schemas', 'MemoryCreationResult'),
    writes: true,
    refers: true,
    headers: { 'Preference-Applied': PREFERENCE_APPLIED },
  },
  {
    ...{ operationId: 'listMemories', method: 'get', path: '/v1/memories', tag: 'memories', permission: 'recall' },
    summary: 'List memories, page by page',
    parameters: queryParameters(ListMemoriesQuery),
    answer: ref('schemas', 'MemoryPage'),
    refers: true,
  },
  {
    ...{ operationId: 'forgetMemory', method: 'delete', path: '/v1/memories', tag: 'memories', permission: 'forget' },
    summary: 'Forget a memory, or those that pass a filter',
    description:
      'Removes at once what the memory contributed to the graph. The text is erased after 7 days, or at once with `hard`. The body has exactly one of `memory_id`, `filter`, and `all: true`; `memory_id` and `hard` may be sent as query parameters instead. A filter, or `all`, forgets the oldest 500 memories that pass when the request begins; an interrupted request is completed by a repetition with the same key. `filter` and `dry_run` also require the permission `recall`.',
    parameters: queryParameters(queryOfBody(ForgetMemoryDto)),
    body: { schema: ref('schemas', 'ForgetMemory'), required: false },
    answer: { anyOf: [ref('schemas', 'ForgetResult'), ref('schemas', 'ForgottenMemories')] },
    writes: true,
    refers: true,
  },
  {
    ...{ operationId: 'inspectMemory', method: 'get', path: '/v1/memories/{id}/inspect', tag: 'memories' },
    permission: 'recall',
    summary: 'Get a memory with everything extracted from it',
    parameters: [MEMORY_ID_PARAMETER],
    answer: ref('schemas', 'InspectedMemory'),
    refers: true,
  },
];
