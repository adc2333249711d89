import {
  ABSENT,
  flag,
  memoryFilter,
  memoryId,
  optional,
  refused,
  required,
  taken,
  type FieldCase,
} from './bad-input-fields.js';
import { queryFlag, queryMemoryId } from './bad-input-parameters.js';
import type { InputTable } from './input-table.js';

/** No memory has it. */
const SOME_TAG = { tags: { any: ['no such tag'] } };

/** The ways to forget. */
export const FORGET_TABLES: readonly InputTable[] = [
  {
    route: 'DELETE /v1/memories',
    body: { memory_id: '{forgotten}' },
    inBody: {
      memory_id: required(withoutForgotten(memoryId)),
      hard: optional(flag),
      // A memory and a filter exclude each other.
      filter: [...taken({ missing: ABSENT, null: null }), ...refused({ 'an empty one': {}, 'one of a tag': SOME_TAG })],
      all: [...taken({ missing: ABSENT, null: null, false: false }), ...refused({ true: true, 'a text': 'true' })],
      dry_run: [...taken({ missing: ABSENT, null: null, false: false }), ...refused({ true: true, 'a number': 1 })],
    },
  },
  {
    route: 'DELETE /v1/memories',
    body: { filter: SOME_TAG },
    inBody: {
      memory_id: optional(refused({ 'one beside a filter': '{memory}' })),
      hard: optional(flag),
      filter: required([
        ...memoryFilter.filter(({ what }) => what !== 'an empty map'),
        ...refused({ empty: {}, 'of empty parts': { metadata: {}, tags: {}, session: null, since: 0 } }),
      ]),
      all: [...taken({ missing: ABSENT, null: null, false: false }), ...refused({ true: true, 'a text': 'true' })],
      dry_run: optional(flag),
    },
  },
  {
    route: 'DELETE /v1/memories',
    body: { all: true, dry_run: true },
    inBody: { all: required([...taken({ true: true }), ...refused({ false: false, 'a number': 1 })]) },
  },
  {
    route: 'DELETE /v1/memories',
    body: null,
    query: { memory_id: '{forgotten}' },
    inQuery: { memory_id: [...absent(400), ...withoutForgotten(queryMemoryId)], hard: queryFlag },
  },
];

/** A missing field. */
export function absent(status: 400): FieldCase[] {
  return [{ what: 'missing', value: ABSENT, status }];
}

/** For a route that also accepts a forgotten memory. */
export function withoutForgotten(cases: readonly FieldCase[]): readonly FieldCase[] {
  return cases.filter(({ what }) => what !== 'forgotten');
}
