import { expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { FairSemaphore, TooManyWaiting, type FairSemaphoreOptions, type Release } from './fair-semaphore.js';

/** Records who acquired the semaphore, in order; `leave` releases the first holder. */
function gate(options: FairSemaphoreOptions) {
  const semaphore = new FairSemaphore(options);
  const entered: string[] = [];
  const inside: Release[] = [];
  const ask = (key: string, cost = 1, signal?: AbortSignal): Promise<void> =>
    semaphore.acquire(key, cost, signal).then((release) => {
      entered.push(key);
      inside.push(release);
    });
  const leave = async (): Promise<void> => {
    inside.shift()?.();
    await setImmediate();
  };
  return { semaphore, entered, ask, leave };
}

const many = (count: number, ask: () => Promise<void>): Promise<void>[] => Array.from({ length: count }, ask);

test('a key holds at most its share, and another finds what is left', async () => {
  const { entered, ask, semaphore } = gate({ capacity: 4, perKey: 2 });
  void many(10, () => ask('flood'));
  void ask('other');
  await setImmediate();
  expect(entered).toEqual(['flood', 'flood', 'other']);
  expect([semaphore.heldCount, semaphore.waitingCount]).toEqual([3, 8]);
});

test('the reserve goes to a key that holds nothing', async () => {
  const { entered, ask } = gate({ capacity: 3, perKey: 3, reserve: 1 });
  void many(5, () => ask('flood'));
  await setImmediate();
  expect(entered).toEqual(['flood', 'flood']);
  await ask('other');
  expect(entered).toEqual(['flood', 'flood', 'other']);
});

test('waiting keys are served round-robin, whatever the order and number of their requests', async () => {
  const { entered, ask, leave } = gate({ capacity: 1, perKey: 1 });
  await ask('first');
  void many(6, () => ask('a'));
  void many(2, () => ask('b'));
  void many(2, () => ask('c'));
  for (let i = 0; i < 10; i += 1) await leave();
  expect(entered.slice(1).join('')).toBe('abcabcaaaa');
});

test('costlier requests are granted less often', async () => {
  const { entered, ask, leave } = gate({ capacity: 4, perKey: 4 });
  await ask('first', 4);
  void many(4, () => ask('dear', 4));
  void many(8, () => ask('cheap', 1));
  for (let i = 0; i < 9; i += 1) await leave();
  const cheap = entered.slice(1, 9).filter((key) => key === 'cheap').length;
  expect(cheap).toBeGreaterThanOrEqual(6);
});

test('a large request is not starved by small ones', async () => {
  const { entered, ask, leave } = gate({ capacity: 4, perKey: 4 });
  for (const key of ['a', 'b', 'c', 'd']) await ask(key);
  void ask('much', 4);
  void ask('e');
  await leave();
  expect(entered).not.toContain('e');
  for (let i = 0; i < 3; i += 1) await leave();
  expect(entered.slice(4)).toEqual(['much']);
  await leave();
  expect(entered.slice(4)).toEqual(['much', 'e']);
});

test('a request above the share of its key takes the whole share', async () => {
  const { entered, ask, semaphore } = gate({ capacity: 8, perKey: 2 });
  await ask('a', 100);
  expect([entered, semaphore.heldCount]).toEqual([['a'], 2]);
});

test('a key with too many waiters is refused, other keys are not', async () => {
  const { ask } = gate({ capacity: 1, perKey: 1, maxWaitingPerKey: 2 });
  await ask('first');
  void many(2, () => ask('flood'));
  await expect(ask('flood')).rejects.toThrow(TooManyWaiting);
  let isIn = false;
  void ask('other').then(() => (isIn = true));
  await setImmediate();
  expect(isIn).toBe(false);
});

test('with too many waiters in all, the key with the most loses its last one', async () => {
  const { entered, ask, leave } = gate({ capacity: 1, perKey: 1, maxWaiting: 3 });
  await ask('first');
  const flood = many(3, () => ask('flood'));
  const outcomes = Promise.allSettled(flood);
  void ask('other');
  await expect(ask('flood')).rejects.toThrow(TooManyWaiting);
  for (let i = 0; i < 4; i += 1) await leave();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(entered.slice(1)).toEqual(['flood', 'other', 'flood']);
});

test('an aborted waiter is skipped', async () => {
  const { entered, ask, leave, semaphore } = gate({ capacity: 1, perKey: 1 });
  await ask('first');
  const gone = new AbortController();
  const waiting = ask('a', 1, gone.signal);
  void ask('b');
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await leave();
  expect([entered, semaphore.waitingCount]).toEqual([['first', 'b'], 0]);
});
