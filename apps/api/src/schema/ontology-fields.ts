import * as z from 'zod';
import {
  ENTITY_TYPES,
  isEntityType,
  isRelationType,
  qualified,
  RELATION_TYPES,
  STATEMENT_PREDICATES,
  type EntityType,
  type RelationType,
  type StatementPredicate,
} from '#contracts/ontology.js';
import { BadRequest } from '../http/problems.js';
import { withKeywords } from './json-schema-of.js';
import { RELATION_TYPE, TYPE_ID } from './keywords.js';
import { refusing, type RefusalText } from './refusal.js';

const TYPE_IDS = ENTITY_TYPES.map((_, place) => place + 1);

/** Id of an entity type: its number in the ontology. */
export function entityTypeIdField(refusal: RefusalText) {
  const type = z.custom<number>((value) => TYPE_IDS.some((id) => id === value), refusing(refusal));
  return withKeywords(type, TYPE_ID);
}

/** Entity type by id, qualified name or plain name. */
export function entityTypeHint(about: string) {
  const type = z.custom<number | string>(
    (value) => entityTypeOfHint(value) !== undefined,
    refusing(`$field must be the id or the name of an entity type: ${ENTITY_TYPES.join(', ')}`),
  );
  return withKeywords(type, { type: ['integer', 'string'], description: about });
}

/** Entity type of a hint; undefined if there is none. */
export function entityTypeOfHint(hint: unknown): EntityType | undefined {
  if (typeof hint === 'number') return ENTITY_TYPES[hint - 1];
  const name = typeof hint === 'string' ? hint.replace(/^core:/, '') : '';
  return isEntityType(name) ? name : undefined;
}

const NO_RELATION_TYPE = `there is no such relation type; there are ${Object.keys(RELATION_TYPES).map(qualified).join(', ')}`;

/** Relation type by qualified or plain name. */
export function relationType() {
  const type = z.custom<string>((value) => findRelationType(value) !== undefined, refusing(NO_RELATION_TYPE));
  return withKeywords(type, RELATION_TYPE);
}

/** Relation type by qualified or plain name. @throws BadRequest if there is none */
export function relationTypeOfName(name: string): RelationType {
  const type = findRelationType(name);
  if (type === undefined) throw new BadRequest(NO_RELATION_TYPE);
  return type;
}

function findRelationType(name: unknown): RelationType | undefined {
  const plain = typeof name === 'string' ? name.replace(/^core:/, '') : '';
  return isRelationType(plain) ? plain : undefined;
}

const PREDICATES = Object.values(STATEMENT_PREDICATES).flat();
const NO_PREDICATE = `there is no such predicate; there are ${PREDICATES.map(qualified).join(', ')}`;

/** Predicate of a statement by qualified or plain name. */
export function statementPredicate() {
  const type = z.custom<string>((value) => findPredicate(value) !== undefined, refusing(NO_PREDICATE));
  return withKeywords(type, { enum: PREDICATES.map(qualified) });
}

/** Predicate of a statement by qualified or plain name. @throws BadRequest if there is none */
export function statementPredicateOfName(name: string): StatementPredicate {
  const predicate = findPredicate(name);
  if (predicate === undefined) throw new BadRequest(NO_PREDICATE);
  return predicate;
}

function findPredicate(name: unknown): StatementPredicate | undefined {
  const plain = typeof name === 'string' ? name.replace(/^core:/, '') : '';
  return PREDICATES.find((predicate) => predicate === plain);
}
