import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import type { Scope } from '#contracts/scope.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { confirmFact } from '#graph/commands/judge-fact.js';
import { beginSnapshot } from '#graph/rebuild/catch-up.js';
import { createFreshTables, dropFreshTables, useFreshTables } from '#graph/rebuild/graph-tables.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { replayScope } from '#graph/rebuild/replay-streams.js';
import { switchGraph } from '#graph/rebuild/switch-graph.js';
import { eraseForgotten, FORGOTTEN_KEPT_MS } from '#memories/forget/erase-forgotten.js';
import { exportScope } from '#memories/transfer/export-scope.js';
import { importScope } from '#memories/transfer/import-scope.js';
import { newCanary, tablesWith } from '../erase/canary.js';
import { useStore, type TestStore } from '../event-store/store-setup.js';
import { extractMemories } from '../extractor/extractor-setup.js';
import { pronouns } from '../extractor/pronouns.js';
import { forgetIn, restoreIn, talkIn, type Talk } from './talk.js';

/** Callers confirm "She knows Bo", which names who "she" is by the message before. Runs on real Postgres. */
const store = useStore();
const elsewhere = useStore();
const NOW = new Date('2026-03-14T12:00:00Z');

/** Reads pronouns, and "Ana knows Bo" by itself. */
const names: Stage = {
  ...pronouns,
  run: (memory, ...rest) => {
    const [, from, to] = /^(\w+) knows (\w+)/.exec(memory.text) ?? [];
    if (!from || !to || from === 'She') return pronouns.run(memory, ...rest);
    const ends = { from: { type: 'person', name: from }, to: { type: 'person', name: to } } as const;
    const how = { polarity: 'asserted', event_at_unix_nanos: 1n, confidence: 0.8, stage: 'pattern' } as const;
    return { state: 'done', observations: { ...NO_OBSERVATIONS, relations: [{ type: 'knows', ...ends, ...how }] } };
  },
};

async function talk(...texts: string[]): Promise<Talk> {
  const told = await talkIn(store, texts);
  await extractMemories(store.pool(), { stages: [names] }).handle(told.events);
  return told;
}

interface Listed {
  readonly id: string;
  readonly source: string;
}

async function relationsOf({ scopeId }: Scope, { pool }: TestStore = store): Promise<Listed[]> {
  const { rows } = await pool().query<Listed>(
    'SELECT relation_id AS id, source FROM relations WHERE scope_id = $1 ORDER BY 1',
    [scopeId],
  );
  return rows;
}

const sqlOf = ({ pool }: TestStore) => ({
  transaction: <T>(run: Parameters<typeof inTransaction<T>>[1]) => inTransaction(pool(), run),
});

let now = 1_800_000_000_000_000_000n;

async function confirm(scope: Scope): Promise<void> {
  const [relation] = await relationsOf(scope);
  const fact = { table: 'relations', id: relation?.id ?? '' } as const;
  await inLockedScope(sqlOf(store), scope.scopeId, (tx) =>
    confirmFact(tx, scope.scopeId, fact, { reason: 'asked her', nowNanos: (now += 1n) }),
  );
}

const forget = (scope: Scope, id: string | undefined, hard = false) =>
  forgetIn(store, scope, id ?? '', { hard, now: NOW });
const differences = async () => (await rebuildGraph(store.pool(), 'verify')).tables;
const tablesOfOursWith = async (word: string, { pool }: TestStore = store): Promise<string[]> =>
  (await tablesWith(pool(), word)).filter((table) => table.startsWith('public.'));

test('a confirmation ends with the earlier message that the claim was read with, and comes back with it', async () => {
  const { scope, ids } = await talk('met Ana', 'She knows Bo');
  await confirm(scope);
  const before = await relationsOf(scope);
  expect(before).toMatchObject([{ source: 'confirmed' }]);
  await forget(scope, ids[0]);
  expect(await relationsOf(scope)).toEqual([]);
  expect(await differences()).toEqual([]);
  await restoreIn(store, scope, ids[0] ?? '', NOW);
  expect(await relationsOf(scope)).toEqual(before);
  expect(await differences()).toEqual([]);
});

