import { expect, test } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

const WIDE = { maxItems: 100, maxBytes: 1_000, maxBytesPerKey: 1_000 };

/** A queue of items named by key and position, each of `bytes` bytes. */
function queueOf(counts: Readonly<Record<string, number>>, bytes = 1): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [key, count] of Object.entries(counts))
    for (let i = 1; i <= count; i += 1) queue.push(key, `${key}${String(i)}`, bytes);
  return queue;
}

test('keys take turns, each in its own order', () => {
  const queue = queueOf({ a: 4, b: 2, c: 1 });
  expect(queue.take(WIDE).join(' ')).toBe('a1 b1 c1 a2 b2 a3 a4');
  expect(queue.size).toBe(0);
});

test('keys that were served move to the end of the round', () => {
  const queue = queueOf({ a: 3, b: 3, c: 3 });
  const two = { ...WIDE, maxItems: 2 };
  expect([queue.take(two), queue.take(two), queue.take(two)].map((taken) => taken.join(' '))).toEqual([
    'a1 b1',
    'c1 a2',
    'b2 c2',
  ]);
});

test('items that do not fit wait, and a portion takes at least one item of any size', () => {
  const queue = queueOf({ a: 2 }, 600);
  queue.push('b', 'b1', 2_000);
  queue.push('c', 'c1', 10);
  expect(queue.take(WIDE)).toEqual(['a1', 'c1']);
  expect(queue.take(WIDE)).toEqual(['b1']);
  expect(queue.take(WIDE)).toEqual(['a2']);
});

test('a key fills a portion alone, but not beside others', () => {
  const portion = { ...WIDE, maxBytesPerKey: 200 };
  expect(queueOf({ a: 20 }, 100).take(portion)).toHaveLength(10);
  expect(queueOf({ a: 20, b: 1 }, 100).take(portion)).toEqual(['a1', 'b1', 'a2']);
});

test('takes the last item of the largest key, unless the requesting key has as much', () => {
  const queue = queueOf({ a: 3, b: 1 });
  expect(queue.takeLastOfLongest('b', 1, 'items')).toBe('a3');
  expect(queue.takeLastOfLongest('b', 1, 'items')).toBeUndefined();
  expect(queue.takeLastOfLongest('a', 1, 'items')).toBeUndefined();
  queue.push('c', 'c1', 500);
  expect(queue.takeLastOfLongest('b', 10, 'bytes')).toBe('c1');
  expect(queue.drain()).toEqual(['a1', 'a2', 'b1']);
});
