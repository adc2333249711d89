import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { createDataSource, poolOf } from '#database/data-source.js';
import { LogSubscription } from '#event-store/log-subscription.js';
import { LEASE_MS } from '#event-store/reader-lease.js';
import { readerLag, readerState } from '#event-store/reader-state.js';
import { encodeMemories, encodeRow, useStore } from '../event-store/store-setup.js';
import { startProgram, type Program } from '../harness/program.js';
import { slowness } from '../harness/slowness.js';
import { startTcpProxy } from '../harness/tcp-proxy.js';
import { until } from '../harness/until.js';

/** Time within which a silent leader is replaced, scaled on slow machines. */
const TAKEOVER_MS = 15_000 * slowness();
/** A leader that is known to be gone is replaced before its lease expires. */
const AT_ONCE_MS = (LEASE_MS / 2) * slowness();

const store = useStore();
const running: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

interface Standby {
  readonly follower: LogSubscription;
  readonly handled: Set<string>;
  readonly errors: string[];
}

function follow(pool: Pool, reader: string): Standby {
  const handled = new Set<string>();
  const errors: string[] = [];
  const follower = new LogSubscription({
    ...{ pool, reader, types: ['MemoryEncoded'], limits: { events: 100, bytes: 1e6 }, pollMs: 20 },
    handle: (events) => {
      for (const { streamId } of events) handled.add(streamId);
      return Promise.resolve();
    },
    onError: (error) => errors.push(error instanceof Error ? error.name : 'unknown'),
  });
  follower.start();
  running.push(() => follower.stop());
  return { follower, handled, errors };
}

async function encode(count: number): Promise<string[]> {
  const scope = await store.newScope();
  const writes = encodeMemories(store.pool());
  const rows = Array.from({ length: count }, () => encodeRow(scope));
  for (const row of rows) await writes.write(row);
  return rows.map((row) => row.memoryUuid);
}

async function startLeader(reader: string): Promise<Program> {
  const leader = startProgram('test/faults/leading-process.ts', [store.url(), reader]);
  running.push(() => leader.kill());
  await leader.prints('leads');
  return leader;
}

const active = (follower: LogSubscription) => () => Promise.resolve(follower.active);
const handledBy = (program: Program): string[] =>
  program.lines.filter((line) => line.startsWith('handled ')).map((line) => line.slice('handled '.length));
const caughtUp = async (reader: string): Promise<boolean> => (await readerLag(store.pool(), reader)).events === 0;

async function checkpoint(reader: string): Promise<unknown> {
  const { rows } = await store
    .pool()
    .query<object>('SELECT epoch, txid, position FROM log_checkpoints WHERE reader = $1', [reader]);
  return rows[0];
}

test('a leader that is stopped in the middle of its work is replaced, and when it goes on it does nothing more', async () => {
  const reader = randomUUID();
  const leader = await startLeader(reader);
  const ids = await encode(200);
  await until(() => Promise.resolve(handledBy(leader).length >= 5));
  leader.freeze();
  const before = handledBy(leader).length;
  const standby = follow(await store.newPool(), reader);
  await until(active(standby.follower), TAKEOVER_MS, 'the takeover');
  const handled = (id: string): boolean => standby.handled.has(id) || handledBy(leader).includes(id);
  await until(() => Promise.resolve(ids.every(handled)), 60_000, 'the rest of the log');
  await until(() => caughtUp(reader));
  const place = await checkpoint(reader);

  leader.thaw();
  await leader.prints('error LeaseLost');
  // Output from before the stop may arrive late, but at most one event.
  expect(handledBy(leader).length - before).toBeLessThanOrEqual(1);
  expect(await checkpoint(reader)).toEqual(place);
  expect(standby.follower.active).toBe(true);
  expect(standby.errors).toEqual([]);
});

test('a leader whose connections fall silent without an end gives up by itself, and another takes over', async () => {
  const reader = randomUUID();
  const proxy = await startTcpProxy(store.url());
  const source = createDataSource({ url: proxy.url, poolSize: 4, connectTimeoutMs: 2_000, statementTimeoutMs: 60_000 });
  await source.initialize();
  running.push(() => Promise.all([source.destroy(), proxy.stop()]));
  const first = follow(poolOf(source), reader);
  await until(active(first.follower));
  const standby = follow(await store.newPool(), reader);
  const seen = await encode(1);
  await until(() => Promise.resolve(seen.every((id) => first.handled.has(id))), 60_000, 'the first event');

  proxy.silence();
  await until(active(standby.follower), TAKEOVER_MS, 'the takeover');
  expect(first.follower.active).toBe(false);
  const ids = await encode(1);
  await until(() => Promise.resolve(ids.every((id) => standby.handled.has(id))), 60_000, 'the next event');
  expect((await readerState(store.pool(), reader)).leader).not.toBeNull();
  expect(first.errors).toContain('LeaseLost');
});

test('a leader that is killed, and one that stops, are replaced at once', async () => {
  const reader = randomUUID();
  const leader = await startLeader(reader);
  const second = follow(await store.newPool(), reader);
  await leader.kill();
  await until(active(second.follower), AT_ONCE_MS, 'the takeover from one that was killed');
  const third = follow(await store.newPool(), reader);
  await second.follower.stop();
  await until(active(third.follower), AT_ONCE_MS, 'the takeover from one that stopped');
});
