import { object, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { AssertRelationDto, AssertStatementDto } from '../../facts/assert-fact.dto.js';
import { JudgeFactDto } from '../../facts/judge-fact.dto.js';
import { ENTITY_ID } from '../../schema/keywords.js';
import type { Operation } from './operation.js';
import { bodySchemas, ref, uuidPathParameter } from './schema-parts.js';

export const FACT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...bodySchemas({ AssertRelation: AssertRelationDto, AssertStatement: AssertStatementDto, JudgeFact: JudgeFactDto }),
  RetractedRelation: object({ retracted: { const: true }, relation_id: ENTITY_ID }),
  RetractedStatement: object({ retracted: { const: true }, statement_id: ENTITY_ID }),
};

const WRITES = { tag: 'graph', permission: 'encode recall', method: 'post', refers: true, writes: true } as const;
const JUDGED = { schema: ref('schemas', 'JudgeFact'), required: false };
const ASSERTED =
  'It counts as certain, is read as `source: "asserted"`, and stays when memories are forgotten. What memories say against it, up to this request, no longer counts; a later memory can end it.';
const CONFIRMED =
  'It counts as certain, and is read as `source: "confirmed"`, while the memory that says it is not forgotten. The id may also be that of a candidate, or of what was retracted.';
const RETRACTED =
  'What memories say of it, now or later, no longer counts, and what callers asserted is taken back, until it is asserted or confirmed again. The id may also be that of a candidate.';

/** Operations by which callers put facts right. */
export const FACT_OPERATIONS: readonly Operation[] = [
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
