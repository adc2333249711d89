import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { PoolClient } from 'pg';
import { sqlState } from '#database/errors.js';
import type { EncodeRow } from '#memories/encode/encode-batch.js';
import { WriteQueueFull } from '#event-store/group-commit.js';
import { RequestConflict } from '#event-store/request-ledger.js';
import { until } from '../harness/until.js';
import { encodeMemories, encodeRow, rowsOf, useStore } from './store-setup.js';

const store = useStore();

test('concurrent writes share a few commits, and each is stored completely', async () => {
  const scope = await store.newScope();
  const commits: number[] = [];
  const encode = encodeMemories(store.pool(), { onCommit: (rows) => commits.push(rows) });
  const rows = Array.from({ length: 200 }, (_, i) => encodeRow(scope, { text: `turn ${String(i)}` }));
  const outcomes = await Promise.all(rows.map((row) => encode.write(row)));
  expect(outcomes).toEqual(rows.map((row) => ({ replayed: false, result: row.result })));
  expect(commits.reduce((sum, n) => sum + n, 0)).toBe(200);
  expect(commits.length).toBeLessThanOrEqual(3);
  expect(await rowsOf(store.pool(), scope)).toEqual({ memories: 200, events: 200, extractions: 200, ledger: 200 });
});

test('a batch is limited by the size of its rows, including metadata', async () => {
  const scope = await store.newScope();
  const commits: number[] = [];
  const encode = encodeMemories(store.pool(), { onCommit: (rows) => commits.push(rows) });
  const rows = Array.from({ length: 5 }, () => encodeRow(scope));
  const metadata = { filler: 'x'.repeat(3 * 1024 * 1024) };
  await Promise.all(rows.map((row) => encode.write({ ...row, event: { ...row.event, metadata } })));
  expect(commits.sort()).toEqual([1, 2, 2]);
});

test('when a write resolves, the memory, its event and its pending extraction are stored', async () => {
  const scope = await store.newScope();
  const row = encodeRow(scope, { text: 'Zoë said: “ok” 🙂', speaker: 'Zoë' });
  const session = 18_446_744_073_709_551_615n;
  const metadata = { exact: 9_007_199_254_740_993n, nested: { list: [1, null] } };
  await encodeMemories(store.pool()).write({ ...row, event: { ...row.event, session, metadata } });
  const { rows } = await store.pool().query(
    `SELECT text, speaker, session, metadata, created_at_nanos, data->>'text' AS logged, x.state
     FROM memories JOIN events ON stream_id = memory_id JOIN memory_extractions AS x USING (memory_id)
     WHERE memory_id = $1`,
    [row.memoryUuid],
  );
  const { text, speaker } = row.event;
  const created_at_nanos = row.event.created_at_unix_nanos;
  expect(rows).toEqual([{ text, speaker, session, metadata, created_at_nanos, logged: text, state: 'pending' }]);
});

test('a request repeated within one batch stores one memory, and the second caller gets a replay', async () => {
  const scope = await store.newScope();
  const requestId = randomUUID();
  const [first, second] = [encodeRow(scope, { requestId }), encodeRow(scope, { requestId })];
  const encode = encodeMemories(store.pool());
  const outcomes = await Promise.all([encode.write(first), encode.write(second)]);
  expect(outcomes).toEqual([
    { replayed: false, result: first.result },
    { replayed: true, result: first.result },
  ]);
  expect(await rowsOf(store.pool(), scope)).toEqual({ memories: 1, events: 1, extractions: 1, ledger: 1 });
});

