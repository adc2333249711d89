import { ENTITY_TYPES, qualified, STATEMENT_PREDICATES } from '#contracts/ontology.js';
import { sessionNumber } from '#contracts/session.js';
import { TEXT } from '#contracts/schemas/json-schema.js';
import { COUNT_FIELD, ENTITY_ID, RELATION_TYPE, SESSION_FIELD, SHARE, TYPE_ID } from '#request-schema/keywords.js';
import { isSession, SESSION_FORMS } from '#request-schema/session-fields.js';
import { BadRequest } from '../http/problems.js';
import { booleanOf, choiceOf, integerOf, shareOf, single, textOf, uuidParameter } from '../http/query-parameters.js';
import { clampTo, type Clamped } from './number-fields.js';
import { relationTypeOfName, statementPredicateOfName } from './ontology-fields.js';
import type { QueryParameter } from './query.js';

const MAX_COUNT = 2_147_483_647;
const PREDICATES = Object.values(STATEMENT_PREDICATES).flat();

/** Page size, clamped to 1..`most`. */
export function pageLimit(range: Clamped): QueryParameter<number> {
  return {
    schema: { type: 'integer', default: range.fallback },
    about: `Maximum number of results. Values outside 1 to ${String(range.most)} are clamped.`,
    read: (query, name) => clampTo(integerOf(query, name), range),
  };
}

/** Opaque position of the next page. */
export const PAGE_CURSOR: QueryParameter<string | undefined> = {
  schema: TEXT,
  about: '`next_cursor` of the previous page. It is opaque; the other parameters must stay the same.',
  read: single,
};

/** Flag with its default. */
export function queryFlag(about: string, fallback = false): QueryParameter<boolean> {
  return {
    schema: { type: 'boolean', default: fallback },
    about,
    read: (query, name) => booleanOf(query, name) ?? fallback,
  };
}

/** One of some values, with the default where there is one. */
export function queryChoice<const T extends string>(values: readonly T[], about: string): QueryParameter<T | undefined>;
export function queryChoice<const T extends string>(
  values: readonly T[],
  about: string,
  fallback: NoInfer<T>,
): QueryParameter<T>;
export function queryChoice<const T extends string>(
  values: readonly T[],
  about: string,
  fallback?: T,
): QueryParameter<T | undefined> {
  return {
    schema: { enum: values, ...(fallback === undefined ? {} : { default: fallback }) },
    about,
    read: (query, name) => choiceOf(query, name, values) ?? fallback,
  };
}

/** Text without NUL or lone surrogates. */
export function queryText(about: string): QueryParameter<string | undefined> {
  return { schema: TEXT, about, read: textOf };
}

/** Id of an entity type. */
export function queryEntityType(about: string): QueryParameter<number | undefined> {
  const read: QueryParameter<number | undefined>['read'] = (query, name) => {
    const typeId = integerOf(query, name);
    if (typeId === undefined) return undefined;
    if (typeId < 1n || typeId > BigInt(ENTITY_TYPES.length)) throw new BadRequest('there is no such entity type');
    return Number(typeId);
  };
  return { schema: TYPE_ID, about, read };
}

/** Count from 0 to 2^31 − 1. */
export function queryCount(about: string): QueryParameter<number | undefined> {
  const read: QueryParameter<number | undefined>['read'] = (query, name) => {
    const count = integerOf(query, name);
    if (count !== undefined && (count < 0n || count > BigInt(MAX_COUNT)))
      throw new BadRequest(`${name} must be from 0 to 2^31 - 1`);
    return count === undefined ? undefined : Number(count);
  };
  return { schema: { ...COUNT_FIELD, maximum: MAX_COUNT }, about, read };
}

/** Number from 0 to 1. */
export function queryShare(about: string, fallback: number): QueryParameter<number> {
  return {
    schema: { ...SHARE, default: fallback },
    about,
    read: (query, name) => shareOf(query, name) ?? fallback,
  };
}

/** UUID, in lower case. */
export function queryUuid(about: string): QueryParameter<string | undefined> {
  return { schema: ENTITY_ID, about, read: given(uuidParameter) };
}

/** UUIDs in lower case, separated by commas: at least one, and at most `most`. */
export function queryUuids(about: string, most: number): QueryParameter<readonly string[] | undefined> {
  const read: QueryParameter<readonly string[] | undefined>['read'] = (query, name) => {
    const ids = single(query, name)?.split(',').map(uuidParameter);
    if (ids && ids.length > most) throw new BadRequest(`${name} must be at most ${String(most)} ids`);
    return ids;
  };
  return { schema: TEXT, about: `${about} Up to ${String(most)} ids, separated by commas.`, read };
}

/** Relation type by qualified or plain name. */
export function queryRelationType(about: string) {
  return { schema: RELATION_TYPE, about, read: given(relationTypeOfName) };
}

/** Predicate of statements by qualified or plain name. */
export function queryPredicate(about: string) {
  return { schema: { enum: PREDICATES.map(qualified) }, about, read: given(statementPredicateOfName) };
}

/** Number of a session that is given as an integer or as a text. */
export function querySession(about: string): QueryParameter<bigint | undefined> {
  const read: QueryParameter<bigint | undefined>['read'] = (query, name) => {
    const text = single(query, name);
    if (text === undefined) return undefined;
    if (!isSession(text)) throw new BadRequest(`${name} ${SESSION_FORMS}`);
    return sessionNumber(text);
  };
  return { schema: SESSION_FIELD, about, read };
}

/** Reader of a parameter that may be absent. */
function given<T>(parse: (text: string) => T): QueryParameter<T | undefined>['read'] {
  return (query, name) => {
    const text = single(query, name);
    return text === undefined ? undefined : parse(text);
  };
}
