import { arrayOf, FLAG, object, optional, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { RETRIEVERS } from '#recall/retrievers/retriever.js';
import { FORMATS } from '../../recall/recall.dto.js';
import type { Operation } from './operation.js';
import {
  described,
  ENTITY_ID,
  input,
  MEMORY_ID_FIELD,
  NANOS,
  nullable,
  ref,
  SESSION_FIELD,
  SHARE,
} from './schema-parts.js';

const QUESTION: JsonSchema = { type: 'string', minLength: 1 };
const WHOLE: JsonSchema = { type: 'integer' };

export const RECALL_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  RecallRequest: input([], {
    query: described(nullable(QUESTION), 'The question; not blank. Required, here or as cue.'),
    cue: described(nullable(QUESTION), 'Alias of query.'),
    max_results: described(nullable(WHOLE), 'Default 10; set to the nearest of 1 and 1000 beyond them.'),
    session: nullable(SESSION_FIELD),
    since_unix_nanos: nullable(NANOS),
    since: described(nullable(NANOS), 'Alias of since_unix_nanos.'),
    until_unix_nanos: nullable(NANOS),
    until: described(nullable(NANOS), 'Alias of until_unix_nanos.'),
    subject: described(nullable(QUESTION), 'Memories that name this entity: its id, or a name of it.'),
    retrievers: nullable({ type: 'array', minItems: 1, items: { enum: RETRIEVERS } }),
    min_confidence: described(nullable(SHARE), 'Memories of less confidence are left out; default 0.'),
    kind: described(nullable({ enum: [0, 1, 2] }), 'Memories of this kind code alone.'),
    format: described(nullable({ enum: FORMATS }), 'context: also one text to put into a prompt; default memories.'),
    max_tokens: described(
      nullable(WHOLE),
      'Of that text: default 1000; set to the nearest of 1 and 100000 beyond them.',
    ),
    neighbours: described(nullable(FLAG), 'Whether the turns next to a match may stand in the answer; default true.'),
    include_trace: nullable(FLAG),
  }),
  RecalledMemory: object({
    memory_id: MEMORY_ID_FIELD,
    text: TEXT,
    similarity_score: SHARE,
    confidence: SHARE,
    salience: SHARE,
    kind: { type: 'integer' },
    created_at_unix_nanos: NANOS,
    occurred_at_unix_nanos: NANOS,
    session: nullable(SESSION_FIELD),
    speaker: nullable(TEXT),
    retrievers: arrayOf({ enum: RETRIEVERS }),
    entities: arrayOf(object({ entity_id: ENTITY_ID, canonical_name: TEXT })),
  }),
  Recall: object({
    answer_kind: { enum: ['single', 'many', 'none'] },
    memories: arrayOf(ref('schemas', 'RecalledMemory')),
    truncated: optional(
      described(
        FLAG,
        'True where the answer would be longer than 4 MiB, all that it holds counted: the last memories are missing.',
      ),
    ),
    context: optional(described(TEXT, 'Facts that hold now with their dates, then the turns.')),
    trace: optional(described(TEXT, 'JSON: how the answer came about.')),
  }),
};

export const RECALL_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'recall', method: 'post', path: '/v1/recall', tag: 'recall', permission: 'recall' },
    summary: 'The memories that answer a question, best first',
    description:
      'answer_kind is a judgement beside the ranking, which is returned whatever it says: none where nothing in it supports an answer.',
    body: { schema: ref('schemas', 'RecallRequest'), required: true },
    answer: ref('schemas', 'Recall'),
    refers: true,
  },
];
