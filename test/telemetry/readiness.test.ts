import { expect, test } from '@jest/globals';
import { createServicePool } from '#database/data-source.js';
import { forgetMemory } from '#graph/forget-memory.js';
import { Readiness } from '#telemetry/readiness.js';
import { useStore } from '../event-store/store-setup.js';
import { encodeTexts, extractMemories } from '../extractor/extractor-setup.js';
import { inTransaction } from '#database/transaction.js';

const store = useStore();

const later = (seconds: number) => () => new Date(Date.now() + seconds * 1_000);

/** What a probe is told; every call looks anew. */
async function ready(now?: () => Date) {
  const pools = { pool: store.pool(), system: store.pool() };
  return new Readiness({ ...pools, ...(now ? { now } : {}) }).read();
}

test('readiness tells how many memories wait, since when, and whether anything still moves', async () => {
  const idle = { pending: 0, oldest_pending_seconds: 0, stalled: false };
  expect(await ready(later(3_600))).toEqual({ status: 'ready', postgres: 'ok', extraction: idle });

  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya', 'met Oskar', 'met Nadia']);
  expect((await ready())?.extraction).toMatchObject({ pending: 3, stalled: false });
  expect((await ready(later(45)))?.extraction).toMatchObject({ pending: 3, stalled: false });
  const stalled = (await ready(later(55)))?.extraction;
  expect(stalled).toMatchObject({ pending: 3, stalled: true });
  expect(stalled?.oldest_pending_seconds).toBeGreaterThanOrEqual(55);

  await extractMemories(store.pool()).handle(events.slice(0, 1));
  await store.pool().query(`UPDATE events SET recorded_at = now() + interval '1 min' WHERE type = 'MemoryExtracted'`);
  expect((await ready(later(100)))?.extraction).toMatchObject({ pending: 2, stalled: false });
  expect((await ready(later(120)))?.extraction).toMatchObject({ pending: 2, stalled: true });
});

test('what the LLM adds is no sign that new memories move', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya', 'met Oskar']);
  await extractMemories(store.pool()).handle(events.slice(0, 1));
  await store.pool().query(`UPDATE events SET recorded_at = now() + interval '1 min' WHERE type = 'MemoryExtracted'`);
  expect((await ready(later(90)))?.extraction).toMatchObject({ stalled: false });
  await store
    .pool()
    .query(`UPDATE events SET data = jsonb_set(data, '{stages}', '[{"stage": "llm"}]') WHERE type = 'MemoryExtracted'`);
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
    expect(await new Readiness({ pool: away, system: store.pool() }).read()).toBeNull();
    expect(await new Readiness({ pool: store.pool(), system: away }).read()).toEqual({
      ...{ status: 'ready', postgres: 'ok', extraction: null },
    });
  } finally {
    await away.end();
  }
});
