import * as z from 'zod';
import { isRelationType, statementKindOf, STATEMENT_KINDS } from '#contracts/ontology.js';
import type { NewFact } from '#graph/commands/assert-fact.js';
import { choice, entityId } from '#request-schema/fields.js';
import { storableText } from '#request-schema/text-fields.js';
import { unixNanos } from '#request-schema/time-fields.js';
import { BadRequest } from '../http/problems.js';
import {
  relationType,
  relationTypeOfName,
  statementPredicate,
  statementPredicateOfName,
} from '../schema/ontology-fields.js';
import { LIMITS } from '../shared/request-limits.js';
import { statementObject, statementObjectOf } from './statement-object.js';

const SAID = {
  valid_from: unixNanos('Since when it holds. Default: from now on, or unknown if `valid_to` is given.').nullish(),
  valid_from_unix_nanos: unixNanos('Alias of `valid_from`.').nullish(),
  valid_to: unixNanos('When it ended. Default: it holds.').nullish(),
  valid_to_unix_nanos: unixNanos('Alias of `valid_to`.').nullish(),
  reason: storableText(LIMITS.reason_bytes, {
    blank: true,
    about: 'Why, for people who read the log; at most 1 KiB. It is kept until the scope is erased.',
  }).nullish(),
};

/** Body of POST /v1/relations. */
export const AssertRelationDto = z.object({
  relation_type: relationType(),
  from_entity: entityId('Entity at the start of the relation.'),
  to_entity: entityId('Entity at its end.'),
  ...SAID,
});
export type AssertRelationDto = z.infer<typeof AssertRelationDto>;

/** Body of POST /v1/statements. */
export const AssertStatementDto = z.object({
  subject: entityId('Entity that the statement is about.'),
  predicate: statementPredicate(),
  object: statementObject(),
  kind: choice(STATEMENT_KINDS, { about: 'Kind of the statement, which follows from its predicate.' }).nullish(),
  text: storableText(LIMITS.value_bytes, {
    blank: false,
    about: 'The statement as a sentence. Default: worded by its predicate.',
  }).nullish(),
  ...SAID,
});
export type AssertStatementDto = z.infer<typeof AssertStatementDto>;

/** A fact that a caller asserts, and why. */
export interface AssertedFact extends NewFact {
  readonly reason: string | null;
}

/** Relation of a body. */
export function relationOf(dto: AssertRelationDto): AssertedFact {
  const predicate = relationTypeOfName(dto.relation_type);
  const object = { entityId: dto.to_entity.toLowerCase() };
  return { predicate, subjectId: dto.from_entity.toLowerCase(), object, text: null, ...saidOf(dto) };
}

/** Statement of a body. @throws BadRequest if its kind is not that of its predicate */
export function statementOf(dto: AssertStatementDto): AssertedFact {
  const predicate = statementPredicateOfName(dto.predicate);
  const kind = isRelationType(predicate) ? null : statementKindOf(predicate);
  if (dto.kind && dto.kind !== kind) throw new BadRequest(`kind of ${predicate} must be ${String(kind)}`);
  const object = statementObjectOf(predicate, dto.object);
  return { predicate, subjectId: dto.subject.toLowerCase(), object, text: dto.text ?? null, ...saidOf(dto) };
}

function saidOf(dto: AssertRelationDto | AssertStatementDto) {
  return {
    from: timeIfSet(dto.valid_from ?? dto.valid_from_unix_nanos),
    to: timeIfSet(dto.valid_to ?? dto.valid_to_unix_nanos),
    reason: dto.reason ?? null,
  };
}

/** Null for 0, which means unset. */
function timeIfSet(nanos: number | bigint | null | undefined): bigint | null {
  return nanos === undefined || nanos === null || BigInt(nanos) === 0n ? null : BigInt(nanos);
}
