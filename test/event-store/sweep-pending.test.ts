import { expect, test } from '@jest/globals';
import type { Scope } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { registerScopes } from '#extraction-jobs/scheduling/scope-leases.js';
import { sweepPending } from '#memories/extraction/sweep-pending.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { encodeMemories, encodeRow, useStore } from './store-setup.js';

const store = useStore();
const NOON = new Date('2026-03-14T12:00:00Z').getTime();
const SECOND_MS = 1_000;

/** Stores memories at noon that are due for the sweeper 10 s later. */
async function encodeAtNoon(scope: Scope, count: number): Promise<string[]> {
  const encode = encodeMemories(store.pool(), { now: () => new Date(NOON), sweepAfterMs: 10 * SECOND_MS });
  const rows = Array.from({ length: count }, () => encodeRow(scope));
  await Promise.all(rows.map((row) => encode.write(row)));
  return rows.map((row) => row.memoryUuid);
}

/** Ids of the memories that a sweep publishes at the given number of seconds after noon. */
async function sweptAt(seconds: number, limit = 100, behind?: string): Promise<string[]> {
  const ids: string[] = [];
  await sweepPending({
    pool: store.pool(),
    now: () => new Date(NOON + seconds * SECOND_MS),
    sweepAfterMs: 10 * SECOND_MS,
    limit,
    behind,
    publish: (events) => Promise.resolve(void ids.push(...events.map(({ streamId }) => streamId))),
  });
  return ids;
}

const settle = (ids: readonly string[], state: string) =>
  store.pool().query('UPDATE memory_extractions SET state = $2 WHERE memory_id = ANY ($1)', [ids, state]);

test('each sweep of a memory doubles the interval to the next one, up to an hour', async () => {
  const [id = ''] = await encodeAtNoon(await store.newScope(), 1);
  expect(await sweptAt(9.9)).toEqual([]);
  let at = 10;
  for (const wait of [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]) {
    expect(await sweptAt(at)).toEqual([id]);
    expect(await sweptAt(at + wait - 0.1)).toEqual([]);
    at += wait;
  }
  await settle([id], 'done');
});

test('settled and forgotten memories are not swept', async () => {
  const scope = await store.newScope();
  const [done = '', failed = '', partial = '', forgotten = '', pending = ''] = await encodeAtNoon(scope, 5);
  await settle([done], 'done');
  await settle([failed], 'failed');
  await settle([partial], 'partial');
  await inTransaction(store.pool(), (tx) =>
    forgetMemory(tx, scope.scopeId, forgotten, { hard: false, now: new Date() }),
  );
  expect(await sweptAt(1e6)).toEqual([pending]);
  await settle([pending], 'done');
});

test('memories of a queued scope are not published again, however long the queue is', async () => {
  const [a, b] = [await store.newScope(), await store.newScope()];
  const [inLine = ''] = await encodeAtNoon(a, 1);
  const [lost = ''] = await encodeAtNoon(b, 1);
  await registerScopes(store.pool(), [a.scopeId]);
  expect(await sweptAt(10)).toEqual([lost]);
  await store.pool().query('DELETE FROM extraction_queue WHERE scope_id = $1', [a.scopeId]);
  expect((await sweptAt(20)).sort()).toEqual([inLine, lost].sort());
  await settle([inLine, lost], 'done');
});

test('a sweep takes at most its limit, of any scope, and two concurrent sweeps share the rest', async () => {
  const [a, b] = [await store.newScope(), await store.newScope()];
  const ids = [...(await encodeAtNoon(a, 5)), ...(await encodeAtNoon(b, 5))];
  const first = await sweptAt(10, 4);
  expect(first).toHaveLength(4);
  const rest = await Promise.all([sweptAt(10), sweptAt(10)]);
  expect([...first, ...rest.flat()].sort()).toEqual([...ids].sort());
});

test('events that the reader has not reached are left to it: first deliveries follow the log', async () => {
  const scope = await store.newScope();
  const [first = ''] = await encodeAtNoon(scope, 1);
  const reader = `reader-${first}`;
  const ownSweptAt = async (seconds: number): Promise<string[]> =>
    (await sweptAt(seconds, 100, reader)).filter((id) => own.includes(id));
  const own = [first];
  expect(await ownSweptAt(10)).toEqual([]);
  await store.pool().query(
    `INSERT INTO log_checkpoints (reader, epoch, txid, position)
     SELECT $1, epoch, txid, position FROM events WHERE stream_id = $2`,
    [reader, first],
  );
  const [second = ''] = await encodeAtNoon(scope, 1);
  own.push(second);
  expect(await ownSweptAt(1_000)).toEqual([first]);
  await settle([first, second], 'done');
});
