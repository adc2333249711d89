import { LINK_KINDS } from '#contracts/links.js';
import { qualified, RELATION_TYPES, STATEMENT_KINDS, STATEMENT_PREDICATES } from '#contracts/ontology.js';
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
  SHARE,
  TYPE_ID,
} from './schema-parts.js';

const KIND: JsonSchema = { enum: LINK_KINDS };
const RELATION_TYPE: JsonSchema = { enum: Object.keys(RELATION_TYPES).map(qualified) };
const PREDICATE: JsonSchema = { enum: Object.values(STATEMENT_PREDICATES).flat().map(qualified) };
const TRUNCATED = optional(described(FLAG, 'True where the list was cut at 4 MiB.'));
const ENTITY_FIELDS = {
  entity_id: ENTITY_ID,
  entity_type_id: { type: 'integer', minimum: 1 },
  canonical_name: TEXT,
  aliases: arrayOf(TEXT),
  mention_count: COUNT_FIELD,
  merged_into: described(nullable(ENTITY_ID), 'The survivor.'),
  entity_type: QNAME,
  created_at_unix_nanos: NANOS,
  updated_at_unix_nanos: NANOS,
} satisfies Record<string, JsonSchema>;
const VALUE: JsonSchema = {
  oneOf: [
    object({ type: { const: 'text' }, value: TEXT }),
    object({ type: { enum: ['integer', 'unix_nanos'] }, value: { type: 'integer', format: 'int64' } }),
    object({ type: { const: 'float' }, value: { type: 'number' } }),
    object({ type: { const: 'bool' }, value: FLAG }),
  ],
};

export const GRAPH_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Unlink: input(['source', 'target', 'kind'], { source: MEMORY_ID_FIELD, target: MEMORY_ID_FIELD, kind: KIND }),
  Link: input(['source', 'target', 'kind'], {
    source: MEMORY_ID_FIELD,
    target: MEMORY_ID_FIELD,
    kind: KIND,
    weight: described(
      { type: ['number', 'null'], minimum: -1, maximum: 1 },
      'Default 1; below 0 for contradicts alone.',
    ),
  }),
  LinkResult: object({
    source: MEMORY_ID_FIELD,
    target: MEMORY_ID_FIELD,
    kind: KIND,
    weight: { type: 'number', minimum: -1, maximum: 1 },
    created_at_unix_nanos: NANOS,
    already_existed: FLAG,
  }),
  UnlinkResult: object({ source: MEMORY_ID_FIELD, target: MEMORY_ID_FIELD, kind: KIND, removed: FLAG }),
  Entity: object(ENTITY_FIELDS),
  ResolvedEntity: object({
    ...ENTITY_FIELDS,
    resolved_from: optional(described(arrayOf(ENTITY_ID), 'There when it was asked for by an id merged into it.')),
  }),
  EntityList: object({ entities: arrayOf(ref('schemas', 'Entity')), count: COUNT_FIELD, truncated: TRUNCATED }),
  Relation: object({
    relation_id: ENTITY_ID,
    relation_type: QNAME,
    relation_type_id: { type: 'integer', minimum: 1 },
    from_entity: ENTITY_ID,
    to_entity: ENTITY_ID,
    confidence: SHARE,
    mention_count: COUNT_FIELD,
    valid_from_unix_nanos: NANOS,
    valid_to_unix_nanos: described(NANOS, 'When it ended; 0 while it holds.'),
    is_symmetric: FLAG,
    tombstoned: FLAG,
    superseded_by: nullable(ENTITY_ID),
    memory_ids: arrayOf(MEMORY_ID_FIELD),
  }),
  RelationList: object({ relations: arrayOf(ref('schemas', 'Relation')), count: COUNT_FIELD, truncated: TRUNCATED }),
  TraverseRequest: input([], {
    direction: nullable({ enum: ['outgoing', 'incoming', 'both'] }),
    relation_types: nullable(arrayOf(RELATION_TYPE)),
    max_depth: described({ type: ['integer', 'null'] }, 'Hops, default 3; set to the nearest of 1 and 5 beyond them.'),
    max_nodes: described({ type: ['integer', 'null'] }, 'Default 100; set to the nearest of 1 and 1000 beyond them.'),
    include_superseded: nullable(FLAG),
  }),
  Traversal: object({
    paths: arrayOf(
      object({
        steps: arrayOf(
          object({
            relation_id: ENTITY_ID,
            from: ENTITY_ID,
            to: ENTITY_ID,
            relation_type: QNAME,
            depth: { type: 'integer', minimum: 1 },
          }),
        ),
      }),
    ),
    total_paths: COUNT_FIELD,
    truncated: FLAG,
  }),
  Statement: object({
    statement_id: ENTITY_ID,
    kind: { enum: STATEMENT_KINDS },
    subject: ENTITY_ID,
    predicate: QNAME,
    object: {
      oneOf: [object({ kind: { const: 'entity' }, id: ENTITY_ID }), object({ kind: { const: 'value' }, value: VALUE })],
    },
    text: TEXT,
    confidence: SHARE,
    mention_count: COUNT_FIELD,
    event_at_unix_nanos: NANOS,
    valid_from_unix_nanos: NANOS,
    valid_to_unix_nanos: described(NANOS, 'When it ended; 0 while it holds.'),
    tombstoned: FLAG,
    superseded_by: nullable(ENTITY_ID),
    memory_ids: arrayOf(MEMORY_ID_FIELD),
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
    next_cursor: optional(TEXT),
  }),
};

