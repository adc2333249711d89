import { expect, test } from '@jest/globals';
import { v7 } from 'uuid';
import { cosineOf, ScopeVectors, type VectorRow } from './scope-vectors.js';

const DIMENSIONS = 384;
const TOPICS = 200;

/** The same numbers in every run, spread as a normal distribution. */
function normal(seed: number): () => number {
  let state = seed;
  const uniform = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  return () => uniform() + uniform() + uniform() + uniform() - 2;
}

/** Vectors of memories that talk of the same things: a topic each, and as much of their own. */
function talk(size: number): { rows: VectorRow[]; ask: (topic: number) => Int8Array } {
  const next = normal(7);
  const topics = Array.from({ length: TOPICS }, () => Float32Array.from({ length: DIMENSIONS }, next));
  const about = (topic: number, share: number) =>
    Int8Array.from(topics[topic % TOPICS] ?? [], (value) => Math.round(30 * (share * value + (1 - share) * next())));
  const rows = Array.from({ length: size }, (_, i) => ({
    ...{ memory_id: v7(), number: BigInt(i + 1) },
    vector: Buffer.from(about(i * 31, 0.5).buffer),
  }));
  return { rows, ask: (topic) => about(topic, 0.6) };
}

const row = (memory_id: string, number: bigint, values: number[] | null): VectorRow => {
  return { memory_id, number, vector: values && Buffer.from(Int8Array.from(values).buffer) };
};

test('what is taken out is not found, and what comes back is found once', () => {
  const vectors = new ScopeVectors(4);
  const [first, second] = [v7(), v7()];
  vectors.add([row(first, 1n, [127, 0, 0, 0]), row(second, 2n, [0, 127, 0, 0])]);
  const asked = Int8Array.from([100, 50, 0, 0]);
  const found = () => vectors.nearest(asked, 5).map(({ memoryId }) => memoryId);
  expect(found()).toEqual([first, second]);
  vectors.add([row(first, 3n, null)]);
  expect(found()).toEqual([second]);
  vectors.add([row(first, 4n, [127, 0, 0, 0]), row(first, 5n, [127, 0, 0, 0])]);
  expect(found()).toEqual([first, second]);
  expect(vectors.nearest(asked, 5)[0]?.cosine).toBeCloseTo(0.894, 3);
  expect(vectors.nearest(asked, 5, new Set([second])).map(({ memoryId }) => memoryId)).toEqual([second]);
  expect(vectors.lastNumber).toBe(5n);
});

test('of a large scope the shortlist by bits holds the nearest, recall at 10 of 0.95 or more against all', async () => {
  const { rows, ask } = talk(12_000);
  const exact = new ScopeVectors(DIMENSIONS, rows.length);
  const large = new ScopeVectors(DIMENSIONS, 1_000);
  exact.add(rows);
  large.add(rows);
  expect([exact.isExact, large.isExact]).toEqual([true, false]);
  expect(large.bytes).toBeLessThan(exact.bytes / 2);
  let hits = 0;
  for (let topic = 0; topic < 20; topic += 1) {
    const asked = ask(topic);
    const shortlist = new Set(await large.shortlist(asked, 500));
    expect(shortlist.size).toBe(500);
    hits += exact.nearest(asked, 10).filter(({ memoryId }) => shortlist.has(memoryId)).length;
  }
  expect(hits / 200).toBeGreaterThanOrEqual(0.95);
});

test('a shortlist keeps to what it may hold, and leaves out what is gone', async () => {
  const { rows, ask } = talk(3_000);
  const vectors = new ScopeVectors(DIMENSIONS, 10);
  vectors.add(rows);
  const some = new Set(rows.slice(0, 700).map((r) => r.memory_id));
  expect((await vectors.shortlist(ask(3), 500, some)).filter((id) => !some.has(id))).toEqual([]);
  const [gone = ''] = await vectors.shortlist(ask(3), 1);
  vectors.add([row(gone, 4_000n, null)]);
  expect(await vectors.shortlist(ask(3), 3_000)).not.toContain(gone);
  expect(await vectors.shortlist(ask(3), 5_000)).toHaveLength(2_999);
});

test('a cosine is that of the directions', () => {
  expect(cosineOf(Int8Array.from([3, 4]), Int8Array.from([6, 8]))).toBeCloseTo(1, 6);
  expect(cosineOf(Int8Array.from([3, 4]), Int8Array.from([0, 0]))).toBe(0);
});
