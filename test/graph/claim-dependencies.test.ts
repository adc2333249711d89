import { expect, test } from '@jest/globals';
import type { StoredEvent } from '#contracts/events.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Scope } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { eraseForgotten, FORGOTTEN_KEPT_MS } from '#memories/forget/erase-forgotten.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { createFreshTables, dropFreshTables, GRAPH_TABLES, useFreshTables } from '#graph/rebuild/graph-tables.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { replayScope } from '#graph/rebuild/replay-streams.js';
import { switchGraph } from '#graph/rebuild/switch-graph.js';
import { projectLlmExtractions } from '#extraction-jobs/llm/project-llm-extractions.js';
import { newCanary, tablesWith } from '../erase/canary.js';
import { useStore } from '../event-store/store-setup.js';
import { extractMemories, waitingBackend, whileScopeIsLocked } from '../extractor/extractor-setup.js';
import { knows, pronouns } from '../extractor/pronouns.js';
import { forgetIn, restoreIn, talkIn } from './talk.js';

/** Runs on real Postgres; the only stage reads a message with the one before it. */
const store = useStore();
const NOW = new Date('2026-03-14T12:00:00Z');

const talk = (...texts: string[]) => talkIn(store, texts);

const extract = (events: readonly StoredEvent[]) =>
  extractMemories(store.pool(), { stages: [pronouns], llmPolicy: 'always' }).handle(events);

const forget = (scope: Scope, id: string, hard = false) => forgetIn(store, scope, id, { hard, now: NOW });
const restore = (scope: Scope, id: string) => restoreIn(store, scope, id, NOW);