const flag = (name: string, about: string) => query(name, about, { type: 'boolean', default: false });
const id = (what: string) => parameter('path', 'id', { schema: ENTITY_ID, description: `Id of the ${what}.` });

export const LINK_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'linkMemories', method: 'post', path: '/v1/links', tag: 'links', permission: 'encode recall' },
    summary: 'Link two memories',
    body: { schema: ref('schemas', 'Link'), required: true },
    answer: ref('schemas', 'LinkResult'),
    writes: true,
    refers: true,
  },
  {
    ...{
      operationId: 'unlinkMemories',
      method: 'delete',
      path: '/v1/links',
      tag: 'links',
      permission: 'encode recall',
    },
    summary: 'Remove a link',
    description: 'The body may also be given as query parameters.',
    parameters: [
      query('source', 'In the place of a body.', MEMORY_ID_FIELD),
      query('target', 'In the place of a body.', MEMORY_ID_FIELD),
      query('kind', 'In the place of a body.', KIND),
    ],
    body: { schema: ref('schemas', 'Unlink'), required: false },
    answer: ref('schemas', 'UnlinkResult'),
    writes: true,
    refers: true,
  },
];

export const GRAPH_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'listEntities', method: 'get', path: '/v1/entities', tag: 'graph', permission: 'recall' },
    summary: 'Entities, most mentioned first',
    parameters: [
      query('prefix', 'Start of any of its names, whatever the case and accents.', TEXT),
      query('type_id', 'An entity type.', TYPE_ID),
      query('mention_count_min', 'Mentioned at least so often.', { ...COUNT_FIELD, maximum: 2_147_483_647 }),
      flag('include_merged', 'Also those merged into another.'),
      limit(100, LIMITS.entities),
    ],
    answer: ref('schemas', 'EntityList'),
  },
  {
    ...{ operationId: 'getEntity', method: 'get', path: '/v1/entities/{id}', tag: 'graph', permission: 'recall' },
    summary: 'One entity; a merged one is answered by its survivor',
    parameters: [id('entity')],
    answer: ref('schemas', 'ResolvedEntity'),
    refers: true,
  },
  {
    ...{ operationId: 'listEntityRelations', method: 'get', path: '/v1/entities/{id}/relations', tag: 'graph' },
    permission: 'recall',
    summary: 'Relations of an entity, the most confident first',
    parameters: [
      id('entity'),
      query('direction', 'Which end the entity is.', {
        enum: ['from', 'to', 'both', 'outgoing', 'incoming'],
        default: 'from',
      }),
      query('type', 'A relation type; `core:` may be left out.', RELATION_TYPE),
      flag('include_superseded', 'Also those that have ended.'),
      limit(100, LIMITS.relations),
    ],
    answer: ref('schemas', 'RelationList'),
    refers: true,
  },
  {
    ...{ operationId: 'traverseRelations', method: 'post', path: '/v1/entities/{id}/traverse', tag: 'graph' },
    permission: 'recall',
    summary: 'The paths that lead away from an entity, shortest first',
    parameters: [id('entity the paths start from')],
    body: { schema: ref('schemas', 'TraverseRequest'), required: false },
    answer: ref('schemas', 'Traversal'),
    refers: true,
  },
  {
    ...{ operationId: 'listStatements', method: 'get', path: '/v1/statements', tag: 'graph', permission: 'recall' },
    summary: 'Statements about entities',
    parameters: [
      query('subject', 'An entity.', ENTITY_ID),
      query('predicate', '`core:` may be left out.', PREDICATE),
      query('kind', 'A kind of statement.', { enum: [...STATEMENT_KINDS, 'relation', 'custom'] }),
      query('min_confidence', 'At least so sure.', { ...SHARE, default: 0 }),
      query('only_current', 'Those that hold now.', { type: 'boolean', default: true }),
      flag('include_tombstoned', 'Without effect: what is forgotten leaves no tombstone.'),
      limit(100, LIMITS.statements),
    ],
    answer: ref('schemas', 'StatementList'),
    refers: true,
  },
  {
    ...{ operationId: 'getStatement', method: 'get', path: '/v1/statements/{id}', tag: 'graph', permission: 'recall' },
    summary: 'One statement',
    parameters: [id('statement')],
    answer: ref('schemas', 'Statement'),
    refers: true,
  },
  {
    ...{ operationId: 'getRelation', method: 'get', path: '/v1/relations/{id}', tag: 'graph', permission: 'recall' },
    summary: 'One relation',
    parameters: [id('relation')],
    answer: ref('schemas', 'Relation'),
    refers: true,
  },
  {
    ...{ operationId: 'graphFetch', method: 'get', path: '/v1/graph', tag: 'graph', permission: 'recall' },
    summary: 'The whole graph, page by page',
    parameters: [
      limit(200, LIMITS.graph),
      CURSOR,
      flag('include_statements', 'Statements as nodes.'),
      flag('include_memories', 'Memories as nodes, with edges to what they name.'),
      flag('include_memory_edges', 'Links between memories; needs include_memories.'),
    ],
    answer: ref('schemas', 'GraphPage'),
  },
];
