import { LINK_KINDS } from '#contracts/links.js';
import { STATEMENT_KINDS } from '#contracts/ontology.js';
import { arrayOf, FLAG, object, optional, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import {
  COUNT_FIELD,
  described,
  ENTITY_ID,
  MEMORY_ID_FIELD,
  nullable,
  QNAME,
  SHARE,
  times,
} from '#request-schema/keywords.js';
import { ListEntitiesQuery, ListRelationsQuery } from '../../entities/list-entities.query.js';
import { TraverseDto } from '../../entities/traverse.dto.js';
import { GraphPageQuery } from '../../graph/graph-page.query.js';
import { ListStatementsQuery } from '../../statements/list-statements.query.js';
import type { Operation } from './operation.js';
import { bodySchemas, ENTITY_ETAG, queryParameters, ref, uuidPathParameter } from './schema-parts.js';

export const TRUNCATED = optional(described(FLAG, 'True if the list was cut because the response would exceed 4 MiB.'));
export const VALID_TO =
  'End of validity in Unix nanoseconds; 0 if it still holds. That of an age may be to come: a year after it was last told.';
const UNSETTLED = described(
  FLAG,
  'True while later, weaker claims contradict it: it is given neither as current nor as ended.',
);
const SUPERSEDED_BY = described(nullable(ENTITY_ID), 'The later one that replaced it; null if there is none.');
const SOURCE = described(
  { enum: ['read', 'confirmed', 'asserted'] },
  'Who says so: memories, or a caller who confirmed or asserted it.',
);
const MEMORY_IDS = described(
  arrayOf(MEMORY_ID_FIELD),
  'Memories that state it; at most 1,000. Empty if only a caller does.',
);
export const IS_CANDIDATE = described(
  FLAG,
  'Whether lists leave it out: its confidence is too low, no fact is about it, and no caller named it.',
);
const ENTITY_FIELDS = {
  entity_id: ENTITY_ID,
  entity_type_id: { type: 'integer', minimum: 1 },
  canonical_name: TEXT,
  aliases: described(arrayOf(TEXT), 'Other names of the entity.'),
  mention_count: described(COUNT_FIELD, 'Number of mentions in memories.'),
  confidence: described(SHARE, 'Probability that it is a named thing of its type.'),
  is_candidate: IS_CANDIDATE,
  merged_into: described(nullable(ENTITY_ID), 'Entity that this one is merged into; null if it is not merged.'),
  entity_type: QNAME,
  ...times({ created_at: null, updated_at: null }),
} satisfies Record<string, JsonSchema>;
const VALUE: JsonSchema = {
  oneOf: [
    object({ type: { const: 'text' }, value: TEXT }),
    object({ type: { enum: ['integer', 'unix_nanos'] }, value: { type: 'integer', format: 'int64' } }),
    object({ type: { const: 'float' }, value: { type: 'number' } }),
    object({ type: { const: 'bool' }, value: FLAG }),
  ],
};

const SAID_COUNT = described(COUNT_FIELD, 'How often memories say so; what callers decide is not counted.');
export const STATEMENT_OBJECT: JsonSchema = {
  oneOf: [
    object({
      ...{ kind: { const: 'entity' }, id: ENTITY_ID },
      name: described(nullable(TEXT), 'Canonical name; null if nothing names it any more.'),
    }),
    object({ kind: { const: 'value' }, value: VALUE }),
  ],
};

export const GRAPH_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Entity: object(ENTITY_FIELDS),
  ResolvedEntity: object({
    ...ENTITY_FIELDS,
    resolved_from: optional(
      described(arrayOf(ENTITY_ID), 'Ids merged into the entity; present if it was requested by one of them.'),
    ),
  }),
  EntityList: object({ entities: arrayOf(ref('schemas', 'Entity')), count: COUNT_FIELD, truncated: TRUNCATED }),
  Relation: object({
    relation_id: ENTITY_ID,
    relation_type: QNAME,
    relation_type_id: { type: 'integer', minimum: 1 },
    from_entity: ENTITY_ID,
    to_entity: ENTITY_ID,
    from_name: described(TEXT, 'Canonical name of `from_entity`.'),
    to_name: described(TEXT, 'Canonical name of `to_entity`.'),
    confidence: SHARE,
    mention_count: SAID_COUNT,
    ...times({ valid_from: null, valid_to: VALID_TO }),
    unsettled: UNSETTLED,
    is_symmetric: FLAG,
    tombstoned: described(FLAG, 'Always false: what is forgotten is deleted.'),
    superseded_by: SUPERSEDED_BY,
    source: SOURCE,
    memory_ids: MEMORY_IDS,
  }),
  RelationList: object({ relations: arrayOf(ref('schemas', 'Relation')), count: COUNT_FIELD, truncated: TRUNCATED }),
  ...bodySchemas({ TraverseRequest: TraverseDto }),
  Traversal: object({
    paths: arrayOf(
      object({
        steps: arrayOf(
          object({
            relation_id: ENTITY_ID,
            from: ENTITY_ID,
            to: ENTITY_ID,
            relation_type: QNAME,
            depth: described({ type: 'integer', minimum: 1 }, 'Number of the hop, from 1.'),
          }),
        ),
      }),
    ),
    total_paths: COUNT_FIELD,
    truncated: described(FLAG, 'True if a limit cut the result.'),
  }),
  Statement: object({
    statement_id: ENTITY_ID,
    kind: { enum: STATEMENT_KINDS },
    subject: ENTITY_ID,
    subject_name: described(TEXT, 'Canonical name of the subject.'),
    predicate: QNAME,
    object: STATEMENT_OBJECT,
    text: described(TEXT, 'The statement as a sentence.'),
    confidence: SHARE,
    mention_count: SAID_COUNT,
    ...times({ event_at: null, valid_from: null, valid_to: VALID_TO }),
    unsettled: UNSETTLED,
    tombstoned: described(FLAG, 'Always false: what is forgotten is deleted.'),
    superseded_by: SUPERSEDED_BY,
    source: SOURCE,
    memory_ids: MEMORY_IDS,
  }),
  StatementList: object({ statements: arrayOf(ref('schemas', 'Statement')), count: COUNT_FIELD, truncated: TRUNCATED }),
  GraphPage: object({
    nodes: arrayOf(
      object({ id: TEXT, kind: { enum: ['entity', 'statement', 'memory'] }, label: TEXT, type_qname: QNAME }),
    ),
    edges: arrayOf(
      object({
        from_id: TEXT,
        to_id: TEXT,
        kind: { enum: ['relation', 'fact', 'has_statement', 'mentions', ...LINK_KINDS] },
        label: QNAME,
      }),
    ),
    next_cursor: optional(described(TEXT, 'Cursor of the next page; absent on the last page.')),
  }),
};

