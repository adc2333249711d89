import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stringifyExact } from '#contracts/exact-json.js';
import type { MetadataCondition, MetadataValue } from '../filter/metadata-condition.js';
import { MemoryAttributes } from './memory-attributes.js';

/** Rows of values of a field that pass a condition, each by its text. */
function passing(values: readonly MetadataValue[], condition: object): MetadataValue[] | null {
  const attributes = new MemoryAttributes();
  for (const [row, value] of values.entries())
    attributes.set(row, { metadata: stringifyExact({ other: 1, field: value }), tags: null });
  const rows = attributes.passing({ metadata: [{ field: 'field', ...condition } as MetadataCondition] }, values.length);
  return rows && values.filter((_, row) => rows.has(row));
}

const NUMBERS = [-(10n ** 40n), -2, -0.5, 0, 1e-7, 0.1, 1, 9_007_199_254_740_992n, 9_007_199_254_740_993n, 10n ** 21n];

test('numbers are compared exactly, however they are written', () => {
  expect(passing(NUMBERS, { values: [9_007_199_254_740_993n] })).toEqual([9_007_199_254_740_993n]);
  expect(passing(NUMBERS, { values: [1e21, -0, 0.1] })).toEqual([0, 0.1, 10n ** 21n]);
  for (const [i, bound] of NUMBERS.entries()) {
    expect(passing(NUMBERS, { range: { gt: bound } })).toEqual(NUMBERS.slice(i + 1));
    expect(passing(NUMBERS, { range: { gte: bound } })).toEqual(NUMBERS.slice(i));
    expect(passing(NUMBERS, { range: { lt: bound } })).toEqual(NUMBERS.slice(0, i));
    expect(passing(NUMBERS, { range: { gte: bound, lte: bound } })).toEqual([bound]);
  }
});

test('texts are compared by code points, and are in no range of numbers', () => {
  const texts = ['', '1', '2026-05-01', 'A', 'a', 'ab', 'é', '\uffee', '😀'];
  for (const [i, bound] of texts.entries()) {
    expect(passing(texts, { range: { gt: bound } })).toEqual(texts.slice(i + 1));
    expect(passing(texts, { range: { gte: '', lte: bound } })).toEqual(texts.slice(0, i + 1));
    expect(passing(texts, { values: [bound] })).toEqual([bound]);
  }
  expect(passing([...texts, true, null, 1], { range: { gte: 0 } })).toEqual([1]);
  expect(passing(['1', 1, true, null], { range: { gte: '' } })).toEqual(['1']);
});

test('long texts are told apart, and in ranges as far as their beginning goes', () => {
  const [one, other] = [`${'x'.repeat(100)}a`, `${'x'.repeat(100)}b`];
  expect(passing([one, other], { values: [other] })).toEqual([other]);
  expect(passing([one, other, 'y'], { range: { gt: 'w', lt: 'xy' } })).toEqual([one, other]);
  expect(passing([one, other], { range: { gt: 'x'.repeat(32) } })).toEqual([one, other]);
  expect(passing([one, other], { range: { gt: one } })).toBeNull();
  const euros = '€'.repeat(40);
  expect(passing([euros, `${euros}€`], { values: [euros] })).toEqual([euros]);
});

test('attributes of a row are replaced by later ones, of any number', () => {
  const attributes = new MemoryAttributes();
  const tagged = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
  const known = new Map<number, readonly string[]>();
  for (const [i, tags] of fc.sample(tagged, { seed: 1, numRuns: 400 }).entries()) {
    const row = i % 90;
    attributes.set(row, { metadata: null, tags: tags.length === 0 ? null : JSON.stringify(tags) });
    known.set(row, tags);
  }
  for (const tag of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const rows = attributes.passing({ tags: { all: [tag] } }, 90);
    expect([...known.keys()].filter((row) => rows?.has(row))).toEqual(
      [...known].filter(([, tags]) => tags.includes(tag)).map(([row]) => row),
    );
  }
});

test('remembered rows follow rows that are added and changed', () => {
  const value = fc.constantFrom<MetadataValue>(1, 2, 3, 'a', 'b', null);
  const write = fc.record({ row: fc.option(fc.nat(30), { nil: undefined }), value });
  const conditions = [{ values: [2, 'a'] }, { range: { gte: 2 } }, { range: { lt: 'b' } }, { values: ['unheard'] }];
  fc.assert(
    fc.property(fc.array(write, { maxLength: 40 }), (writes) => {
      const attributes = new MemoryAttributes();
      const values: MetadataValue[] = [];
      for (const { row: changed, value } of writes) {
        const row = changed === undefined ? values.length : Math.min(changed, values.length);
        values[row] = value;
        attributes.set(row, { metadata: stringifyExact({ field: value }), tags: null });
        for (const condition of conditions) {
          const filter = { metadata: [{ field: 'field', ...condition } as MetadataCondition] };
          const rows = attributes.passing(filter, values.length);
          expect(values.filter((_, at) => rows?.has(at))).toEqual(passing(values, condition));
        }
      }
    }),
  );
});

test('more conditions than a byte has bits must all hold', () => {
  const attributes = new MemoryAttributes();
  const tags = Array.from({ length: 20 }, (_, n) => `tag ${String(n)}`);
  attributes.set(0, { metadata: null, tags: JSON.stringify(tags) });
  attributes.set(1, { metadata: null, tags: JSON.stringify(tags.slice(1)) });
  attributes.set(2, { metadata: null, tags: JSON.stringify(tags.slice(0, -1)) });
  const rows = attributes.passing({ tags: { all: tags } }, 3);
  expect([0, 1, 2].filter((row) => rows?.has(row))).toEqual([0]);
});

test('a unique value takes little more than its bytes', () => {
  const attributes = new MemoryAttributes();
  for (let row = 0; row < 20_000; row += 1)
    attributes.set(row, {
      metadata: JSON.stringify({ id: `message-${String(row)}`, channel: 'mail', urgent: false }),
      tags: null,
    });
  expect(attributes.bytes / 20_000).toBeLessThan(90);
});
