import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { StoredEvent } from '#contracts/events.js';
import type { Scope } from '#contracts/scope.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { expireMemories } from '#memories/forget/expire-memories.js';
import { reviseMemory, VersionConflict, type MemoryChange } from '#memories/revise/revise-memory.js';
import { useStore } from '../event-store/store-setup.js';
import {
  extractMemories,
  mentionCounts,
  waitingBackend,
  whileScopeIsLocked,
  type TestExtractor,
} from '../extractor/extractor-setup.js';
import { pronouns } from '../extractor/pronouns.js';
import { forgetIn, restoreIn, talkIn, type Talk } from '../graph/talk.js';

/** What a change, an expiry, a forget and an extraction leave does not depend on their order, nor on repetition. */
const store = useStore();
const NOW = new Date();
const PAST = 1_000n;
const HOURS_LATER = BigInt(Date.now() + 7_200_000) * 1_000_000n;
const options = (expected?: number) => ({
  ...{ nowNanos: 7n, extract: true, sweepAt: NOW },
  ...(expected !== undefined && { expected }),
});

const revise = (scope: Scope, id: string, change: MemoryChange, expected?: number) =>
  inLockedScope({ transaction: (work) => inTransaction(store.pool(), work) }, scope.scopeId, (tx) =>
    reviseMemory(tx, scope.scopeId, id, change, options(expected)),
  );

const extractor = (): TestExtractor => extractMemories(store.pool(), { stages: [pronouns] });

const differences = async () => (await rebuildGraph(store.pool(), 'verify')).tables;

async function statesOf({ scope, ids }: Talk): Promise<string[]> {
  const { rows } = await store
    .pool()
    .query<{ state: string }>(
      'SELECT state FROM memory_extractions WHERE scope_id = $1 AND memory_id = ANY ($2) ORDER BY memory_id',
      [scope.scopeId, ids],
    );
  return rows.map(({ state }) => state);
}

async function relationsIn(scope: Scope): Promise<string[]> {
  const { rows } = await store.pool().query<{ pair: string }>(
    `SELECT concat_ws(' ', greatest(a.canonical_name, b.canonical_name), least(a.canonical_name, b.canonical_name)) AS pair FROM relations AS r
     JOIN entities AS a ON a.scope_id = r.scope_id AND a.entity_id = r.from_entity
     JOIN entities AS b ON b.scope_id = r.scope_id AND b.entity_id = r.to_entity WHERE r.scope_id = $1 ORDER BY 1`,
    [scope.scopeId],
  );
  return rows.map(({ pair }) => pair);
}

async function termsIn(scope: Scope): Promise<string[]> {
  const { rows } = await store
    .pool()
    .query<{ term: string }>(`SELECT term FROM search_terms WHERE scope_id = $1 AND term LIKE 'name%' ORDER BY 1`, [
      scope.scopeId,
    ]);
  return rows.map(({ term }) => term);
}

test('a new text takes back what the old one gave at once, and is extracted anew', async () => {
  const talk = await talkIn(store, ['met Maya', 'met Maya in Oslo']);
  const { scope, events, ids } = talk;
  await extractor().handle(events);
  expect(await revise(scope, ids[0] ?? '', { text: 'met Oskar' })).toEqual({ version: 2, wasChanged: true });
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1, Oslo: 1 });
  expect(await statesOf(talk)).toEqual(['pending', 'done']);
  expect(await differences()).toEqual([]);
  await extractor().handle(events);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Maya: 1, Oskar: 1, Oslo: 1 });
  expect(await differences()).toEqual([]);
});

test('a change that changes nothing is none, and one for an older version is refused with the current one', async () => {
  const { scope, ids } = await talkIn(store, ['met Maya']);
  const [id = ''] = ids;
  expect(await revise(scope, id, { text: 'met Maya', metadata: null, tags: [] })).toEqual({
    version: 1,
    wasChanged: false,
  });
  expect(await revise(scope, id, { tags: ['a'], metadata: { n: 9_007_199_254_740_993n } }, 1)).toMatchObject({
    version: 2,
  });
  expect(await revise(scope, id, { metadata: { n: 9_007_199_254_740_993n } }, 2)).toMatchObject({ wasChanged: false });
  await expect(revise(scope, id, { pinned: true }, 1)).rejects.toEqual(new VersionConflict(2));
});

