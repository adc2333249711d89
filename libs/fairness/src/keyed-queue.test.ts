import { expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { KeyedQueue } from './keyed-queue.js';

test('work of one key runs in sequence, concurrently with work of other keys', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await setImmediate();
    log.push(`${name} ends`);
  };
  await Promise.all([queue.run('a', work('a1')), queue.run('a', work('a2')), queue.run('b', work('b1'))]);
  expect(log.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
  expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'));
});

test('failed work releases its key', async () => {
  const queue = new KeyedQueue();
  const failing = queue.run('a', () => Promise.reject(new Error('failed')));
  const next = queue.run('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('failed');
  await expect(next).resolves.toBe('done');
});
