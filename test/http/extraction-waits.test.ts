import { expect, test } from '@jest/globals';
import { ExtractionWaits } from '#apps/api/src/memories/extraction-waits.js';
import { Stopping } from '#apps/api/src/shared/stopping.js';
import { encodeMemories, encodeRow, useStore } from '../event-store/store-setup.js';
import { until } from '../harness/until.js';

const store = useStore();

test.each(['done', 'partial', 'failed', 'pending'])('waiting for an extraction tells that it is %s', async (state) => {
  const scope = await store.newScope();
  const row = encodeRow(scope);
  await encodeMemories(store.pool()).write(row);
  const changed = store
    .pool()
    .query('UPDATE memory_extractions SET state = $2 WHERE memory_id = $1', [row.memoryUuid, state]);
  const waits = new ExtractionWaits(store.pool(), new Stopping());
  expect(await waits.wait(scope.scopeId, row.event.memory_id, state === 'pending' ? 0.05 : 20)).toBe(state);
  await changed;
});

test('all that wait share a statement, and hold no connection', async () => {
  const scope = await store.newScope();
  const rows = Array.from({ length: 50 }, () => encodeRow(scope));
  const writes = encodeMemories(store.pool());
  await Promise.all(rows.map((row) => writes.write(row)));
  const pool = await store.newPool(1);
  const waits = new ExtractionWaits(pool, new Stopping());
  const waiting = Promise.all(rows.map((row) => waits.wait(scope.scopeId, row.event.memory_id, 60)));
  const connection = await until(async () => {
    const client = await pool.connect();
    return client;
  });
  await store.pool().query(`UPDATE memory_extractions SET state = 'done' WHERE scope_id = $1`, [scope.scopeId]);
  connection.release();
  expect(new Set(await waiting)).toEqual(new Set(['done']));
});

test('of one scope so many wait, and one more is told at once what is known', async () => {
  const [flood, other] = [await store.newScope(), await store.newScope()];
  const stopping = new Stopping();
  const waits = new ExtractionWaits(store.pool(), stopping);
  const { memory_id } = encodeRow(flood).event;
  const all = Array.from({ length: 100 }, () => waits.wait(flood.scopeId, memory_id, 60));
  expect(await waits.wait(flood.scopeId, memory_id, 60)).toBe('pending');
  let isOver = false;
  const others = waits.wait(other.scopeId, memory_id, 60).finally(() => (isOver = true));
  expect(isOver).toBe(false);
  stopping.onModuleDestroy();
  expect(new Set(await Promise.all([...all, others]))).toEqual(new Set(['pending']));
});
