import { expect, test } from '@jest/globals';
import { version } from 'uuid';
import { uuidv7 } from './uuid-v7.js';

test('ids are distinct version 7 UUIDs, in the order they were made', () => {
  const ids = Array.from({ length: 5_000 }, uuidv7);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => version(id) === 7)).toBe(true);
  expect([...ids].sort()).toEqual(ids);
});

test('an id begins with its timestamp in milliseconds', () => {
  const before = Date.now();
  const ms = Number.parseInt(uuidv7().replace('-', '').slice(0, 12), 16);
  expect(ms).toBeGreaterThanOrEqual(before);
  expect(ms).toBeLessThanOrEqual(Date.now());
});
