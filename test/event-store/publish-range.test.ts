import { expect, test } from '@jest/globals';
import type { StoredEvent } from '#contracts/events.js';
import { publishRange } from '#event-store/publish-range.js';
import { changeEvents } from '../harness/change-events.js';
import { encodeMemories, encodeRow, useStore } from './store-setup.js';

const store = useStore();
const DAY_MS = 24 * 60 * 60 * 1_000;
const day = (n: number): Date => new Date(Date.UTC(2026, 0, 1) + n * DAY_MS);

/** Stores one event per day, the first on day 0. */
async function encodeDays(count: number): Promise<string[]> {
  const scope = await store.newScope();
  const rows = Array.from({ length: count }, () => encodeRow(scope));
  for (const [n, row] of rows.entries()) {
    await encodeMemories(store.pool()).write(row);
    const sql = 'UPDATE events SET recorded_at = $2 WHERE stream_id = $1';
    await changeEvents(store.pool(), sql, [row.memoryUuid, day(n)]);
  }
  return rows.map((row) => row.memoryUuid);
}

async function reach(reader: string, memoryUuid: string): Promise<void> {
  await store.pool().query(
    `INSERT INTO log_checkpoints (reader, epoch, txid, position)
     SELECT $1, epoch, txid, position FROM events WHERE stream_id = $2`,
    [reader, memoryUuid],
  );
}

async function published(reader: string, since: Date, until: Date | null): Promise<string[]> {
  const seen: string[] = [];
  const publish = (events: readonly StoredEvent[]): Promise<void> => {
    seen.push(...events.map(({ streamId }) => streamId));
    return Promise.resolve();
  };
  const limits = { events: 2, bytes: 8e6 };
  const count = await publishRange({ ...{ pool: store.pool(), reader, limits, publish }, since, until });
  expect(count).toBe(seen.length);
  return seen;
}

test('a range of the log is published in order, without events before it or events its reader has not reached', async () => {
  const ids = await encodeDays(9);
  await reach('far', ids[7] ?? '');
  await reach('near', ids[4] ?? '');
  expect(await published('far', day(2), day(5))).toEqual(ids.slice(2, 5));
  expect(await published('far', day(0), null)).toEqual(ids.slice(0, 8));
  expect(await published('near', day(3), null)).toEqual(ids.slice(3, 5));
  expect(await published('near', day(6), day(8))).toEqual([]);
  expect(await published('nobody', day(0), null)).toEqual([]);
  expect(await published('far', day(20), null)).toEqual([]);
});

test('it stops before an event that this version does not know, and ignores one after its end', async () => {
  const ids = await encodeDays(4);
  const [first] = ids;
  await changeEvents(store.pool(), `UPDATE events SET type = 'MemoryArchived' WHERE stream_id = $1`, [ids[2]]);
  await reach('unknown', ids[3] ?? '');
  const before = await published('unknown', day(0), day(2));
  expect(before.slice(before.indexOf(first ?? ''))).toEqual(ids.slice(0, 2));
  await expect(published('unknown', day(0), null)).rejects.toThrow('MemoryArchived');
});