test.each(['at once', 'after 7 days', 'after the confirming memory is forgotten', 'when it was confirmed twice'])(
  'no table has a name of an erased message that a claim was read with which a caller confirmed: %s',
  async (when) => {
    const word = newCanary();
    const { scope, ids } = await talk(`met ${word}`, 'She knows Bo');
    await confirm(scope);
    if (when === 'when it was confirmed twice') await confirm(scope);
    if (when === 'after the confirming memory is forgotten') await forget(scope, ids[1]);
    expect(await tablesOfOursWith(word)).toContain('public.events');
    if (when === 'after 7 days') {
      await forget(scope, ids[0]);
      await eraseForgotten(store.pool(), new Date(NOW.getTime() + FORGOTTEN_KEPT_MS + 1), 10);
    } else await forget(scope, ids[0], true);
    expect(await tablesOfOursWith(word)).toEqual([]);
    expect(await relationsOf(scope)).toEqual([]);
    if (when === 'after the confirming memory is forgotten') await restoreIn(store, scope, ids[1] ?? '', NOW);
    expect(await relationsOf(scope)).toEqual([]);
    expect(await differences()).toEqual([]);
  },
);

test('a rebuild that began before the earlier message was erased ends without the confirmation', async () => {
  const word = newCanary();
  const { scope, ids } = await talk(`met ${word}`, 'She knows Bo');
  await confirm(scope);
  const [log, fresh] = [await store.pool().connect(), await store.pool().connect()];
  try {
    await createFreshTables(fresh);
    await useFreshTables(fresh);
    const snapshot = await beginSnapshot(log);
    await forget(scope, ids[0], true);
    const { rows: scopes } = await log.query<{ scope_id: string }>('SELECT scope_id FROM scopes');
    for (const { scope_id } of scopes) await replayScope(log, fresh, scope_id);
    await log.query('COMMIT');
    await switchGraph(log, fresh, snapshot);
  } finally {
    await dropFreshTables(fresh);
    log.release(true);
    fresh.release(true);
  }
  expect(await relationsOf(scope)).toEqual([]);
  expect(await tablesOfOursWith(word)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('what a memory says by itself stays confirmed when messages before it are erased', async () => {
  const { scope, ids } = await talk('met Ana', 'Ana knows Bo', 'She knows Cleo');
  await confirm(scope);
  await forget(scope, ids[0], true);
  expect(await relationsOf(scope)).toMatchObject([{ source: 'confirmed' }, { source: 'read' }]);
  expect(await differences()).toEqual([]);
});

async function exported(scope: Scope): Promise<string> {
  let file = '';
  const how = { scope, now: NOW, system: store.pool(), from: null, cursorOf: () => 'here' };
  for await (const page of exportScope(store.pool(), how)) file += page;
  return file;
}

async function imported(file: string, { scopeId }: Scope, into: TestStore): Promise<void> {
  await importScope({ sql: sqlOf(into), scopeId, now: NOW, vectorModel: null, extract: true }, [Buffer.from(file)]);
}

test('an import brings no confirmation of what was read with a message that the scope has erased', async () => {
  const word = newCanary();
  const { scope, ids } = await talk(`met ${word}`, 'She knows Bo');
  await confirm(scope);
  const file = await exported(scope);
  expect(file).toContain('"FactConfirmed"');
  await forget(scope, ids[0], true);
  await imported(file, scope, store);
  expect(await tablesOfOursWith(word)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('a confirmation of what was read with a message is the same after an export and an import', async () => {
  const { scope } = await talk('met Ana', 'She knows Bo');
  await confirm(scope);
  const file = await exported(scope);
  const other = await elsewhere.newScope();
  await imported(file, other, elsewhere);
  expect(await relationsOf(other, elsewhere)).toMatchObject([{ source: 'confirmed' }]);
  const { rows } = await elsewhere.pool().query('SELECT memory_id FROM memories WHERE scope_id = $1', [other.scopeId]);
  expect(rows).toHaveLength(2);
  expect((await rebuildGraph(elsewhere.pool(), 'verify')).tables).toEqual([]);
});