/** All rows of the scope's read models. */
async function graphOf({ scopeId }: Scope): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of GRAPH_TABLES) {
    const { rows } = await store
      .pool()
      .query<{ row: string }>(`SELECT t::text AS row FROM ${table} AS t WHERE scope_id = $1 ORDER BY 1`, [scopeId]);
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

/** Pairs of people who know each other, by name. */
async function friendsIn({ scopeId }: Scope): Promise<string[]> {
  const { rows } = await store.pool().query<{ pair: string }>(
    `SELECT a.canonical_name || ' – ' || b.canonical_name AS pair
     FROM relations AS r JOIN entities AS a ON a.entity_id = from_entity JOIN entities AS b ON b.entity_id = to_entity
     WHERE r.scope_id = $1 AND a.scope_id = $1 AND b.scope_id = $1`,
    [scopeId],
  );
  return rows.map(({ pair }) => pair.split(' – ').sort().join(' – '));
}

const differences = async () => (await rebuildGraph(store.pool(), 'verify')).tables;
const tablesOfOursWith = async (word: string): Promise<string[]> =>
  (await tablesWith(store.pool(), word)).filter((table) => table.startsWith('public.'));

test('a claim disappears with the memory it was read with, and returns unchanged when that one is restored', async () => {
  const { scope, events, ids } = await talk('met Ana', 'She knows Bo');
  await extract(events);
  const before = await graphOf(scope);
  expect(await friendsIn(scope)).toEqual(['Ana – Bo']);

  await forget(scope, ids[0] ?? '');
  expect(await friendsIn(scope)).toEqual([]);
  expect(await differences()).toEqual([]);
  await restore(scope, ids[0] ?? '');
  expect(await graphOf(scope)).toEqual(before);
  expect(await differences()).toEqual([]);
});

test('memories forgotten and restored in any order have their claims exactly while both memories are active', async () => {
  const { scope, events, ids } = await talk('met Ana', 'She knows Bo');
  const [context = '', reader = ''] = ids;
  await extract(events);
  const before = await graphOf(scope);
  await forget(scope, reader);
  await forget(scope, context);
  await restore(scope, reader);
  expect(await friendsIn(scope)).toEqual([]);
  expect(await differences()).toEqual([]);
  await restore(scope, context);
  expect(await graphOf(scope)).toEqual(before);
});

test('a memory counts as active from when it is stored, whether or not its own extraction has ended', async () => {
  const { scope, events, ids } = await talk('met Ana', 'She knows Bo');
  await extract(events.slice(1));
  expect(await friendsIn(scope)).toEqual(['Ana – Bo']);
  await forget(scope, ids[0] ?? '');
  expect(await friendsIn(scope)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('nothing of an erased memory remains in the events of memories that were read with it, including forgotten ones', async () => {
  const word = newCanary();
  const { scope, events, ids } = await talk(`met ${word}`, 'She knows Bo', `She knows Cleo`);
  const [context = '', reader = ''] = ids;
  await extract(events.slice(0, 2));
  expect(await tablesOfOursWith(word)).toContain('public.events');
  await forget(scope, reader);
  await forget(scope, context);
  expect(await tablesOfOursWith(word)).toEqual(['public.events', 'public.memories']);
  await eraseForgotten(store.pool(), new Date(NOW.getTime() + FORGOTTEN_KEPT_MS - 1), 10);
  expect(await tablesOfOursWith(word)).toEqual(['public.events', 'public.memories']);

  await forget(scope, context, true);
  expect(await tablesOfOursWith(word)).toEqual([]);
  expect((await graphOf(scope))['claim_dependencies']).toEqual([]);
  await restore(scope, reader);
  expect(await friendsIn(scope)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('an extraction that ends after a memory it was read with was erased keeps all other claims', async () => {
  const word = newCanary();
  const { scope, events, ids } = await talk(`met ${word}`, 'She knows Bo');
  let extracted: Promise<void> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async (tx) => {
    extracted = extract(events.slice(1));
    await waitingBackend(store.pool());
    await forgetMemory(tx, scope.scopeId, ids[0] ?? '', { hard: true, now: NOW });
  });
  await extracted;
  expect(await tablesOfOursWith(word)).toEqual([]);
  const graph = await graphOf(scope);
  expect([graph['claim_dependencies'], graph['entities']?.length]).toEqual([[], 1]);
  expect(await differences()).toEqual([]);
});

test('an LLM result that depends on a memory forgotten meanwhile counts once it is restored, but not if it was erased', async () => {
  const word = newCanary();
  const { scope, events, ids } = await talk(`met ${word}`, 'all know Bo');
  await extract(events);
  const [context = '', memoryId = ''] = ids;
  const said = knows({ text: `met ${word}`, memoryId: memoryIdOfUuid(context) }, 'Bo');
  const read = {
    memoryId,
    reading: 1,
    createdAt: 1n,
    outcome: { state: 'done', observations: said },
    durationMs: 1,
  } as const;
  let settled: Promise<void> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async (tx) => {
    settled = inTransaction(store.pool(), (own) => projectLlmExtractions(own, scope.scopeId, [read], 'v', NOW));
    await waitingBackend(store.pool());
    await forgetMemory(tx, scope.scopeId, context, { hard: false, now: NOW });
  });
  await settled;
  expect(await friendsIn(scope)).toEqual([]);
  await restore(scope, context);
  expect(await friendsIn(scope)).toEqual([`Bo – ${word}`]);
  await forget(scope, context, true);
  expect(await tablesOfOursWith(word)).toEqual([]);
});

test('a rebuild that began before memories were erased, forgotten or restored ends with the current graph', async () => {
  const word = newCanary();
  const erased = await talk(`met ${word}`, 'She knows Bo');
  const forgotten = await talk('met Ana', 'She knows Bo');
  const restored = await talk('met Ana', 'She knows Bo');
  for (const { events } of [erased, forgotten, restored]) await extract(events);
  await forget(restored.scope, restored.ids[0] ?? '');

  const [log, fresh] = [await store.pool().connect(), await store.pool().connect()];
  try {
    await createFreshTables(fresh);
    await useFreshTables(fresh);
    await log.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await log.query<{ now: string }>('SELECT pg_current_snapshot()::text AS now');
    await forget(erased.scope, erased.ids[0] ?? '', true);
    await forget(forgotten.scope, forgotten.ids[0] ?? '');
    await restore(restored.scope, restored.ids[0] ?? '');
    const { rows: scopes } = await log.query<{ scope_id: string }>('SELECT scope_id FROM scopes');
    for (const { scope_id } of scopes) await replayScope(log, fresh, scope_id);
    await log.query('COMMIT');
    await switchGraph(log, fresh, rows[0]?.now ?? '');
  } finally {
    await dropFreshTables(fresh);
    log.release(true);
    fresh.release(true);
  }
  expect((await rebuildGraph(store.pool(), 'verify')).tables).toEqual([]);
  expect(await tablesOfOursWith(word)).toEqual([]);
  expect([await friendsIn(forgotten.scope), await friendsIn(restored.scope)]).toEqual([[], ['Ana – Bo']]);
});
