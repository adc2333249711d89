import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { inTransaction } from '#database/transaction.js';
import {
  completeRequest,
  reserveRequestId,
  expireRequests,
  fingerprintOf,
  RequestConflict,
} from '#event-store/request-ledger.js';
import { encodeMemories, encodeRow, rowsOf, useStore } from './store-setup.js';

const store = useStore();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOON = new Date('2026-03-14T12:00:00Z');

/** A write side whose clock is `ms` after noon. */
function encodeAfter(ms: number) {
  return encodeMemories(store.pool(), { now: () => new Date(NOON.getTime() + ms) });
}

test('a request id stands for its write for 24 hours, and for a new one afterwards, whether or not it was removed', async () => {
  const scope = await store.newScope();
  const requestId = randomUUID();
  const [first, again, later, last] = [0, 1, 2, 3].map(() => encodeRow(scope, { requestId }));
  if (!first || !again || !later || !last) throw new Error('four rows');
  await encodeAfter(0).write(first);
  const justInside = await encodeAfter(DAY_MS - MINUTE_MS).write(again);
  expect(justInside).toEqual({ replayed: true, result: first.result });
  const justOutside = await encodeAfter(DAY_MS + MINUTE_MS).write(later);
  expect(justOutside).toEqual({ replayed: false, result: later.result });
  const insideTheNewWindow = await encodeAfter(2 * DAY_MS).write(last);
  expect(insideTheNewWindow).toEqual({ replayed: true, result: later.result });
  expect(await rowsOf(store.pool(), scope)).toEqual({ memories: 2, events: 2, extractions: 2, ledger: 1 });
});

test('after 24 hours the id may be used with another body', async () => {
  const scope = await store.newScope();
  const requestId = randomUUID();
  await encodeAfter(0).write(encodeRow(scope, { requestId }));
  const other = encodeRow(scope, { requestId, text: 'another' });
  await expect(encodeAfter(DAY_MS - MINUTE_MS).write(other)).rejects.toThrow(RequestConflict);
  expect(await encodeAfter(DAY_MS + MINUTE_MS).write(other)).toEqual({ replayed: false, result: other.result });
});

test('the clean-up removes only expired entries, a limited number at a time', async () => {
  const scope = await store.newScope();
  for (const minutes of [0, 1, 2, 3, 4]) await encodeAfter(minutes * MINUTE_MS).write(encodeRow(scope));
  const now = new Date(NOON.getTime() + DAY_MS + 2 * MINUTE_MS);
  await store.pool().query('DELETE FROM request_ledger WHERE scope_id <> $1', [scope.scopeId]);
  expect(await expireRequests(store.pool(), now, 2)).toBe(2);
  expect(await expireRequests(store.pool(), now, 2)).toBe(1);
  expect(await expireRequests(store.pool(), now, 2)).toBe(0);
  expect(await rowsOf(store.pool(), scope)).toMatchObject({ memories: 5, ledger: 2 });
});

test('writes of other kinds share the ledger: replay, conflict and a new window', async () => {
  const { scopeId } = await store.newScope();
  const key = { scopeId, requestId: 'r', operation: 'forget', fingerprint: fingerprintOf('forget', { id: 1 }) };
  const enter = (ms: number, other: Partial<typeof key> = {}) =>
    inTransaction(store.pool(), async (tx) => {
      const replay = await reserveRequestId(tx, { ...key, ...other }, {}, new Date(NOON.getTime() + ms));
      if (!replay) await completeRequest(tx, key, { at: ms });
      return replay;
    });
  expect(await enter(0)).toBeNull();
  expect(await enter(DAY_MS - MINUTE_MS)).toEqual({ result: { at: 0 } });
  await expect(enter(1, { fingerprint: fingerprintOf('link', { id: 1 }) })).rejects.toThrow(RequestConflict);
  expect(await enter(DAY_MS)).toBeNull();
  expect(await enter(DAY_MS + MINUTE_MS)).toEqual({ result: { at: DAY_MS } });
});

test('a transaction that rolls back leaves its request id free', async () => {
  const { scopeId } = await store.newScope();
  const key = { scopeId, requestId: 'r', operation: 'forget', fingerprint: fingerprintOf('forget', {}) };
  const failing = inTransaction(store.pool(), async (tx) => {
    await reserveRequestId(tx, key, {}, NOON);
    throw new Error('the write failed');
  });
  await expect(failing).rejects.toThrow('the write failed');
  expect(await inTransaction(store.pool(), (tx) => reserveRequestId(tx, key, {}, NOON))).toBeNull();
});
