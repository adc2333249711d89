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
import { withKeywords } from '#request-schema/json-schema-of.js';
import { RELATION_TYPE, TYPE_ID } from '#request-schema/keywords.js';
import { nearest } from '#request-schema/nearest-name.js';
import { refusing, type RefusalText } from '#request-schema/refusal.js';
import { BadRequest } from '../http/problems.js';

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
    refusing(
      (value) =>
        `$field must be the id or the name of an entity type: ${ENTITY_TYPES.join(', ')}${meant(value, ENTITY_TYPES)}`,
    ),
  );
  return withKeywords(type, { type: ['integer', 'string'], description: about });
}

/** Entity type of a hint; undefined if there is none. */
export function entityTypeOfHint(hint: unknown): EntityType | undefined {
  if (typeof hint === 'number') return ENTITY_TYPES[hint - 1];
  const name = plainName(hint);
  return isEntityType(name) ? name : undefined;
}

const RELATION_TYPE_NAMES = Object.keys(RELATION_TYPES);

function noRelationType(name: unknown): string {
  if (findPredicate(name)) return `${plainName(name)} is a predicate of statements, and no relation type`;
  return `there is no such relation type${choiceOf(name, RELATION_TYPE_NAMES)}`;
}

/** Relation type by qualified or plain name. */
export function relationType() {
  const type = z.custom<string>((value) => findRelationType(value) !== undefined, refusing(noRelationType));
  return withKeywords(type, RELATION_TYPE);
}

/** Relation type by qualified or plain name. @throws BadRequest if there is none */
export function relationTypeOfName(name: string): RelationType {
  const type = findRelationType(name);
  if (type === undefined) throw new BadRequest(noRelationType(name));
  return type;
}

function findRelationType(name: unknown): RelationType | undefined {
  const plain = plainName(name);
  return isRelationType(plain) ? plain : undefined;
}

const PREDICATES = Object.values(STATEMENT_PREDICATES).flat();

function noPredicate(name: unknown): string {
  if (findRelationType(name)) return `${plainName(name)} is a relation type, and no predicate of statements`;
  return `there is no such predicate${choiceOf(name, PREDICATES)}`;
}

/** Predicate of a statement by qualified or plain name. */
export function statementPredicate() {
  const type = z.custom<string>((value) => findPredicate(value) !== undefined, refusing(noPredicate));
  return withKeywords(type, { enum: PREDICATES.map(qualified) });
}

/** Predicate of a statement by qualified or plain name. @throws BadRequest if there is none */
export function statementPredicateOfName(name: string): StatementPredicate {
  const predicate = findPredicate(name);
  if (predicate === undefined) throw new BadRequest(noPredicate(name));
  return predicate;
}

function findPredicate(name: unknown): StatementPredicate | undefined {
  const plain = plainName(name);
  return PREDICATES.find((predicate) => predicate === plain);
}

function plainName(name: unknown): string {
  return typeof name === 'string' ? name.replace(/^core:/, '') : '';
}

/** Hint at the known name that is nearest, if one is, and at all of them. */
function choiceOf(name: unknown, known: readonly string[]): string {
  const hint = meant(name, known);
  return `${hint}${hint === '' ? '; there' : ' There'} are ${known.map(qualified).join(', ')}`;
}

/** Hint at the known name that is nearest; empty if none is near. */
function meant(name: unknown, known: readonly string[]): string {
  const near = nearest(plainName(name).replaceAll(/[\s-]/g, '_'), known);
  return near === undefined ? '' : `; did you mean ${qualified(near)}?`;
}
