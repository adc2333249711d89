import { arrayOf, object, optional, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
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
import { MergeEntityDto, SplitEntityDto } from '../../entities/assign-name.dto.js';
import { CorrectEntityDto } from '../../entities/correct-entity.dto.js';
import { EntityProfileQuery } from '../../entities/list-entities.query.js';
import { AssertRelationDto, AssertStatementDto } from '../../facts/assert-fact.dto.js';
import { JudgeFactDto } from '../../facts/judge-fact.dto.js';
import { ListRetractionsQuery } from '../../facts/list-retractions.handler.js';
import { STATEMENT_OBJECT, TRUNCATED, VALID_TO } from './graph-operations.js';
import type { Operation } from './operation.js';
import { bodySchemas, ENTITY_ETAG, parameter, queryParameters, ref, uuidPathParameter } from './schema-parts.js';

const PROFILE_FACT = object({
  id: described(ENTITY_ID, 'Id of the relation or statement.'),
  kind: { enum: ['relation', 'statement'] },
  text: described(TEXT, 'The fact as a sentence, with its days.'),
  confidence: SHARE,
  ...times({ valid_from: null, valid_to: VALID_TO }),
  memory_ids: described(arrayOf(MEMORY_ID_FIELD), 'Memories that state it; of many, the first and the last.'),
});

export const FACT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...bodySchemas({ AssertRelation: AssertRelationDto, AssertStatement: AssertStatementDto, JudgeFact: JudgeFactDto }),
  ...bodySchemas({ CorrectEntity: CorrectEntityDto }),
  ...bodySchemas({ MergeEntity: MergeEntityDto, SplitEntity: SplitEntityDto }),
  EntityProfile: object({
    entity: ref('schemas', 'ResolvedEntity'),
    facts: described(arrayOf(PROFILE_FACT), 'What holds now, the surest first; at most 100.'),
    timeline: described(arrayOf(PROFILE_FACT), 'What holds and what held, by its beginning; the last 200.'),
    memories: described(
      arrayOf(
        object({
          memory_id: MEMORY_ID_FIELD,
          text: described(TEXT, 'The text, or the beginning of a long one.'),
          speaker: { type: ['string', 'null'] },
          ...times({ created_at: null, occurred_at: null }),
        }),
      ),
      'Memories that mention it, the newest first; at most 20.',
    ),
    text: optional(described(TEXT, 'The profile as a text for a prompt; present with `format=text`.')),
  }),
  RetractionList: object({
    retractions: arrayOf(
      object({
        id: described(ENTITY_ID, 'Id that the relation or statement had, by which it can be confirmed.'),
        kind: { enum: ['relation', 'statement'] },
        predicate: QNAME,
        subject: ENTITY_ID,
        subject_name: described(TEXT, 'Canonical name.'),
        object: STATEMENT_OBJECT,
        text: described(TEXT, 'The fact as a sentence.'),
        ...times({ valid_from: null, valid_to: null, retracted_at: null }),
        reason: described(nullable(TEXT), 'Reason that the caller gave.'),
      }),
    ),
    count: COUNT_FIELD,
    truncated: TRUNCATED,
  }),
  RetractedRelation: object({ retracted: { const: true }, relation_id: ENTITY_ID }),
  RetractedStatement: object({ retracted: { const: true }, statement_id: ENTITY_ID }),
};

const WRITES = { tag: 'graph', permission: 'encode recall', method: 'post', refers: true, writes: true } as const;
const JUDGED = { schema: ref('schemas', 'JudgeFact'), required: false };
const ASSERTED =
  'It counts as certain, is read as `source: "asserted"`, and stays when memories are forgotten. What memories say against it, up to this request, no longer counts; a later memory can end it.';
const CORRECTED =
  'It outranks what memories say, and stays when they are forgotten. The id of an entity follows from its type and name, so the response may have another one; all former ids and names lead to it. If another entity has the type and name, the response is 409: merge the two. With `If-Match`, an entity that has changed since gets 409, with its `ETag`.';
const CONFIRMED =
  'It counts as certain, and is read as `source: "confirmed"`, while the memory that says it is not forgotten. The id may also be that of a candidate, or of what was retracted.';
const RETRACTED =
  'What memories say of it, now or later, no longer counts, and what callers asserted is taken back, until it is asserted or confirmed again. The id may also be that of a candidate.';

