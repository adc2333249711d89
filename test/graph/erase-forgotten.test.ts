import { expect, test } from '@jest/globals';
import { inTransaction } from '#database/transaction.js';
import { eraseForgotten } from '#memories/forget/erase-forgotten.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { lockScope } from '#database/in-locked-scope.js';
import { encodeMemories, encodeRow, useStore } from '../event-store/store-setup.js';

const store = useStore();
const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = new Date('2026-03-14T12:00:00Z');

test('memories forgotten 7 days ago are erased, and no others', async () => {
  const pool = store.pool();
  const scope = await store.newScope();
  const writes = encodeMemories(pool);
  const ids: Record<string, string> = {};
  for (const text of ['due', 'not yet due', 'active']) {
    const row = encodeRow(scope, { text });
    await writes.write(row);
    ids[text] = row.memoryUuid;
  }
  for (const [text, days] of [
    ['due', 7],
    ['not yet due', 6],
  ] as const) {
    await inTransaction(pool, async (tx) => {
      await lockScope(tx, scope.scopeId);
      await forgetMemory(tx, scope.scopeId, ids[text] ?? '', { hard: false, now: new Date() });
    });
    const forgottenAt = new Date(NOON.getTime() - days * DAY_MS);
    await pool.query('UPDATE memories SET forgotten_at = $2 WHERE memory_id = $1', [ids[text], forgottenAt]);
  }

  expect(await eraseForgotten(pool, new Date(NOON.getTime() - 1), 10)).toBe(0);
  expect(await eraseForgotten(pool, NOON, 10)).toBe(1);
  expect(await eraseForgotten(pool, NOON, 10)).toBe(0);
  const { rows } = await pool.query('SELECT memory_id, text, erased FROM memories ORDER BY memory_id');
  expect(rows).toEqual([
    { memory_id: ids['due'], text: null, erased: true },
    { memory_id: ids['not yet due'], text: 'not yet due', erased: false },
    { memory_id: ids['active'], text: 'active', erased: false },
  ]);
  const { rows: events } = await pool.query(
    `SELECT data -> 'hard' AS hard FROM events WHERE stream_id = $1 AND type = 'MemoryForgotten' ORDER BY position`,
    [ids['due']],
  );
  expect(events).toEqual([{ hard: false }, { hard: true }]);
});
