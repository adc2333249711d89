import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import type { EventType, LogPosition, StoredEvent } from '#contracts/events.js';
import { changeEvents } from '../harness/change-events.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Scope } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { appendEvents, type NewEvent } from '#event-store/append-events.js';
import { LogSubscription } from '#event-store/log-subscription.js';
import { LOG_START, readLog } from '#event-store/read-log.js';
import { until } from '../harness/until.js';
import { encodeMemories, encodeRow, useStore } from './store-setup.js';

const store = useStore(20);
const TYPES: readonly EventType[] = ['MemoryEncoded', 'MemoryForgotten', 'MemoryExtractionFailed'];

const followers: LogSubscription[] = [];

afterEach(async () => {
  for (const follower of followers.splice(0)) await follower.stop();
});

function forgotten(scope: Scope): NewEvent {
  const streamId = randomUUID();
  const data = { memory_id: memoryIdOfUuid(streamId), hard: false };
  return { type: 'MemoryForgotten', scopeId: scope.scopeId, streamId, data };
}

/** Runs transactions that append at once and again later, and commit after different delays. */
async function writeSlowly(pool: Pool, scope: Scope, transactions: number): Promise<void> {
  for (let i = 0; i < transactions; i += 1) {
    await inTransaction(pool, async (tx) => {
      await appendEvents(tx, [forgotten(scope)]);
      await delay(Math.random() * 20);
      await appendEvents(tx, [forgotten(scope), forgotten(scope)]);
    });
  }
}

/** Collects what a reader that only remembers the last position would see. */
async function pollByPosition(pool: Pool, seen: Set<bigint>, done: () => boolean): Promise<void> {
  for (let last = 0n; ;) {
    const finished = done();
    const { rows } = await pool.query<{ position: bigint }>(
      'SELECT position FROM events WHERE position > $1 ORDER BY position',
      [last],
    );
    for (const { position } of rows) seen.add(position);
    last = rows.at(-1)?.position ?? last;
    if (finished) return;
    await delay(1);
  }
}

const orderOf = ({ epoch, txid, position }: LogPosition): string =>
  [epoch, txid, position].map((n) => String(n).padStart(20, '0')).join(' ');

test('a reader sees every event of concurrent writers in order, where polling by position misses some', async () => {
  const scope = await store.newScope();
  const handled: StoredEvent[] = [];
  const errors: unknown[] = [];
  const byPosition = new Set<bigint>();
  const follower = new LogSubscription({
    pool: store.pool(),
    reader: randomUUID(),
    types: TYPES,
    limits: { events: 50, bytes: 5_000 },
    pollMs: 5,
    handle: (events) => Promise.resolve(void handled.push(...events)),
    onError: (error) => errors.push(error),
  });
  follower.start();
  followers.push(follower);
  let written = false;
  const polling = pollByPosition(store.pool(), byPosition, () => written);
  const encode = encodeMemories(store.pool());
  await Promise.all([
    ...Array.from({ length: 10 }, () => writeSlowly(store.pool(), scope, 15)),
    ...Array.from({ length: 150 }, async (_, i) => {
      await delay(i * 2);
      await encode.write(encodeRow(scope));
    }),
  ]);
  written = true;
  await polling;
  await until(() => Promise.resolve(handled.length >= 600));
  const { rows } = await store
    .pool()
    .query<{ event_id: string }>('SELECT event_id FROM events ORDER BY epoch, txid, position');
  expect(rows).toHaveLength(600);
  expect(handled.map(({ id }) => id)).toEqual(rows.map((row) => row.event_id));
  expect(byPosition.size).toBeLessThan(600);
  expect(errors).toEqual([]);
});

test('events of a transaction that appends early and commits late come before those of later ones that committed first', async () => {
  const scope = await store.newScope();
  const after = await endOfLog();
  const late = await store.pool().connect();
  await late.query('BEGIN');
  const [early, quick] = [forgotten(scope), forgotten(scope)];
  await appendEvents(late, [early]);
  await inTransaction(store.pool(), (tx) => appendEvents(tx, [quick]));
  expect((await readLog(store.pool(), after, { events: 10, bytes: 1e6 }, TYPES)).events).toEqual([]);
  await late.query('COMMIT');
  late.release();
  await untilReadable();
  const page = await readLog(store.pool(), after, { events: 10, bytes: 1e6 }, TYPES);
  expect(page.events.map(({ streamId }) => streamId)).toEqual([early.streamId, quick.streamId]);
});

test('a page is limited by events and by bytes, and an event larger than the limit is still delivered', async () => {
  const scope = await store.newScope();
  const after = await endOfLog();
  const encode = encodeMemories(store.pool());
  const lengths = [10, 10, 50_000, 10, 10];
  for (const length of lengths) await encode.write(encodeRow(scope, { text: 'x'.repeat(length) }));
  await untilReadable();
  const pages: number[] = [];
  for (let at = after; ;) {
    const page = await readLog(store.pool(), at, { events: 3, bytes: 1_000 }, TYPES);
    if (page.events.length === 0) break;
    pages.push(page.events.length);
    at = page.end;
  }
  expect(pages).toEqual([3, 2]);
  const small = await readLog(store.pool(), after, { events: 100, bytes: 100 }, TYPES);
  expect(small.events).toHaveLength(1);
  expect(await lengthsByPages(after, 1_000)).toEqual(lengths);
});

