import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { changeEvents } from '../harness/change-events.js';
import { createServicePool } from '#database/data-source.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { LogSubscription } from '#event-store/log-subscription.js';
import { Metrics } from '#telemetry/metrics.js';
import { Readiness } from '#telemetry/readiness.js';
import { useStore } from '../event-store/store-setup.js';
import { encodeTexts, extractMemories } from '../extractor/extractor-setup.js';
import { inTransaction } from '#database/transaction.js';
import { until } from '../harness/until.js';

const store = useStore();

const systemNow = () => new Date();
const later = (seconds: number) => () => new Date(Date.now() + seconds * 1_000);

/** Response to a probe, not cached. */
async function ready(now = systemNow) {
  const pools = { pool: store.pool(), system: store.pool() };
  return new Readiness({ ...pools, now }).read();
}

test('readiness tells how many memories wait, since when, and whether anything still moves', async () => {
  const idle = { pending: 0, oldest_pending_seconds: 0, parked: 0, stalled: false };
  expect(await ready(later(3_600))).toEqual({ status: 'ready', postgres: 'ok', log_reader: null, extraction: idle });

  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya', 'met Oskar', 'met Nadia']);
  expect((await ready())?.extraction).toMatchObject({ pending: 3, stalled: false });
  expect((await ready(later(45)))?.extraction).toMatchObject({ pending: 3, stalled: false });
  const stalled = (await ready(later(55)))?.extraction;
  expect(stalled).toMatchObject({ pending: 3, stalled: true });
  expect(stalled?.oldest_pending_seconds).toBeGreaterThanOrEqual(55);

  await extractMemories(store.pool()).handle(events.slice(0, 1));
  await changeEvents(
    store.pool(),
    `UPDATE events SET recorded_at = now() + interval '1 min' WHERE type = 'MemoryExtracted'`,
  );
  expect((await ready(later(100)))?.extraction).toMatchObject({ pending: 2, stalled: false });
  expect((await ready(later(120)))?.extraction).toMatchObject({ pending: 2, stalled: true });
});

test('what the LLM adds is no sign that new memories move', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya', 'met Oskar']);
  await extractMemories(store.pool()).handle(events.slice(0, 1));
  await changeEvents(
    store.pool(),
    `UPDATE events SET recorded_at = now() + interval '1 min' WHERE type = 'MemoryExtracted'`,
  );
  expect((await ready(later(90)))?.extraction).toMatchObject({ stalled: false });
  await changeEvents(
    store.pool(),
    `UPDATE events SET data = jsonb_set(data, '{stages}', '[{"stage": "llm"}]') WHERE type = 'MemoryExtracted'`,
  );
  expect((await ready(later(90)))?.extraction).toMatchObject({ stalled: true });
});

test('a memory that was forgotten before its turn does not wait', async () => {
  const scope = await store.newScope();
  const [event] = await encodeTexts(store.pool(), scope, ['met Maya']);
  const waiting = async (): Promise<number> => (await ready())?.extraction?.pending ?? -1;
  const before = await waiting();
  await inTransaction(store.pool(), (tx) =>
    forgetMemory(tx, scope.scopeId, event?.streamId ?? '', { hard: false, now: new Date() }),
  );
  expect(await waiting()).toBe(before - 1);
});

test('without Postgres it is not ready, and an unreadable queue alone does not change that it is', async () => {
  const away = createServicePool({
    ...{ url: 'postgresql://nobody@127.0.0.1:9/none', poolSize: 1, connectTimeoutMs: 1_000, statementTimeoutMs: 1_000 },
  });
  try {
    expect(await new Readiness({ pool: away, system: store.pool(), now: systemNow }).read()).toBeNull();
    expect(await new Readiness({ pool: store.pool(), system: away, now: systemNow }).read()).toEqual({
      ...{ status: 'ready', postgres: 'ok', log_reader: null, extraction: null },
    });
  } finally {
    await away.end();
  }
});

test('readiness and metrics tell that the log is not carried on, and who leads, on whichever replica', async () => {
  const reader = randomUUID();
  const metrics = new Metrics();
  new Readiness({ pool: store.pool(), system: store.pool(), now: systemNow, logReader: reader }).sampleInto(metrics);
  const told = () =>
    new Readiness({ pool: store.pool(), system: store.pool(), now: systemNow, logReader: reader }).read();
  await encodeTexts(store.pool(), await store.newScope(), ['met Maya']);
  await changeEvents(
    store.pool(),
    `UPDATE events SET recorded_at = now() - interval '1 min' WHERE type = 'MemoryEncoded'`,
  );
  const waiting = await told();
  expect(waiting).toMatchObject({ status: 'degraded', log_reader: { reader, state: 'late', leader: null } });
  expect(waiting?.log_reader?.lag_seconds).toBeGreaterThanOrEqual(60);
  expect(await metrics.registry.metrics()).toContain(`engraph_log_reader_has_leader{reader="${reader}"} 0`);

  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const follower = new LogSubscription({
    ...{ pool: await store.newPool(), reader, types: null, limits: { events: 1_000, bytes: 8e6 }, pollMs: 20 },
    handle: () => held,
    onError: () => undefined,
  });
  follower.start();
  const leader: unknown = expect.stringMatching(new RegExp(`:${String(process.pid)}$`));
  await until(async () => (await told())?.log_reader?.leader !== null);
  expect(await told()).toMatchObject({ status: 'degraded', log_reader: { state: 'late', leader } });
  release();
  await until(async () => (await told())?.status === 'ready');
  expect(await told()).toMatchObject({ log_reader: { state: 'ok', lag_seconds: 0, leader, unknown_event: null } });
  await follower.stop();
  expect(await told()).toMatchObject({ log_reader: { leader: null } });
});
