import { sessionNumber } from '#contracts/session.js';
import * as z from 'zod';
import { parseExact } from '#contracts/exact-json.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { InvalidInput } from './invalid-input.js';
import { choice, flag, listOf } from './fields.js';
import { conditionsOf, metadataConditions } from './metadata-conditions.js';
import { refusing } from './refusal.js';
import { sessionId } from './session-fields.js';
import { tagField } from './tag-fields.js';
import { storableText } from './text-fields.js';
import { unixNanos } from './time-fields.js';
import { beAsLenient } from './unknown-names.js';
import { validateBody } from './validate-body.js';
import { FIELD_LIMITS } from './field-limits.js';

const SOME_TAGS = `$field must be a list of 1 to ${String(FIELD_LIMITS.tags)} tags`;

/** Conditions on memories, all of which must hold; null counts as absent. */
export const MemoryFilterDto = conditions({
  metadata: metadataConditions().nullish(),
  tags: conditions({
    any: someTags('Memories with one of these tags.').nullish(),
    all: someTags('Memories with all of these tags.').nullish(),
  }).nullish(),
  session: sessionId('Only memories of this session.').nullish(),
  speaker: storableText(FIELD_LIMITS.speaker_bytes, {
    blank: false,
    about: 'Only memories of this speaker.',
  }).nullish(),
  role: choice(['user', 'assistant', 'system', 'tool'], { about: 'Only memories of this role.' }).nullish(),
  kind: choice([0, 1, 2], { about: 'Only memories of this kind.' }).nullish(),
  pinned: flag('Only memories that are pinned, or only those that are not.').nullish(),
  since: unixNanos('Only memories from this event time on; 0 means no bound.').nullish(),
  until: unixNanos('Only memories up to this event time; 0 means no bound.').nullish(),
});
export type MemoryFilterDto = z.infer<typeof MemoryFilterDto>;

const AS_JSON = z.object({ filter: MemoryFilterDto.nullish() });

/**
 * The filter that a text is the JSON of.
 * @param name name of what holds the text, for messages
 * @param from input that the text is a part of: whether its unknown fields are ignored holds for the filter too
 * @throws InvalidInput about text that is no JSON, an unknown field, or the first invalid one
 */
export function filterOfJson(text: string, name: string, from: object = {}): SearchFilter {
  const body = { filter: jsonOf(text, name) };
  beAsLenient(body, from);
  return searchFilterOf(validateBody(AS_JSON, body).filter);
}

/** The filter of a validated request. */
export function searchFilterOf(filter: MemoryFilterDto | null | undefined): SearchFilter {
  const { metadata, tags, session, since, until, ...exact } = present(filter ?? {});
  const fields = conditionsOf(metadata ?? {});
  const sets = present(tags ?? {});
  return present({
    ...exact,
    metadata: fields.length === 0 ? null : fields,
    tags: Object.keys(sets).length === 0 ? null : sets,
    session: session === undefined ? null : sessionNumber(session),
    ...{ since: boundOf(since), until: boundOf(until) },
  });
}

/** A filter that passes what both pass. @throws InvalidInput if they name different sessions or kinds */
export function bothFilters(plain: SearchFilter, filter: SearchFilter): SearchFilter {
  for (const name of ['session', 'kind'] as const)
    if (plain[name] !== undefined && filter[name] !== undefined && plain[name] !== filter[name])
      throw new InvalidInput(`${name} and filter.${name} are different`);
  return present({
    ...{ ...plain, ...filter },
    since: outer(plain.since, filter.since, (a, b) => (a > b ? a : b)),
    until: outer(plain.until, filter.until, (a, b) => (a < b ? a : b)),
  });
}

function outer(a: bigint | undefined, b: bigint | undefined, of: (a: bigint, b: bigint) => bigint): bigint | undefined {
  return a === undefined || b === undefined ? (a ?? b) : of(a, b);
}

/** Time in Unix nanoseconds; undefined for 0, which means no bound. */
function boundOf(nanos: bigint | number | null | undefined): bigint | undefined {
  const time = BigInt(nanos ?? 0);
  return time === 0n ? undefined : time;
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** The fields of an object that are neither null nor undefined. */
function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Present<T>;
}

function someTags(about: string) {
  return listOf(tagField(SOME_TAGS), {
    refusal: SOME_TAGS,
    atLeast: [1, SOME_TAGS],
    atMost: [FIELD_LIMITS.tags, SOME_TAGS],
    about,
  });
}

/** Object of conditions; what is none is refused by the names of its fields. */
function conditions<T extends z.core.$ZodLooseShape>(shape: T) {
  return z.object(shape, refusing(`$field must be an object with some of ${Object.keys(shape).join(', ')}`));
}

function jsonOf(text: string, name: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new InvalidInput(`${name} must be the JSON of a filter, such as {"tags":{"any":["work"]}}`);
  }
}
