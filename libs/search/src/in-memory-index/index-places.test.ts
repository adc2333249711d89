import { expect, test } from '@jest/globals';
import { parse } from 'uuid';
import { IndexPlaces, UNINDEXED } from './index-places.js';
import { MemoryRows } from './memory-rows.js';

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((last) => `01a21c53-0000-7000-8000-00000000000${last}`) as [
  string,
  string,
  string,
  string,
];

/** An index by rows, some of whose memories are removed, and places of the given memories in it. */
function placed() {
  const rows = new MemoryRows();
  const removed = new Set<number>();
  const gone = new Set<number>();
  const places = new IndexPlaces({
    rowAt: (ids, at) => rows.rowAt(ids, at),
    idOf: (row) => rows.idOf(row),
    isPresent: (row) => !removed.has(row),
    eventTimeAt: () => 0,
    get replacedRows() {
      return rows.replaced;
    },
  });
  const read = (memoryIds: readonly string[]) => {
    const ids = Buffer.concat(memoryIds.map((id) => Buffer.from(parse(id))));
    const found = places.read(ids, memoryIds.length, (row) => gone.has(row));
    return { places: [...found.places.subarray(0, memoryIds.length)], unindexed: [...found.unindexed] };
  };
  return { rows, removed, gone, read };
}

test('each row has the place of its memory, and a memory that is indexed later gets one', () => {
  const { rows, read } = placed();
  rows.add(B);
  rows.add(A);
  expect(read([A, B])).toEqual({ places: [1, 0], unindexed: [] });
  expect(read([A, B, C, D])).toEqual({ places: [1, 0, UNINDEXED, UNINDEXED], unindexed: [2, 3] });
  rows.add(D);
  expect(read([A, B, C, D])).toEqual({ places: [1, 0, UNINDEXED, 2], unindexed: [2] });
});

test('a memory that was indexed again has its later place, and a removed one none', () => {
  const { rows, removed, gone, read } = placed();
  for (const id of [A, B]) rows.add(id);
  read([A, B]);
  removed.add(0);
  rows.add(A);
  expect(read([A, B, A])).toEqual({ places: [2, 1, 2], unindexed: [] });
  removed.add(2);
  expect(read([A, B, A, A]).unindexed).toEqual([3]);
  gone.add(3);
  expect(read([A, B, A, A]).unindexed).toEqual([]);
});