export const GRAPH_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'listEntities', method: 'get', path: '/v1/entities', tag: 'graph', permission: 'recall' },
    summary: 'List entities, the most mentioned first',
    parameters: queryParameters(ListEntitiesQuery),
    answer: ref('schemas', 'EntityList'),
  },
  {
    ...{ operationId: 'getEntity', method: 'get', path: '/v1/entities/{id}', tag: 'graph', permission: 'recall' },
    summary: 'Get an entity',
    description: 'For a merged entity the response is the entity that it is merged into.',
    parameters: [uuidPathParameter('entity')],
    answer: ref('schemas', 'ResolvedEntity'),
    refers: true,
    headers: { ETag: ENTITY_ETAG },
  },
  {
    ...{ operationId: 'listEntityRelations', method: 'get', path: '/v1/entities/{id}/relations', tag: 'graph' },
    permission: 'recall',
    summary: 'List the relations of an entity, the most confident first',
    parameters: [uuidPathParameter('entity'), ...queryParameters(ListRelationsQuery)],
    answer: ref('schemas', 'RelationList'),
    refers: true,
  },
  {
    ...{ operationId: 'traverseRelations', method: 'post', path: '/v1/entities/{id}/traverse', tag: 'graph' },
    permission: 'recall',
    summary: 'Traverse relations from an entity, the shortest paths first',
    description: 'Returns at most 10,000 paths.',
    parameters: [uuidPathParameter('entity that the paths start from')],
    body: { schema: ref('schemas', 'TraverseRequest'), required: false },
    answer: ref('schemas', 'Traversal'),
    refers: true,
  },
  {
    ...{ operationId: 'listStatements', method: 'get', path: '/v1/statements', tag: 'graph', permission: 'recall' },
    summary: 'List statements about entities',
    description: 'Current statements come first, then the most confident.',
    parameters: queryParameters(ListStatementsQuery),
    answer: ref('schemas', 'StatementList'),
    refers: true,
  },
  {
    ...{ operationId: 'getStatement', method: 'get', path: '/v1/statements/{id}', tag: 'graph', permission: 'recall' },
    summary: 'Get a statement',
    parameters: [uuidPathParameter('statement')],
    answer: ref('schemas', 'Statement'),
    refers: true,
  },
  {
    ...{ operationId: 'getRelation', method: 'get', path: '/v1/relations/{id}', tag: 'graph', permission: 'recall' },
    summary: 'Get a relation',
    parameters: [uuidPathParameter('relation')],
    answer: ref('schemas', 'Relation'),
    refers: true,
  },
  {
    ...{ operationId: 'graphFetch', method: 'get', path: '/v1/graph', tag: 'graph', permission: 'recall' },
    summary: 'Export the graph, page by page',
    description: 'The export has what holds now. A page has at most five times as many edges as `limit`.',
    parameters: queryParameters(GraphPageQuery),
    answer: ref('schemas', 'GraphPage'),
  },
];
