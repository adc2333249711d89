import { beforeAll, expect, test } from '@jest/globals';
import { ensureScope } from '#access/api-keys.js';
import { NO_OBSERVATIONS, type Observations } from '#contracts/observations.js';
import { dateOfNanos } from '#contracts/clock.js';
import type { Scope } from '#contracts/scope.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { retractFact } from '#graph/commands/judge-fact.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { expireMemories } from '#memories/forget/expire-memories.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { reviseMemory } from '#memories/revise/revise-memory.js';
import { exportScope } from '#memories/transfer/export-scope.js';
import { importScope } from '#memories/transfer/import-scope.js';
import { newCanary, tablesWith } from '../erase/canary.js';
import { useStore } from '../event-store/store-setup.js';
import { encodeTexts, extractMemories, waitingBackend, whileScopeIsLocked } from '../extractor/extractor-setup.js';
import { until } from '../harness/until.js';

/**
 * Two writers of one scope at once, in either order. The scope's lock puts them in an order; the test holds it until
 * both wait, and the one that waited first goes first.
 */
const store = useStore();
const elsewhere = useStore();
const sql = { transaction: <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(store.pool(), work) };

beforeAll(async () => {
  for (const { pool } of [store, elsewhere]) await recordThresholds(pool(), { fact: 0.5, candidate: 0.2 });
});

/** Starts the first, and when it waits for the scope the second; `inFlight` says that the second has begun. */
async function inOrder<A, B>(
  scope: Scope,
  first: () => Promise<A>,
  second: () => Promise<B>,
  inFlight: () => Promise<unknown> = () => Promise.resolve(),
): Promise<[A, B]> {
  let both: Promise<[A, B]> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async () => {
    const one = first();
    await waitingBackend(store.pool());
    both = Promise.all([one, second()]);
    await inFlight();
  });
  return both as Promise<[A, B]>;
}

const differences = async (): Promise<unknown[]> => [...(await rebuildGraph(store.pool(), 'verify')).tables];
const memoryIdOf = ([event]: { readonly streamId: string }[]): string => event?.streamId ?? '';

/** Finds in every text that Maya lives in Oslo, and counts how often it was asked. */
function oslo(): Stage & { readonly runs: () => number } {
  let runs = 0;
  const observations: Observations = {
    ...NO_OBSERVATIONS,
    relations: [
      {
        ...{ type: 'lives_in', from: { type: 'person', name: 'Maya' }, to: { type: 'place', name: 'Oslo' } },
        ...{ polarity: 'asserted', event_at_unix_nanos: 1n, confidence: 0.9, stage: 'pattern' },
      },
    ],
  };
  return {
    ...{ name: 'pattern', version: 'test-1', runs: () => runs },
    run: () => {
      runs += 1;
      return { state: 'done', observations };
    },
  };
}

async function relationsOf({ scopeId }: Scope): Promise<string[]> {
  const { rows } = await store
    .pool()
    .query<{ id: string }>('SELECT relation_id AS id FROM relations WHERE scope_id = $1', [scopeId]);
  return rows.map((row) => row.id);
}

test.each(['the extraction', 'the retraction'])(
  'a retraction holds against an extraction in flight that says the fact again, when %s comes first',
  async (which) => {
    const scope = await store.newScope();
    await extractMemories(store.pool(), { stages: [oslo()] }).handle(
      await encodeTexts(store.pool(), scope, ['Maya lives in Oslo.']),
    );
    const [id = ''] = await relationsOf(scope);
    const events = await encodeTexts(store.pool(), scope, ['Maya lives in Oslo, again.']);
    const stage = oslo();
    const extract = () => extractMemories(store.pool(), { stages: [stage] }).handle(events);
    const retract = () =>
      inLockedScope(sql, scope.scopeId, (tx) =>
        retractFact(tx, scope.scopeId, { table: 'relations', id }, { reason: null, nowNanos: 5n }),
      );
    const hasRun = () => until(() => Promise.resolve(stage.runs() === 1));
    if (which === 'the extraction') await inOrder(scope, extract, retract);
    else await inOrder(scope, retract, extract, hasRun);
    expect(stage.runs()).toBe(1);
    expect(await relationsOf(scope)).toEqual([]);
    expect(await differences()).toEqual([]);
  },
);

/** Time by the clock of Postgres, which decides what has expired. */
async function clockNanos(): Promise<bigint> {
  const { rows } = await store
    .pool()
    .query<{ now: bigint }>('SELECT (extract(epoch FROM clock_timestamp()) * 1e9)::bigint AS now');
  return BigInt(rows[0]?.now ?? 0);
}

