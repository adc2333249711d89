import { arrayOf, FLAG, object, optional, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { NONE_REASONS } from '#recall/answerability/none-reason.js';
import { RETRIEVERS } from '#recall/retrievers/retriever.js';
import {
  described,
  ENTITY_ID,
  MEMORY_ID_FIELD,
  nullable,
  SESSION_FIELD,
  SHARE,
  times,
} from '#request-schema/keywords.js';
import { RecallDto } from '../../recall/recall.dto.js';
import type { Operation } from './operation.js';
import { METADATA, SPEAKER_ROLE, MEMORY_TAGS } from './memory-parts.js';
import { bodySchemas, ref } from './schema-parts.js';

export const RECALL_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...bodySchemas({ RecallRequest: RecallDto }),
  RecalledMemory: object({
    memory_id: MEMORY_ID_FIELD,
    text: TEXT,
    similarity_score: described(SHARE, 'Score relative to the first memory, which has 1.'),
    confidence: described(SHARE, 'How much of the query the memory supports.'),
    salience: SHARE,
    kind: { type: 'integer' },
    ...times({ created_at: null, occurred_at: null }),
    session: nullable(SESSION_FIELD),
    speaker: nullable(TEXT),
    role: SPEAKER_ROLE,
    metadata: METADATA,
    tags: MEMORY_TAGS,
    retrievers: described(arrayOf({ enum: RETRIEVERS }), 'Retrievers that found the memory.'),
    passage: optional(
      described(
        object({ start: { type: 'integer' }, end: { type: 'integer' } }),
        'Of a text of more than 1,000 bytes, the passage that matches the query best: offsets in code points, `end` exclusive.',
      ),
    ),
    entities: described(
      arrayOf(object({ entity_id: ENTITY_ID, canonical_name: TEXT })),
      'Entities that the memory mentions.',
    ),
  }),
  ContextFact: object({
    id: described(TEXT, 'Id of the relation or statement.'),
    kind: { enum: ['relation', 'statement'] },
    text: described(TEXT, 'Sentence, as it stands in `context`.'),
    confidence: SHARE,
    memory_ids: described(arrayOf(MEMORY_ID_FIELD), 'Memories that assert it.'),
  }),
  Recall: object({
    answer_kind: described(
      { enum: ['single', 'many', 'none'] },
      'Whether one memory answers the query, many do, or none does.',
    ),
    none_because: optional(
      described(
        { enum: NONE_REASONS },
        'With `none`: no memory is stored, the filters pass none, or those that pass probably contain no answer.',
      ),
    ),
    memories: described(arrayOf(ref('schemas', 'RecalledMemory')), 'Memories, best first.'),
    truncated: optional(
      described(FLAG, 'True if the last memories were left out because the response would exceed 4 MiB.'),
    ),
    context: optional(
      described(
        TEXT,
        'Text for a prompt: facts to the point of the query with their dates, then the memories in order of time. With `format: context`.',
      ),
    ),
    facts: optional(
      described(
        arrayOf(ref('schemas', 'ContextFact')),
        'The facts in `context`, in the same order. With `format: context`.',
      ),
    ),
    trace: optional(
      described(TEXT, 'JSON in a string: terms, candidates of each retriever, and scores. With `include_trace`.'),
    ),
  }),
};

export const RECALL_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'recall', method: 'post', path: '/v1/recall', tag: 'recall', permission: 'recall' },
    summary: 'Search memories by a query, best first',
    description:
      '`answer_kind` tells whether the memories answer the query. It does not change the list: memories are returned also with `none`.',
    body: { schema: ref('schemas', 'RecallRequest'), required: true },
    answer: ref('schemas', 'Recall'),
    refers: true,
  },
];
