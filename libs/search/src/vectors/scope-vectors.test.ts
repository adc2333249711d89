import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { cosineOf, ScopeVectors, type VectorRow } from './scope-vectors.js';
import { idSetOf, type MemoryIdSet } from '../filter/memory-id-set.js';

const DIMENSIONS = 384;
const TOPICS = 200;

/** Deterministic pseudo-random numbers, approximately normally distributed. */
function normal(seed: number): () => number {
  let state = seed;
  const uniform = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  return () => uniform() + uniform() + uniform() + uniform() - 2;
}

/** Vectors of memories that each share a topic and have a random component of the same weight. */
function topicVectors(size: number): { rows: VectorRow[]; ask: (topic: number) => Int8Array } {
  const next = normal(7);
  const topics = Array.from({ length: TOPICS }, () => Float32Array.from({ length: DIMENSIONS }, next));
  const about = (topic: number, share: number) =>
    Int8Array.from(topics[topic % TOPICS] ?? [], (value) => Math.round(30 * (share * value + (1 - share) * next())));
  const rows = Array.from({ length: size }, (_, i) => ({
    ...{ memory_id: v7(), passage: 0, number: BigInt(i + 1) },
    vector: Buffer.from(about(i * 31, 0.5).buffer),
  }));
  return { rows, ask: (topic) => about(topic, 0.6) };
}

const row = (memory_id: string, number: bigint, values: number[] | null, passage = 0): VectorRow => {
  return { memory_id, passage, number, vector: values && Buffer.from(Int8Array.from(values).buffer) };
};

test('a removed memory is not found, and a restored one is found once', () => {
  const vectors = new ScopeVectors(4);
  const [first, second] = [v7(), v7()];
  vectors.add([row(first, 1n, [127, 0, 0, 0]), row(second, 2n, [0, 127, 0, 0])]);
  const query = Int8Array.from([100, 50, 0, 0]);
  const found = () => vectors.nearest(query, 5).map(({ memoryId }) => memoryId);
  expect(found()).toEqual([first, second]);
  vectors.add([row(first, 3n, null)]);
  expect(found()).toEqual([second]);
  vectors.add([row(first, 4n, [127, 0, 0, 0]), row(first, 5n, [127, 0, 0, 0])]);
  expect(found()).toEqual([first, second]);
  expect(vectors.nearest(query, 5)[0]?.cosine).toBeCloseTo(0.894, 3);
  expect(vectors.nearest(query, 5, vectors.rowsOf(idSetOf([second]))).map(({ memoryId }) => memoryId)).toEqual([
    second,
  ]);
  expect(vectors.lastNumber).toBe(5n);
});

test('a memory of several passages is found once, by its nearest one, and removed with all of them', () => {
  const vectors = new ScopeVectors(4);
  const [long, short, other] = [v7(), v7(), v7()];
  const rows = [row(long, 1n, [0, 0, 127, 0]), row(long, 2n, [127, 0, 0, 0], 1), row(long, 3n, [120, 20, 0, 0], 2)];
  vectors.add([...rows, row(short, 4n, [90, 90, 0, 0]), row(other, 5n, [0, 127, 0, 0])]);
  const query = Int8Array.from([127, 0, 0, 0]);
  const found = (limit: number, among?: MemoryIdSet) =>
    vectors.nearest(query, limit, among && vectors.rowsOf(among)).map(({ memoryId, passage }) => [memoryId, passage]);
  expect(found(2)).toEqual([
    [long, 1],
    [short, 0],
  ]);
  expect(found(5)).toHaveLength(3);
  expect(found(5, idSetOf([long, other]))).toEqual([
    [long, 1],
    [other, 0],
  ]);
  vectors.add([row(long, 6n, null)]);
  expect(found(5)).toEqual([
    [short, 0],
    [other, 0],
  ]);
});

test('rows in any order of their memories, changed and removed in any order, leave the last of each memory', () => {
  const memories = Array.from({ length: 40 }, () => v7());
  const change = fc.record({ memory: fc.nat(memories.length - 1), passages: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 12 }), (pages) => {
      const vectors = new ScopeVectors(2);
      const last = new Map<string, number>();
      let number = 0n;
      for (const page of pages) {
        // A page has the rows of a memory once: it reads a table.
        const changes = new Map(page.map(({ memory, passages }) => [memories[memory] ?? '', passages]));
        const rows = [...changes].flatMap(([id, passages]) =>
          passages === 0
            ? [row(id, ++number, null)]
            : Array.from({ length: passages }, (_, passage) => row(id, ++number, [9, passage], passage)),
        );
        vectors.add(rows);
        for (const [id, passages] of changes) last.set(id, passages);
      }
      const found = vectors.nearest(Int8Array.from([0, 1]), 100).map(({ memoryId, passage }) => [memoryId, passage]);
      const present = [...last].filter(([, passages]) => passages > 0);
      expect(found.toSorted()).toEqual(present.map(([id, passages]) => [id, passages - 1]).toSorted());
    }),
  );
});

test('the shortlist of a large scope has a recall at 10 of at least 0.95 against exact search', async () => {
  const { rows, ask } = topicVectors(12_000);
  const exact = new ScopeVectors(DIMENSIONS, rows.length);
  const large = new ScopeVectors(DIMENSIONS, 1_000);
  exact.add(rows);
  large.add(rows);
  expect([exact.isExact, large.isExact]).toEqual([true, false]);
  expect(large.bytes).toBeLessThan(exact.bytes / 2);
  let hits = 0;
  for (let topic = 0; topic < 20; topic += 1) {
    const query = ask(topic);
    const shortlist = new Set(await large.shortlist(query, 500));
    expect(shortlist.size).toBe(500);
    hits += exact.nearest(query, 10).filter(({ memoryId }) => shortlist.has(memoryId)).length;
  }
  expect(hits / 200).toBeGreaterThanOrEqual(0.95);
});

test('a shortlist contains only allowed memories, and no removed ones', async () => {
  const { rows, ask } = topicVectors(3_000);
  const vectors = new ScopeVectors(DIMENSIONS, 10);
  vectors.add(rows);
  const some = idSetOf(rows.slice(0, 700).map((r) => r.memory_id));
  expect((await vectors.shortlist(ask(3), 500, vectors.rowsOf(some))).filter((id) => !some.has(id))).toEqual([]);
  const [gone = ''] = await vectors.shortlist(ask(3), 1);
  vectors.add([row(gone, 4_000n, null)]);
  expect(await vectors.shortlist(ask(3), 3_000)).not.toContain(gone);
  expect(await vectors.shortlist(ask(3), 5_000)).toHaveLength(2_999);
});

test('the cosine depends on direction only, and is 0 for a zero vector', () => {
  expect(cosineOf(Int8Array.from([3, 4]), Int8Array.from([6, 8]))).toBeCloseTo(1, 6);
  expect(cosineOf(Int8Array.from([3, 4]), Int8Array.from([0, 0]))).toBe(0);
});