const OPTIONS = { nowNanos: 7n, extract: true, sweepAt: new Date() };

/** A memory that expires then, and what the scope's log says of it. */
async function expiring(expiresAt: bigint) {
  const scope = await store.newScope();
  const memoryId = memoryIdOf(await encodeTexts(store.pool(), scope, ['The kettle is descaled.']));
  const change = { expires_at_unix_nanos: expiresAt };
  await inLockedScope(sql, scope.scopeId, (tx) => reviseMemory(tx, scope.scopeId, memoryId, change, OPTIONS));
  const log = async () => {
    const { rows } = await store
      .pool()
      .query<{ type: string }>(
        `SELECT type FROM events WHERE stream_id = $1 AND type IN ('MemoryRevised', 'MemoryForgotten') ORDER BY position`,
        [memoryId],
      );
    return rows.map((row) => row.type);
  };
  return { scope, memoryId, log };
}

test('a change that takes the expiry away in time wins over the job that found the memory due', async () => {
  const expiresAt = (await clockNanos()) + 1_500_000_000n;
  const { scope, memoryId, log } = await expiring(expiresAt);
  let job: Promise<number> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async (tx) => {
    const change = { expires_at_unix_nanos: 0 };
    expect(await reviseMemory(tx, scope.scopeId, memoryId, change, OPTIONS)).toMatchObject({ wasChanged: true });
    await until(async () => (await clockNanos()) > expiresAt);
    job = expireMemories(store.pool(), dateOfNanos(expiresAt), 10);
    await waitingBackend(store.pool());
  });
  // The job had found it due.
  expect(await job).toBe(1);
  expect(await log()).toEqual(['MemoryRevised', 'MemoryRevised']);
});

test('a change that comes after the expiry finds no memory, and leaves no event', async () => {
  const { scope, memoryId, log } = await expiring(1n);
  const [, revised] = await inOrder(
    scope,
    () => expireMemories(store.pool(), new Date(), 10),
    () =>
      inLockedScope(sql, scope.scopeId, (tx) => reviseMemory(tx, scope.scopeId, memoryId, { pinned: true }, OPTIONS)),
  );
  expect(revised).toBeNull();
  expect(await log()).toEqual(['MemoryRevised', 'MemoryForgotten']);
});

/** Export of a scope of another instance that has the same name, by lines. */
async function exported({ scope, word }: { readonly scope: Scope; readonly word: string }): Promise<string[]> {
  const pool = elsewhere.pool();
  await ensureScope(elsewhere.dataSource(), scope.namespace, scope.agent);
  await extractMemories(pool).handle(await encodeTexts(pool, scope, [`met ${word} and ${word}a`]));
  let file = '';
  const how = { scope, now: new Date(), system: pool, from: null, cursorOf: () => 'here' };
  for await (const page of exportScope(pool, how)) file += page;
  return file.trimEnd().split('\n');
}

test.each(['the import', 'the forget'])(
  'a hard forget wins over an import of what was read in the memory, when %s comes first',
  async (which) => {
    const scope = await store.newScope();
    const word = newCanary();
    const lines = await exported({ scope, word });
    const now = new Date();
    const importLines = (some: readonly string[]) =>
      importScope({ sql, scopeId: scope.scopeId, now, vectorModel: null, extract: true }, [
        Buffer.from(some.join('\n')),
      ]);
    const isRead = (line: string): boolean => line.includes('"MemoryExtracted"');
    expect(lines.some(isRead)).toBe(true);
    await importLines(lines.slice(0, lines.findIndex(isRead)));
    const { rows } = await store
      .pool()
      .query<{ id: string }>('SELECT memory_id AS id FROM memories WHERE scope_id = $1', [scope.scopeId]);
    const memoryId = rows[0]?.id ?? '';
    const forget = () =>
      inLockedScope(sql, scope.scopeId, (tx) => forgetMemory(tx, scope.scopeId, memoryId, { hard: true, now }));
    expect(await tablesOfOursWith(word)).toEqual(['public.events', 'public.memories']);
    const importAll = () => importLines(lines);
    if (which === 'the import') {
      const [report] = await inOrder(scope, importAll, forget);
      expect(report).toMatchObject({ imported: 1 });
    } else {
      const [, report] = await inOrder(scope, forget, importAll);
      expect(report).toMatchObject({ imported: 0 });
    }
    expect(await tablesOfOursWith(word)).toEqual([]);
    expect(await differences()).toEqual([]);
  },
);

/** Statistics are left to the compaction. */
async function tablesOfOursWith(word: string): Promise<string[]> {
  return (await tablesWith(store.pool(), word)).filter((table) => table.startsWith('public.'));
}
