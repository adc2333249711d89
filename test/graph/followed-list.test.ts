import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { memoryIdOfUuid, newMemoryUuid } from '#contracts/memory-id.js';
import { inScope } from '#database/in-scope.js';
import type { ListPlace } from '#graph/queries/late-memories.js';
import { listMemories, type MemoryFilter } from '#graph/queries/list-memories.js';
import { encodeBatch } from '#memories/encode/encode-batch.js';
import { encodeMemories, encodeRow, useStore } from '../event-store/store-setup.js';

const store = useStore(24);
const ASCENDING = { dir: 'asc', includeTombstoned: false } as const;
const WRITE = { now: new Date(), extract: false, sweepAfterMs: 60_000 };

/** Reads a list like a client that keeps the last cursor. */
function follower(pool: Pool, scopeId: string, filter: Omit<MemoryFilter, 'after'>) {
  let after: ListPlace | null = null;
  const passed: string[] = [];
  let last: string[] = [];
  return {
    /** All listed items; the last page is read again, with what is new on it. */
    seen: () => [...passed, ...last],
    /** Reads one page; resolves to whether the list continues. */
    async turn(): Promise<boolean> {
      const { items, next } = await listMemories(inScope(pool, scopeId), scopeId, { ...filter, after });
      last = items.map((item) => item.memory_id);
      if (next === null) return false;
      passed.push(...last.splice(0));
      after = next;
      return true;
    },
  };
}

test('a memory that commits after the list has passed its id is listed on the next page, once', async () => {
  const scope = await store.newScope();
  const { scopeId } = scope;
  const rows = Array.from({ length: 8 }, () => encodeRow(scope)).sort((a, b) => (a.memoryUuid < b.memoryUuid ? -1 : 1));
  const id = (...at: number[]): string[] => at.map((n) => memoryIdOfUuid(rows[n]?.memoryUuid ?? ''));
  const open = await Promise.all([0, 1, 2].map(() => store.pool().connect()));
  for (const [at, tx] of open.entries()) {
    await tx.query('BEGIN');
    await encodeBatch(tx, rows.slice(at, at + 1), WRITE);
  }
  for (const at of [3, 4, 5, 6]) await encodeBatch(store.pool(), rows.slice(at, at + 1), WRITE);
  let after: ListPlace | null = null;
  const page = async (limit: number): Promise<string[]> => {
    const { items, next } = await listMemories(store.pool(), scopeId, { ...ASCENDING, limit, after });
    if (next !== null) after = next;
    return items.map((item) => item.memory_id);
  };
  try {
    expect(await page(2)).toEqual(id(3, 4));
    await open[1]?.query('COMMIT');
    expect(await page(1)).toEqual(id(1));
    await open[0]?.query('COMMIT');
    await open[2]?.query('COMMIT');
    // One at a time: memories that were already late when others were listed, and later ones.
    expect(await page(1)).toEqual(id(0));
    expect(await page(1)).toEqual(id(2));
    expect(await page(1)).toEqual(id(5));
    await encodeBatch(store.pool(), rows.slice(7), WRITE);
    expect(await page(1)).toEqual(id(6));
    expect(await page(9)).toEqual(id(7));
  } finally {
    for (const tx of open) tx.release(true);
  }
});

test.each([{}, { session: 7n }])(
  'who follows a list under concurrent writes misses no memory, and gets none twice (%j)',
  async (more) => {
    const scope = await store.newScope();
    const sessionOf = more.session ?? null;
    const row = (memoryUuid: string) => {
      const made = encodeRow(scope);
      const memory_id = memoryIdOfUuid(memoryUuid);
      return { ...made, memoryUuid, result: { memory_id }, event: { ...made.event, memory_id, session: sessionOf } };
    };
    const before = Array.from({ length: 30 }, () => row(newMemoryUuid()));
    const encode = encodeMemories(store.pool(), { extract: false });
    for (const one of before) await encode.write(one);
    const list = follower(store.pool(), scope.scopeId, { ...ASCENDING, limit: 5, filter: more });
    const written = new Set(before.map((one) => one.event.memory_id));
    const state = { writing: true };
    const writer = async (): Promise<void> => {
      for (let n = 0; n < 40; n += 1) {
        const one = row(newMemoryUuid());
        await delay(Math.random() * 12);
        await encodeBatch(store.pool(), [one], WRITE);
        written.add(one.event.memory_id);
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, writer)).finally(() => (state.writing = false));
    while (state.writing) await list.turn();
    await writers;
    while (await list.turn());
    expect([...written].filter((id) => !list.seen().includes(id))).toEqual([]);
    expect(list.seen()).toHaveLength(written.size);
  },
  120_000,
);
