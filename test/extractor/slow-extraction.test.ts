import { expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource, poolOf } from '#database/data-source.js';
import { isDatabaseUnavailable } from '#database/errors.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { MAX_ATTEMPTS } from '#extraction-jobs/extract-memories.js';
import { useStore } from '../event-store/store-setup.js';
import { capitals } from './capitals.js';
import { encodeTexts, extractionsOf, extractMemories, whileScopeIsLocked } from './extractor-setup.js';

const store = useStore();
/** Statement timeout: far above the duration of a statement on a slow machine, far below that of the slow ones. */
const STATEMENT_LIMIT_MS = 3_000;
const DONE = { state: 'done', attempts: 1, failure: null };

function limitedSource(): Promise<DataSource> {
  const options = { url: store.url(), poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: STATEMENT_LIMIT_MS };
  return createDataSource(options).initialize();
}

test('a memory whose projection always takes too long is parked, and its neighbours are extracted', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya', 'met Sluggish', 'met Nadia']);
  await store.pool().query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
    CREATE TRIGGER dawdle BEFORE INSERT ON mentions FOR EACH ROW WHEN (NEW.surface = 'Sluggish')
      EXECUTE FUNCTION dawdle()`);
  const source = await limitedSource();
  try {
    await extractMemories(poolOf(source)).handle(events);
  } finally {
    await source.destroy();
    await store.pool().query('DROP TRIGGER dawdle ON mentions');
  }
  const parked = { state: 'failed', attempts: MAX_ATTEMPTS, failure: 'ProjectionTimeoutError' };
  expect(await extractionsOf(store.pool(), events)).toEqual([DONE, parked, DONE]);
});

test('a timeout on the lock of a scope does not count against the memories', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya']);
  const source = await limitedSource();
  const extractor = extractMemories(poolOf(source));
  await whileScopeIsLocked(store.pool(), scope, async () => {
    for (let i = 0; i < MAX_ATTEMPTS; i += 1)
      expect(await extractor.handle(events).catch(isDatabaseUnavailable)).toBe(true);
  });
  await extractor.handle(events);
  await source.destroy();
  expect(await extractionsOf(store.pool(), events)).toEqual([DONE]);
});

test('the extractor yields to the event loop between two memories', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, ['met Maya', 'met Nadia', 'met Oskar']);
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const takeTurns = (): void => {
    turns += 1;
    next = setImmediate(takeTurns);
  };
  takeTurns();
  const seen: number[] = [];
  const watching: Stage = {
    ...capitals,
    run: (...args) => {
      seen.push(turns);
      return capitals.run(...args);
    },
  };
  await extractMemories(store.pool(), { stages: [watching] }).handle(events);
  clearImmediate(next);
  expect(new Set(seen).size).toBe(3);
});