test('an extraction of the old text that ends after the change does not count', async () => {
  const talk = await talkIn(store, ['met Maya']);
  const { scope, events, ids } = talk;
  let extracting: Promise<void> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async (tx) => {
    extracting = extractor().handle(events);
    await waitingBackend(store.pool());
    await reviseMemory(tx, scope.scopeId, ids[0] ?? '', { text: 'met Oskar' }, options());
  });
  await extracting;
  expect(await mentionCounts(store.pool(), scope)).toEqual({});
  expect(await statesOf(talk)).toEqual(['pending']);
  await extractor().handle(events);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Oskar: 1 });
  expect(await differences()).toEqual([]);
});

test('a later message that was read with the old text is read again with the new one', async () => {
  const talk = await talkIn(store, ['met Maya', 'She knows Bo']);
  const { scope, events, ids } = talk;
  await extractor().handle(events);
  expect(await relationsIn(scope)).toEqual(['Maya Bo']);
  await revise(scope, ids[0] ?? '', { text: 'met Nadia' });
  expect(await relationsIn(scope)).toEqual([]);
  expect(await statesOf(talk)).toEqual(['pending', 'pending']);
  expect(await differences()).toEqual([]);
  await extractor().handle(events);
  expect(await relationsIn(scope)).toEqual(['Nadia Bo']);
  expect(await differences()).toEqual([]);
});

test('a later message that is being read with the old text is read again', async () => {
  const talk = await talkIn(store, ['met Maya', 'She knows Bo']);
  const { scope, events, ids } = talk;
  await extractor().handle(events.slice(0, 1));
  let extracting: Promise<void> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async (tx) => {
    extracting = extractor().handle(events.slice(1));
    await waitingBackend(store.pool());
    await reviseMemory(tx, scope.scopeId, ids[0] ?? '', { text: 'met Nadia' }, options());
  });
  await extracting;
  await extractor().handle(events);
  expect(await relationsIn(scope)).toEqual(['Nadia Bo']);
  expect(await differences()).toEqual([]);
});

test('a memory whose time is over is forgotten, and a pinned one is not', async () => {
  const talk = await talkIn(store, ['met Maya', 'met Oskar']);
  const { scope, events, ids } = talk;
  await extractor().handle(events);
  const [expiring = '', pinned = ''] = ids;
  await revise(scope, expiring, { expires_at_unix_nanos: PAST });
  await revise(scope, pinned, { expires_at_unix_nanos: PAST, pinned: true });
  expect(await expireMemories(store.pool(), NOW, 10)).toBe(1);
  expect(await mentionCounts(store.pool(), scope)).toEqual({ Oskar: 1 });
  expect(await expireMemories(store.pool(), NOW, 10)).toBe(0);
  const { rows } = await store
    .pool()
    .query(`SELECT data->>'reason' AS reason FROM events WHERE stream_id = $1 AND type = 'MemoryForgotten'`, [
      expiring,
    ]);
  expect(rows).toEqual([{ reason: 'expired' }]);
  await restoreIn(store, scope, expiring, NOW);
  expect(await expireMemories(store.pool(), NOW, 10)).toBe(0);
  expect(await differences()).toEqual([]);
});

test('of an expiry and a change that extends it, the time decides: a change after it finds nothing', async () => {
  const { scope, ids } = await talkIn(store, ['met Maya']);
  const [id = ''] = ids;
  await revise(scope, id, { expires_at_unix_nanos: PAST });
  expect(await revise(scope, id, { expires_at_unix_nanos: HOURS_LATER })).toBeNull();
  expect(await expireMemories(store.pool(), NOW, 10)).toBe(1);
});

