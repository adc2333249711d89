import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import { type LogSubscriptionOptions, LogSubscription } from '#event-store/log-subscription.js';
import { readerLag } from '#event-store/reader-state.js';
import { until } from '../harness/until.js';
import { encodeMemories, encodeRow, useStore } from './store-setup.js';

const store = useStore();

const followers: LogSubscription[] = [];

afterEach(async () => {
  for (const follower of followers.splice(0)) await follower.stop();
});

interface Following {
  readonly follower: LogSubscription;
  readonly handled: StoredEvent[];
  readonly errors: unknown[];
}

function follow(pool: Pool, reader: string, options: Partial<LogSubscriptionOptions> = {}): Following {
  const handled: StoredEvent[] = [];
  const errors: unknown[] = [];
  const follower = new LogSubscription({
    pool,
    reader,
    types: ['MemoryEncoded'],
    limits: { events: 7, bytes: 1e6 },
    pollMs: 10,
    handle: (events) => Promise.resolve(void handled.push(...events)),
    onError: (error) => errors.push(error),
    ...options,
  });
  follower.start();
  followers.push(follower);
  return { follower, handled, errors };
}

/** Stores `count` memories and returns their ids in the order of the writes. */
async function encode(count: number): Promise<string[]> {
  const scope = await store.newScope();
  const writes = encodeMemories(store.pool());
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const row = encodeRow(scope);
    await writes.write(row);
    ids.push(row.memoryUuid);
  }
  return ids;
}

async function killReader(reader: string): Promise<void> {
  const { rows } = await store.pool().query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database AS d ON d.oid = database
     WHERE locktype = 'advisory' AND granted AND datname = current_database()
       AND (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)`,
    [`engraph log reader ${reader}`],
  );
  expect(rows).toHaveLength(1);
}

const has = (handled: readonly StoredEvent[], ids: readonly string[]) => () =>
  Promise.resolve(ids.every((id) => handled.some((event) => event.streamId === id)));

test('of two subscriptions of one reader one is active, and the other takes over when its connection is killed', async () => {
  const reader = randomUUID();
  const first = follow(await store.newPool(), reader);
  await until(() => Promise.resolve(first.follower.active));
  const second = follow(await store.newPool(), reader);
  const before = await encode(20);
  await until(has(first.handled, before));
  expect(second.handled).toEqual([]);
  expect(second.follower.active).toBe(false);

  await killReader(reader);
  const after = await encode(20);
  await until(() => has([...first.handled, ...second.handled], after)());
  expect([first, second].filter(({ follower }) => follower.active)).toHaveLength(1);
  expect([...first.errors, ...second.errors]).toHaveLength(1);
  await Promise.all([first.follower.stop(), second.follower.stop()]);
});

test('a subscription that lost its connection while handling cannot move the checkpoint, and the events are delivered again', async () => {
  const reader = randomUUID();
  const ids = await encode(20);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let handling = false;
  const handle = (): Promise<void> => {
    handling = true;
    return held;
  };
  const first = follow(await store.newPool(), reader, { handle });
  await until(() => Promise.resolve(handling));
  await killReader(reader);
  const second = follow(await store.newPool(), reader);
  await until(has(second.handled, ids));
  await until(async () => (await readerLag(store.pool(), reader)).events === 0);
  const place = await checkpoint(reader);
  release();
  await until(() => Promise.resolve(first.errors.length === 1));
  expect(await checkpoint(reader)).toEqual(place);
  await Promise.all([first.follower.stop(), second.follower.stop()]);
});

test('the checkpoint does not move while events cannot be handled, and they are delivered again until they can', async () => {
  const reader = randomUUID();
  const ids = await encode(3);
  let refusals = 2;
  const handled: StoredEvent[] = [];
  const places: unknown[] = [];
  const { follower, errors } = follow(store.pool(), reader, {
    handle: async (events) => {
      places.push(await checkpoint(reader));
      if (refusals-- > 0) throw new Error('the broker is gone');
      handled.push(...events);
    },
  });
  await until(has(handled, ids));
  expect(errors).toHaveLength(2);
  expect(places.slice(0, 3)).toEqual([undefined, undefined, undefined]);
  await follower.stop();
});

test('a restarted subscription continues from its checkpoint', async () => {
  const reader = randomUUID();
  const before = await encode(5);
  const first = follow(store.pool(), reader);
  await until(has(first.handled, before));
  await until(async () => (await readerLag(store.pool(), reader)).events === 0);
  await first.follower.stop();
  const after = await encode(5);
  expect(await readerLag(store.pool(), reader)).toMatchObject({ events: 5 });
  const second = follow(store.pool(), reader);
  await until(has(second.handled, after));
  await second.follower.stop();
  expect(second.handled.map(({ streamId }) => streamId)).toEqual(after);
});

test('a nudge makes a subscription read at once, and a stop ends its wait', async () => {
  const reader = randomUUID();
  const { follower, handled } = follow(store.pool(), reader, { pollMs: 60_000 });
  await until(async () => (await checkpoint(reader)) !== undefined || follower.active);
  await until(async () => (await readerLag(store.pool(), reader)).events === 0 || handled.length > 0);
  const ids = await encode(1);
  await until(() => {
    follower.nudge();
    return has(handled, ids)();
  });
  await follower.stop();
  expect(follower.active).toBe(false);
});

async function checkpoint(reader: string): Promise<unknown> {
  const { rows } = await store
    .pool()
    .query<object>('SELECT epoch, txid, position FROM log_checkpoints WHERE reader = $1', [reader]);
  return rows[0];
}
