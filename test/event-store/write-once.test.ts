import { EventEmitter, once } from 'node:events';
import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { fingerprintOf, type LedgerKey } from '#event-store/request-ledger.js';
import { writeIdempotently, type WriteOutcome } from '#event-store/idempotent-write.js';
import { until } from '../harness/until.js';
import { useStore } from './store-setup.js';

const store = useStore();
const NOW = new Date();

async function newKey(): Promise<LedgerKey> {
  const { scopeId } = await store.newScope();
  return { scopeId, requestId: 'r', operation: 'o', fingerprint: fingerprintOf('o', {}) };
}

/** Work that ends when the test says so. */
function heldWork() {
  const told = new EventEmitter();
  const promise = once(told, 'made').then(([made]) => ({ made: made as number }));
  let begun = 0;
  const work = (): Promise<{ made: number }> => {
    begun += 1;
    return promise;
  };
  return {
    work,
    make: (made: number) => told.emit('made', made),
    refuse: () => told.emit('error', new Error('refused')),
    isUnderWay: () => Promise.resolve(begun > 0),
    timesBegun: () => begun,
  };
}

const connectionsOf = (pool: Pool): number => pool.totalCount - pool.idleCount + pool.waitingCount;

test('a hundred replays while the first write runs take no connection, and get its result', async () => {
  const key = await newKey();
  const held = heldWork();
  const pool = store.pool();
  const writes = Array.from({ length: 100 }, () => writeIdempotently(pool, key, NOW, held.work));
  await until(held.isUnderWay);
  expect(connectionsOf(pool)).toBe(1);
  held.make(1);
  const outcomes: WriteOutcome<{ made: number }>[] = await Promise.all(writes);
  expect(outcomes.map(({ result }) => result)).toEqual(writes.map(() => ({ made: 1 })));
  expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(held.timesBegun()).toBe(1);
  expect(await writeIdempotently(pool, key, NOW, held.work)).toEqual({ result: { made: 1 }, replayed: true });
});

test('a write that waited for one that failed is carried out itself', async () => {
  const key = await newKey();
  const held = heldWork();
  const first = writeIdempotently(store.pool(), key, NOW, held.work);
  const second = writeIdempotently(store.pool(), key, NOW, () => Promise.resolve({ made: 2 }));
  await until(held.isUnderWay);
  held.refuse();
  await expect(first).rejects.toThrow('refused');
  expect(await second).toEqual({ result: { made: 2 }, replayed: false });
});

test('a replay in another process waits for the result, and other parameters are a conflict', async () => {
  const key = await newKey();
  const held = heldWork();
  const first = writeIdempotently(store.pool(), key, NOW, held.work);
  await until(held.isUnderWay);
  const others = [
    writeIdempotently(await store.newPool(), key, NOW, held.work),
    writeIdempotently(store.pool(), { ...key, fingerprint: fingerprintOf('o', { other: true }) }, NOW, held.work),
  ];
  const outcomes = Promise.allSettled(others);
  held.make(1);
  expect(await first).toEqual({ result: { made: 1 }, replayed: false });
  expect(await outcomes).toMatchObject([
    { value: { result: { made: 1 }, replayed: true } },
    { reason: { name: 'RequestConflict' } },
  ]);
});
