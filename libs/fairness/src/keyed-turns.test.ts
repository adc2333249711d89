import { expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { KeyedTurns } from './keyed-turns.js';

test('work of one key runs one after the other, in order, and that of another meanwhile', async () => {
  const turns = new KeyedTurns();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await setImmediate();
    log.push(`${name} ends`);
  };
  await Promise.all([turns.take('a', work('a1')), turns.take('a', work('a2')), turns.take('b', work('b1'))]);
  expect(log.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
  expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'));
});

test('work that fails ends its turn', async () => {
  const turns = new KeyedTurns();
  const failing = turns.take('a', () => Promise.reject(new Error('failed')));
  const next = turns.take('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('failed');
  await expect(next).resolves.toBe('done');
});