test('a large event of another type does not move the position past wanted events beyond the limit', async () => {
  const scope = await store.newScope();
  const after = await endOfLog();
  const [first, second] = [forgotten(scope), forgotten(scope)];
  await inTransaction(store.pool(), (tx) => appendEvents(tx, [first, second]));
  await encodeMemories(store.pool()).write(encodeRow(scope, { text: 'x'.repeat(10_000) }));
  await untilReadable();
  const page = await readLog(store.pool(), after, { events: 10, bytes: 1 }, ['MemoryForgotten']);
  expect(page.events.map(({ streamId }) => streamId)).toEqual([first.streamId]);
  const rest = await readLog(store.pool(), page.end, { events: 10, bytes: 1 }, ['MemoryForgotten']);
  expect(rest.events.map(({ streamId }) => streamId)).toEqual([second.streamId]);
});

test('events of other types move the position, and are not delivered', async () => {
  const scope = await store.newScope();
  const after = await endOfLog();
  await inTransaction(store.pool(), (tx) => appendEvents(tx, [forgotten(scope), forgotten(scope)]));
  await untilReadable();
  const page = await readLog(store.pool(), after, { events: 10, bytes: 1e6 }, ['MemoryEncoded']);
  expect(page.events).toEqual([]);
  expect(page.end.position).toBe(after.position + 2n);
});

test('after a restore into a new cluster, events of the new epoch come after those of the old', async () => {
  const scope = await store.newScope();
  const after = await endOfLog();
  const [old, fresh] = [forgotten(scope), forgotten(scope)];
  await inTransaction(store.pool(), (tx) => appendEvents(tx, [old]));
  // A restored log has transaction ids above those of its new cluster.
  await changeEvents(store.pool(), `UPDATE events SET txid = '900000000'::xid8 WHERE stream_id = $1`, [old.streamId]);
  expect((await readLog(store.pool(), after, { events: 10, bytes: 1e6 }, TYPES)).events).toEqual([]);
  await store.pool().query('INSERT INTO log_epochs (epoch, system_identifier) VALUES (2, 1)');
  await store.pool().query('ALTER TABLE events ALTER COLUMN epoch SET DEFAULT 2');
  await inTransaction(store.pool(), (tx) => appendEvents(tx, [fresh]));
  await untilReadable();
  const page = await readLog(store.pool(), after, { events: 10, bytes: 1e6 }, TYPES);
  expect(page.events.map(({ streamId }) => streamId)).toEqual([old.streamId, fresh.streamId]);
  expect(page.events.map(({ at }) => at.epoch)).toEqual([1, 2]);
  const rest = await readLog(store.pool(), page.events[0]?.at ?? after, { events: 10, bytes: 1e6 }, TYPES);
  expect(rest.events.map(({ streamId }) => streamId)).toEqual([fresh.streamId]);
});

/**
 * Waits until every event so far may be read: transactions of other databases of this server hold the horizon too.
 * Restored events with transaction ids of another cluster never pass it.
 */
async function untilReadable(): Promise<void> {
  await until(async () => {
    const { rows } = await store
      .pool()
      .query(`SELECT FROM events WHERE txid < '900000000'::xid8 AND txid >= pg_snapshot_xmin(pg_current_snapshot())`);
    return rows.length === 0;
  });
}

async function endOfLog(): Promise<LogPosition> {
  await untilReadable();
  for (let at = LOG_START; ;) {
    const { end } = await readLog(store.pool(), at, { events: 1_000, bytes: 1e9 }, []);
    if (orderOf(end) === orderOf(at)) return at;
    at = end;
  }
}

async function lengthsByPages(after: LogPosition, bytes: number): Promise<number[]> {
  const lengths: number[] = [];
  for (let at = after; ;) {
    const page = await readLog(store.pool(), at, { events: 100, bytes }, TYPES);
    if (page.events.length === 0) return lengths;
    for (const event of page.events) if (event.type === 'MemoryEncoded') lengths.push(event.data.text?.length ?? 0);
    at = page.end;
  }
}

test('a reader that requests no texts gets the events without them, and larger pages', async () => {
  const scope = await store.newScope();
  const row = encodeRow(scope, { text: 'a text that is not wanted' });
  await encodeMemories(store.pool()).write(row);
  const own = async (withTexts: boolean): Promise<StoredEvent[]> => {
    const limits = { events: 10_000, bytes: 1 << 30 };
    const { events } = await readLog(store.pool(), LOG_START, limits, TYPES, withTexts);
    return events.filter(({ streamId }) => streamId === row.memoryUuid);
  };
  const [[whole], [bare]] = [await own(true), await own(false)];
  expect(whole?.data).toMatchObject({ text: 'a text that is not wanted' });
  expect(bare).toEqual({ ...whole, data: { ...whole?.data, text: '' } });
});
