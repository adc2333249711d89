import { expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { KeyedQueue } from './keyed-turns.js';

test('work of one key runs one after the other, in order, and that of another meanwhile', async () => {
  const turns = new KeyedQueue();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await setImmediate();
    log.push(`${name} ends`);
  };
  await Promise.all([turns.run('a', work('a1')), turns.run('a', work('a2')), turns.run('b', work('b1'))]);
  expect(log.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
  expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'));
});

test('work that fails ends its turn', async () => {
  const turns = new KeyedQueue();
  const failing = turns.run('a', () => Promise.reject(new Error('failed')));
  const next = turns.run('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('failed');
  await expect(next).resolves.toBe('done');
});