test('of an expiry and a change that extends it, the time decides: a change before it lets the memory live', async () => {
  const { scope, ids } = await talkIn(store, ['met Maya']);
  const [id = ''] = ids;
  let expiring: Promise<number> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async (tx) => {
    // The job has found it due, as one with a clock ahead would, and waits for the lock.
    await tx.query('COMMIT; BEGIN');
    await store.pool().query('UPDATE memories SET expires_at_nanos = $2 WHERE memory_id = $1', [id, PAST]);
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`engraph graph ${scope.scopeId}`]);
    expiring = expireMemories(store.pool(), NOW, 10);
    await waitingBackend(store.pool());
    await tx.query('UPDATE memories SET expires_at_nanos = $2 WHERE memory_id = $1', [id, HOURS_LATER]);
  });
  await expiring;
  const { rows } = await store.pool().query('SELECT state FROM memories WHERE memory_id = $1', [id]);
  expect(rows).toEqual([{ state: 'active' }]);
});

/** Steps that a talk may take, in any order and with repetitions. */
const STEP = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), of: fc.nat(2), name: fc.nat(4) }),
  fc.record({
    kind: fc.constantFrom('extract' as const, 'forget' as const, 'restore' as const, 'expire' as const, 'tag' as const),
    of: fc.nat(2),
  }),
);

type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never;

/** Takes one step of a talk, and notes which text each memory has, and which are gone. */
async function take(step: Step, { scope, events, ids }: Talk, texts: Map<string, string>, gone: Set<string>) {
  const id = ids[step.of] ?? '';
  if (step.kind === 'text') {
    const name = NAMES[step.name] ?? '';
    const changed = await revise(scope, id, { text: `met ${name}` });
    expect(changed === null).toBe(gone.has(id));
    if (changed) texts.set(id, name);
    return;
  }
  await STEPS[step.kind](scope, id, events);
  if (step.kind === 'forget' || step.kind === 'expire') gone.add(id);
  if (step.kind === 'restore') gone.delete(id);
}

const NAMES = ['Nameulo', 'Namevod', 'Namewon', 'Namexon', 'Nameamo'];
const STEPS = {
  extract: (_: Scope, __: string, events: readonly StoredEvent[]) => extractor().handle(events),
  tag: (scope: Scope, id: string) => revise(scope, id, { tags: ['seen'] }),
  forget: (scope: Scope, id: string) => forgetIn(store, scope, id, { hard: false, now: NOW }),
  restore: (scope: Scope, id: string) => restoreIn(store, scope, id, NOW),
  expire: async (scope: Scope, id: string) => {
    await revise(scope, id, { expires_at_unix_nanos: PAST });
    await expireMemories(store.pool(), NOW, 10);
  },
};

test('any order of changes, extractions, forgets, restores and expiries leaves the graph of the last texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 8 }), async (steps) => {
      const talk = await talkIn(store, ['met Nameamo', 'met Namebob', 'She knows Namecem']);
      const { scope, events, ids } = talk;
      const texts = new Map(ids.map((id, i) => [id, ['Nameamo', 'Namebob', 'Namecem'][i] ?? '']));
      const gone = new Set<string>();
      for (const step of steps) await take(step, talk, texts, gone);
      // Twice: a second delivery changes nothing.
      for (let times = 0; times < 2; times += 1) {
        await extractor().handle(events);
        const names = [...texts].filter(([id]) => !gone.has(id)).map(([, name]) => name);
        const expected = new Map<string, number>();
        for (const name of names) expected.set(name, (expected.get(name) ?? 0) + 1);
        expect(await mentionCounts(store.pool(), scope)).toMatchObject(Object.fromEntries(expected));
        expect(await termsIn(scope)).toEqual([...expected.keys()].map((name) => name.toLowerCase()).sort());
      }
      expect(await differences()).toEqual([]);
      // Each scope is verified once: the next would verify it again.
      await store.pool().query('DELETE FROM scopes WHERE scope_id = $1', [scope.scopeId]);
    }),
    { numRuns: 12 },
  );
});