/** Operations by which callers put facts right. */
export const FACT_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'listRetractions', method: 'get', path: '/v1/retractions', tag: 'graph', permission: 'recall' },
    summary: 'List what callers retracted, the latest first',
    description: 'What was asserted or confirmed again is not among it, nor what nobody names or says any more.',
    parameters: queryParameters(ListRetractionsQuery),
    answer: ref('schemas', 'RetractionList'),
  },
  {
    ...{ operationId: 'entityProfile', method: 'get', path: '/v1/entities/{id}/profile', tag: 'graph' },
    permission: 'recall',
    summary: 'Get what is known of an entity: current facts, timeline, recent memories',
    parameters: [uuidPathParameter('entity'), ...queryParameters(EntityProfileQuery)],
    answer: ref('schemas', 'EntityProfile'),
    refers: true,
  },
  {
    ...{ operationId: 'correctEntity', path: '/v1/entities/{id}', ...WRITES, method: 'patch' },
    summary: 'Put the name or the type of an entity right',
    description: CORRECTED,
    parameters: [
      uuidPathParameter('entity'),
      parameter('header', 'If-Match', {
        schema: { type: 'string', pattern: '^(\\*|"[0-9a-f]{16}")$' },
        description: '`ETag` of the entity that the correction is meant for.',
      }),
    ],
    body: { schema: ref('schemas', 'CorrectEntity'), required: true },
    answer: ref('schemas', 'ResolvedEntity'),
    headers: { ETag: ENTITY_ETAG },
  },
  {
    ...{ operationId: 'mergeEntity', path: '/v1/entities/{id}/merge', ...WRITES },
    summary: 'Make two entities one',
    description:
      'The response is the entity that they are now: that of the name a caller gave it, else of the fuller one, or of two types, that of `into`. Both ids lead to it.',
    parameters: [uuidPathParameter('entity')],
    body: { schema: ref('schemas', 'MergeEntity'), required: true },
    answer: ref('schemas', 'ResolvedEntity'),
  },
  {
    ...{ operationId: 'splitEntity', path: '/v1/entities/{id}/split', ...WRITES },
    summary: 'Split a name from an entity',
    description: 'The response is the entity that the name now belongs to, whatever memories say.',
    parameters: [uuidPathParameter('entity')],
    body: { schema: ref('schemas', 'SplitEntity'), required: true },
    answer: ref('schemas', 'ResolvedEntity'),
  },
  {
    ...{ operationId: 'assertRelation', path: '/v1/relations', ...WRITES },
    summary: 'Assert a relation between two entities',
    description: ASSERTED,
    body: { schema: ref('schemas', 'AssertRelation'), required: true },
    answer: ref('schemas', 'Relation'),
  },
  {
    ...{ operationId: 'confirmRelation', path: '/v1/relations/{id}/confirm', ...WRITES },
    summary: 'Confirm a relation',
    description: CONFIRMED,
    parameters: [uuidPathParameter('relation')],
    body: JUDGED,
    answer: ref('schemas', 'Relation'),
  },
  {
    ...{ operationId: 'retractRelation', path: '/v1/relations/{id}/retract', ...WRITES },
    summary: 'Retract a relation',
    description: RETRACTED,
    parameters: [uuidPathParameter('relation')],
    body: JUDGED,
    answer: ref('schemas', 'RetractedRelation'),
  },
  {
    ...{ operationId: 'assertStatement', path: '/v1/statements', ...WRITES },
    summary: 'Assert a statement about an entity',
    description: ASSERTED,
    body: { schema: ref('schemas', 'AssertStatement'), required: true },
    answer: ref('schemas', 'Statement'),
  },
  {
    ...{ operationId: 'confirmStatement', path: '/v1/statements/{id}/confirm', ...WRITES },
    summary: 'Confirm a statement',
    description: CONFIRMED,
    parameters: [uuidPathParameter('statement')],
    body: JUDGED,
    answer: ref('schemas', 'Statement'),
  },
  {
    ...{ operationId: 'retractStatement', path: '/v1/statements/{id}/retract', ...WRITES },
    summary: 'Retract a statement',
    description: RETRACTED,
    parameters: [uuidPathParameter('statement')],
    body: JUDGED,
    answer: ref('schemas', 'RetractedStatement'),
  },
];
