import { expect, test } from '@jest/globals';
import { encodeMemories, encodeRow, rowsOf, useStore } from './store-setup.js';

const store = useStore();

test('equal writes by several concurrent processes store one memory, with one event', async () => {
  const pools = await Promise.all([store.newPool(), store.newPool(), store.newPool()]);
  const processes = pools.map((pool) => encodeMemories(pool));
  for (let round = 0; round < 10; round += 1) {
    const scope = await store.newScope();
    const outcomes = await Promise.all(
      processes.flatMap((encode) => Array.from({ length: 4 }, () => encode.writeDistinct(encodeRow(scope)))),
    );
    const ids = outcomes.map((outcome) => (outcome.result as { memory_id: string }).memory_id);
    expect(new Set(ids).size).toBe(1);
    expect(await rowsOf(store.pool(), scope)).toEqual({ memories: 1, events: 1, extractions: 1, ledger: 12 });
  }
});

test('a text with the same hash as another is not its duplicate', async () => {
  const scope = await store.newScope();
  const encode = encodeMemories(store.pool());
  await store.pool().query(`
    CREATE OR REPLACE FUNCTION content_key(text text, speaker text, session numeric, role text, kind smallint)
    RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1`);
  for (const row of [encodeRow(scope), encodeRow(scope, { text: 'Else.' }), encodeRow(scope, { speaker: 'Ina' })])
    expect((await encode.writeDistinct(row)).result).toEqual(row.result);
  expect((await rowsOf(store.pool(), scope))['memories']).toBe(3);
});
