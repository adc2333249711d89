import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { parseExact } from '#contracts/exact-json.js';
import { bothFilters, filterOfJson, MemoryFilterDto, searchFilterOf } from './memory-filter.js';
import { validateBody } from './validate-body.js';

const Body = z.object({ filter: MemoryFilterDto.nullish() });
const read = (filter: string) =>
  searchFilterOf(validateBody(Body, parseExact(`{"filter": ${filter}}`) as object).filter);

test.each([
  ['{"sesion": 1}', 'unknown field `filter.sesion`; did you mean `filter.session`?'],
  ['{"colour": "red"}', 'unknown field `filter.colour`; known are `filter.metadata`, `filter.tags`, `filter.session`'],
  ['{"tags": {"al": ["a"]}}', 'unknown field `filter.tags.al`; did you mean `filter.tags.all`?'],
  ['{"tags": ["a"]}', 'filter.tags must be an object with some of any, all'],
  ['{"tags": {"any": []}}', 'filter.tags.any must be a list of 1 to 32 tags'],
  ['{"metadata": {"a": {"gtee": 1}}}', 'filter.metadata.a has no operator gtee; did you mean gte?'],
  ['{"metadata": {"a": {"ge": 1}}}', 'filter.metadata.a has no operator ge; did you mean gte?'],
  ['{"metadata": {"a": {"le": 1}}}', 'filter.metadata.a has no operator le; did you mean lte?'],
  ['{"metadata": {"a": {"GTE": 1}}}', 'filter.metadata.a has no operator GTE; did you mean gte?'],
  ['{"metadata": {"a": {"$lt": 1}}}', 'filter.metadata.a has no operator $lt; did you mean lt?'],
  ['{"metadata": {"a": {"$in": [1]}}}', 'filter.metadata.a has no operator $in; did you mean in?'],
  ['{"metadata": {"a": {"equals": 1}}}', 'there are in, gt, gte, lt, lte, and an equal value is given by itself'],
  ['{"metadata": {"a": {"$regex": "x"}}}', 'filter.metadata.a has no operator $regex: there are in, gt, gte, lt, lte'],
  ['{"tags": {"every": ["a"]}}', 'unknown field `filter.tags.every`; known are `filter.tags.any`, `filter.tags.all`'],
  ['{"metadata.channel": "mail"}', 'unknown field `filter.metadata.channel`; did you mean `filter.metadata`?'],
  ['{"since_unix_nanos": 1}', 'unknown field `filter.since_unix_nanos`; did you mean `filter.since`?'],
  ['{"metadata": {"a": {}}}', 'filter.metadata.a must have one of the operators in, gt, gte, lt, lte'],
  ['{"metadata": {"a": {"in": []}}}', 'filter.metadata.a.in must be a list of 1 to 100 values'],
  ['{"metadata": {"a": {"in": [[1]]}}}', 'filter.metadata.a.in must be a list of 1 to 100 values'],
  [
    '{"metadata": {"a": {"gt": 1, "lt": "b"}}}',
    'filter.metadata.a must have bounds that are all numbers or all strings',
  ],
  ['{"metadata": {"a": {"gt": true}}}', 'filter.metadata.a must have bounds that are all numbers or all strings'],
  ['{"metadata": {"a": {"in": [1], "gt": 0}}}', 'filter.metadata.a has in beside a range'],
  ['{"metadata": {"a": ["b"]}}', 'filter.metadata.a must be a string of at most 1024 bytes, a number'],
  ['{"metadata": "a"}', 'filter.metadata must be an object of conditions by field'],
  [
    `{"metadata": {${Array.from({ length: 33 }, (_, i) => `"${String(i)}": 1`).join(', ')}}}`,
    'filter.metadata must have at most 32 conditions',
  ],
  ['{"role": "boss"}', 'filter.role must be user, assistant, system or tool'],
  ['{"pinned": "yes"}', 'filter.pinned must be true or false'],
  ['[]', 'filter must be an object with some of metadata, tags, session'],
])('refuses %s', (filter, message) => {
  expect(() => read(filter)).toThrow(message);
});

test('reads conditions exactly, and leaves out what is null or empty', () => {
  expect(read('null')).toEqual({});
  expect(read('{"metadata": {}, "tags": {"any": null}, "session": null, "since": 0}')).toEqual({});
  expect(read('{"metadata": {"a": 9007199254740993, "b": {"in": ["x", null]}, "c": {"gte": 1, "lt": 2}}}')).toEqual({
    metadata: [
      { field: 'a', values: [9_007_199_254_740_993n] },
      { field: 'b', values: ['x', null] },
      { field: 'c', range: { gte: 1, lt: 2 } },
    ],
  });
});

test('a filter as text is JSON', () => {
  expect(filterOfJson('{"tags":{"any":["a"]}}', 'filter')).toEqual({ tags: { any: ['a'] } });
});

test.each(['null', '{}', '{"metadata":{},"tags":null}'])('%s as text passes all, as in a body', (text) => {
  expect(filterOfJson(text, 'filter')).toEqual({});
});

test.each([
  ['', '--filter must be the JSON of a filter, such as {"tags":{"any":["work"]}}'],
  ['{tags}', '--filter must be the JSON of a filter'],
  ['undefined', '--filter must be the JSON of a filter'],
  ['"null"', 'filter must be an object with some of metadata, tags'],
  ['0', 'filter must be an object with some of metadata, tags'],
  ['{"metadata":{"a":{"ge":1}}}', 'filter.metadata.a has no operator ge; did you mean gte?'],
])('refuses the text %p', (text, message) => {
  expect(() => filterOfJson(text, '--filter')).toThrow(message);
});

test('plain parameters and the filter are combined by and', () => {
  expect(bothFilters({ session: 1n, since: 5n, until: 9n }, { since: 3n, until: 7n, kind: 1 })).toEqual({
    ...{ session: 1n, since: 5n, until: 7n, kind: 1 },
  });
  expect(() => bothFilters({ session: 1n }, { session: 2n })).toThrow('session and filter.session are different');
});
