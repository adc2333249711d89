import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { createDataSource, poolOf } from '#database/data-source.js';
import { isDatabaseUnavailable } from '#database/errors.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.js';
import { runEngraph } from '../path/run-engraph.js';
import { encodeMemories, encodeRow, rowsOf, useStore } from './store-setup.js';

const store = useStore();
let proxy: TcpProxy;
beforeAll(async () => {
  proxy = await startTcpProxy(store.url());
});
afterAll(async () => {
  await proxy.stop();
});

const BATCH = 'INSERT INTO request_ledger';
const LEDGER_READ = 'AS wanted (scope_id, request_id)';

/** Runs with new connections through the proxy: each sends the text of a statement the first time. */
async function byProxy<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
  const options = { url: proxy.url, poolSize: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
  const source = await createDataSource(options).initialize();
  try {
    return await work(poolOf(source));
  } finally {
    await source.destroy();
  }
}

test('a ledger that cannot be read after the commit fails no stored write', async () => {
  const scope = await store.newScope();
  const known = encodeRow(scope, { requestId: 'known', text: 'before' });
  await encodeMemories(store.pool()).write(known);
  await byProxy(async (pool) => {
    let isCut = false;
    const onCommit = (): void => {
      if (!isCut) proxy.refuse();
      isCut = true;
    };
    const encode = encodeMemories(pool, { onCommit });
    const row = encodeRow(scope, { requestId: 'twice' });
    const [stored, again, other, replay] = await Promise.allSettled([
      encode.write(row),
      encode.write(encodeRow(scope, { requestId: 'twice' })),
      encode.write(encodeRow(scope, { requestId: 'twice', text: 'another' })),
      encode.write(encodeRow(scope, { requestId: 'known', text: 'before' })),
    ]);
    proxy.accept();
    expect(stored).toEqual({ status: 'fulfilled', value: { replayed: false, result: row.result } });
    // A replay within the batch is resolved without the ledger.
    expect(again).toEqual({ status: 'fulfilled', value: { replayed: true, result: row.result } });
    expect(other).toMatchObject({ status: 'rejected', reason: { name: 'RequestConflict' } });
    // Only this replay needs the ledger, which cannot be read.
    expect(isDatabaseUnavailable((replay as PromiseRejectedResult).reason)).toBe(true);
    const later = await encode.write(encodeRow(scope, { requestId: 'known', text: 'before' }));
    expect(later).toEqual({ replayed: true, result: known.result });
  });
  expect((await rowsOf(store.pool(), scope))['memories']).toBe(2);
});

test('when the connection breaks while the ledger is read, another one reads it', async () => {
  const scope = await store.newScope();
  const known = encodeRow(scope, { requestId: 'known' });
  await encodeMemories(store.pool()).write(known);
  await byProxy(async (pool) => {
    const cut = proxy.cutAt(LEDGER_READ, 'before');
    const encode = encodeMemories(pool);
    const row = encodeRow(scope);
    const outcomes = await Promise.all([encode.write(row), encode.write(encodeRow(scope, { requestId: 'known' }))]);
    await cut;
    expect(outcomes).toEqual([
      { replayed: false, result: row.result },
      { replayed: true, result: known.result },
    ]);
  });
});

test.each(['before', 'at answer'] as const)('a batch whose connection is cut (%s) is stored once', async (when) => {
  const scope = await store.newScope();
  await byProxy(async (pool) => {
    const batches: number[][] = [];
    const encode = encodeMemories(pool, { onBatch: (...counts) => batches.push(counts) });
    const cut = proxy.cutAt(BATCH, when);
    const rows = [encodeRow(scope), encodeRow(scope, { text: 'another' })];
    const outcomes = await Promise.all(rows.map((row) => encode.write(row)));
    await cut;
    expect(outcomes).toMatchObject(rows.map((row) => ({ replayed: false, result: row.result })));
    expect(batches).toEqual([[2, 0]]);
  });
  expect(await rowsOf(store.pool(), scope)).toEqual({ memories: 2, events: 2, extractions: 2, ledger: 2 });
});

test('a distinct write, and any idempotent write, survive a lost reply to their commit', async () => {
  const scope = await store.newScope();
  await byProxy(async (pool) => {
    const row = encodeRow(scope);
    const cut = proxy.cutAt('COMMIT', 'at answer');
    expect(await encodeMemories(pool).writeDistinct(row)).toMatchObject({ replayed: false, result: row.result });
    await cut;
  });
  await byProxy(async (pool) => {
    const key = { scopeId: scope.scopeId, requestId: 'r', operation: 'o', fingerprint: fingerprintOf('o', {}) };
    let runs = 0;
    const work = (): Promise<{ run: number }> => Promise.resolve({ run: (runs += 1) });
    const cut = proxy.cutAt('COMMIT', 'at answer');
    expect(await writeIdempotently(pool, key, new Date(), work)).toEqual({ result: { run: 1 }, replayed: false });
    await cut;
    expect(await writeIdempotently(pool, key, new Date(), work)).toEqual({ result: { run: 1 }, replayed: true });
    expect(runs).toBe(1);
  });
  expect(await rowsOf(store.pool(), scope)).toMatchObject({ memories: 1, ledger: 2 });
});

test('an HTTP caller gets the stored memory with its link, although the reply to the commit was lost', async () => {
  const engraph = await runEngraph('log', { EXTRACTION: 'off' }, { databaseUrl: proxy.url, brokers: [] });
  try {
    const client = await engraph.client('lost', 'answers');
    await client.post('/v1/memories', { text: 'the turn before', session: 3 });
    // From here on the connections of the pool are new ones.
    proxy.refuse();
    proxy.accept();
    const cut = proxy.cutAt(BATCH, 'at answer');
    const answer = await client.post('/v1/memories', { text: 'the turn', session: 3 });
    await cut;
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ was_deduplicated: false, auto_edges_added: 1 }),
    ]);
    const { body } = await client.get('/v1/memories');
    expect((body as { items: unknown[] }).items).toHaveLength(2);
  } finally {
    await engraph.stop();
  }
});