test('another body under the same request id is a conflict for that caller only', async () => {
  const scope = await store.newScope();
  const requestId = randomUUID();
  const encode = encodeMemories(store.pool());
  const outcomes = await Promise.allSettled([
    encode.write(encodeRow(scope, { requestId })),
    encode.write(encodeRow(scope, { requestId, text: 'something else' })),
    encode.write(encodeRow(scope)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: expect.any(RequestConflict) });
  await expect(encode.write(encodeRow(scope, { requestId, text: 'a third' }))).rejects.toThrow(RequestConflict);
  expect((await rowsOf(store.pool(), scope))['memories']).toBe(2);
});

test('the same request id in two scopes is two requests', async () => {
  const [a, b] = [await store.newScope(), await store.newScope()];
  const requestId = randomUUID();
  const encode = encodeMemories(store.pool());
  const rows = [encodeRow(a, { requestId }), encodeRow(b, { requestId, text: 'another' })];
  const outcomes = await Promise.all(rows.map((row) => encode.write(row)));
  expect(outcomes.map(({ replayed }) => replayed)).toEqual([false, false]);
});

test('two replicas that concurrently write the same ids store one memory for each', async () => {
  const scope = await store.newScope();
  const ids = Array.from({ length: 300 }, () => randomUUID());
  const replicas = [encodeMemories(await store.newPool()), encodeMemories(await store.newPool())];
  const outcomes = await Promise.all(
    replicas.map((replica, i) =>
      Promise.all(
        (i === 0 ? ids : [...ids].reverse()).map((requestId) => replica.write(encodeRow(scope, { requestId }))),
      ),
    ),
  );
  const [ofFirst = [], ofSecond = []] = outcomes;
  expect(ofFirst.map(({ result }) => result)).toEqual([...ofSecond].reverse().map(({ result }) => result));
  expect(outcomes.flat().filter(({ replayed }) => !replayed)).toHaveLength(300);
  expect(await rowsOf(store.pool(), scope)).toEqual({ memories: 300, events: 300, extractions: 300, ledger: 300 });
});

/** Opens a transaction of another process that has written this row's ledger entry and has not ended. */
async function unfinished(row: EncodeRow): Promise<PoolClient> {
  const holder = await store.pool().connect();
  await holder.query('BEGIN');
  await holder.query('INSERT INTO request_ledger VALUES ($1, $2, $3, $4, $5, now())', [
    ...[row.scopeId, row.requestId, row.operation, row.fingerprint, JSON.stringify(row.result)],
  ]);
  return holder;
}

async function untilBatchesWait(count: number): Promise<void> {
  await until(async () => {
    const { rows } = await store.pool().query(`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO request_ledger%'`);
    return rows.length === count;
  });
}

test("a write that meets another process's unfinished one waits for it and returns its result", async () => {
  const scope = await store.newScope();
  const [first, second] = [encodeRow(scope, { requestId: 'r' }), encodeRow(scope, { requestId: 'r' })];
  const holder = await unfinished(first);
  const answer = encodeMemories(store.pool()).write(second);
  await untilBatchesWait(1);
  await holder.query('COMMIT');
  holder.release();
  expect(await answer).toEqual({ replayed: true, result: first.result });
});

test('batches with the same ids in opposite orders wait for each other and never deadlock', async () => {
  const scope = await store.newScope();
  const ids = Array.from({ length: 101 }, (_, i) => String(i).padStart(3, '0'));
  const holder = await unfinished(encodeRow(scope, { requestId: '050' }));
  const batches = [ids, [...ids].reverse()].map(async (order) => {
    const encode = encodeMemories(store.pool());
    return Promise.all(order.map((requestId) => encode.write(encodeRow(scope, { requestId }))));
  });
  await untilBatchesWait(2);
  await holder.query('ROLLBACK');
  holder.release();
  const outcomes = (await Promise.all(batches)).flat();
  expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(101);
});

test('a hundred concurrent calls with one request id all get the same result', async () => {
  const scope = await store.newScope();
  const requestId = randomUUID();
  const [one, other] = [encodeMemories(await store.newPool()), encodeMemories(store.pool())];
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? one : other).write(encodeRow(scope, { requestId }))),
  );
  expect(new Set(outcomes.map(({ result }) => JSON.stringify(result))).size).toBe(1);
  expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await rowsOf(store.pool(), scope)).toEqual({ memories: 1, events: 1, extractions: 1, ledger: 1 });
});

test('a row that Postgres rejects fails alone, and the other rows are committed', async () => {
  const scope = await store.newScope();
  const encode = encodeMemories(store.pool());
  const texts = Array.from({ length: 64 }, (_, i) => (i === 17 || i === 40 ? 'a\0b' : `turn ${String(i)}`));
  const outcomes = await Promise.allSettled(texts.map((text) => encode.write(encodeRow(scope, { text }))));
  const failed = outcomes.flatMap((outcome, i) =>
    outcome.status === 'rejected' ? [[i, sqlState(outcome.reason)]] : [],
  );
  expect(failed).toEqual([
    [17, '22P05'],
    [40, '22P05'],
  ]);
  expect(await rowsOf(store.pool(), scope)).toEqual({ memories: 62, events: 62, extractions: 62, ledger: 62 });
});

test('a request that failed for its values leaves nothing, so its id is free for the corrected one', async () => {
  const scope = await store.newScope();
  const requestId = randomUUID();
  const encode = encodeMemories(store.pool());
  await expect(encode.write(encodeRow(scope, { requestId, text: '\0' }))).rejects.toThrow();
  expect(await encode.write(encodeRow(scope, { requestId, text: 'mended' }))).toMatchObject({ replayed: false });
});

test('beyond its limit of waiting writes the store rejects at once, and accepts writes again afterwards', async () => {
  const scope = await store.newScope();
  const encode = encodeMemories(store.pool());
  const writes = Array.from({ length: 4_200 }, () => encode.write(encodeRow(scope, { text: 'x' })));
  const outcomes = await Promise.allSettled(writes);
  const refused = outcomes.filter((o) => o.status === 'rejected' && o.reason instanceof WriteQueueFull);
  expect(refused).toHaveLength(4_200 - 4_096);
  expect((await rowsOf(store.pool(), scope))['memories']).toBe(4_096);
  await expect(encode.write(encodeRow(scope))).resolves.toMatchObject({ replayed: false });
  await expect(encode.drain()).resolves.toBeUndefined();
});
