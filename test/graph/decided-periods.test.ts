import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS, type RelationObservation } from '#contracts/observations.js';
import type { Scope } from '#contracts/scope.js';
import { inScope } from '#database/in-scope.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { assertFact } from '#graph/commands/assert-fact.js';
import { hasOwnIds } from '#graph/commands/fact-in-scope.js';
import { confirmFact, retractFact } from '#graph/commands/judge-fact.js';
import type { FactDecision } from '#graph/projection/project-facts.js';
import { listRetractions } from '#graph/queries/list-retractions.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { reviseMemory } from '#memories/revise/revise-memory.js';
import { useStore } from '../event-store/store-setup.js';
import { extractMemories } from '../extractor/extractor-setup.js';
import { forgetIn, restoreIn, talkIn, type Talk } from './talk.js';

/** Callers decide about intervals, while memories say "2010 works_at Acme" or "2013 not works_at Acme" of Ruth. */
const store = useStore();
const NOW = new Date('2026-03-14T12:00:00Z');
const RUTH = { type: 'person', name: 'Ruth' } as const;
const TYPES = { works_at: 'organization', lives_in: 'place', knows: 'person' } as const;
type Said = keyof typeof TYPES;

const years: Stage = {
  name: 'pattern',
  version: 'test-1',
  run: ({ text }) => ({ state: 'done', observations: { ...NO_OBSERVATIONS, relations: text.split(', ').map(told) } }),
};

function told(text: string): RelationObservation {
  const [, year = '', not, type = '', name = ''] = /^(\d+) (not )?(\w+) (\w+)$/.exec(text) ?? [];
  const to = { type: TYPES[type as Said], name };
  const how = { polarity: not ? 'ended' : 'asserted', confidence: 0.9, stage: 'pattern' } as const;
  return { type: type as Said, from: RUTH, to, event_at_unix_nanos: nanosOf(Number(year)), ...how };
}

const nanosOf = (year: number): bigint => BigInt(Date.UTC(year, 0)) * 1_000_000n;
const yearOf = (nanos: bigint): string =>
  nanos === 0n ? '' : String(new Date(Number(nanos / 1_000_000n)).getUTCFullYear());

/** Time of the next decision: each is later than the one before. */
let now = nanosOf(2026);
const decided = () => ({ reason: null, nowNanos: (now += 1_000_000_000n) });

async function tell(texts: readonly string[]): Promise<Talk> {
  const talk = await talkIn(store, texts);
  await extractMemories(store.pool(), { stages: [years] }).handle(talk.events);
  return talk;
}

const inLock = <T>({ scopeId }: Scope, work: Parameters<typeof inLockedScope<T>>[2]): Promise<T> =>
  inLockedScope({ transaction: (run) => inTransaction(store.pool(), run) }, scopeId, work);

const retract = (scope: Scope, id: string) =>
  inLock(scope, (tx) => retractFact(tx, scope.scopeId, { table: 'relations', id }, decided()));
const confirm = (scope: Scope, id: string) =>
  inLock(scope, (tx) => confirmFact(tx, scope.scopeId, { table: 'relations', id }, decided()));

/** Asserts of Ruth, such as "2010-2013 works_at Acme" or "2020- works_at Acme". */
const assert = (scope: Scope, text: string) => {
  const [, from = '', to = '', predicate = '', name = ''] = /^(\d*)-(\d*) (\w+) (\w+)$/.exec(text) ?? [];
  const idOf = (type: typeof RUTH.type | (typeof TYPES)[Said], of: string) =>
    entityKeyOf(scope.scopeId, type, of).entityId;
  const fact = {
    ...{ predicate: predicate as Said, subjectId: idOf('person', 'Ruth'), text: null },
    object: { entityId: idOf(TYPES[predicate as Said], name) },
    from: from === '' ? null : nanosOf(Number(from)),
    to: to === '' ? null : nanosOf(Number(to)),
  };
  return inLock(scope, (tx) => assertFact(tx, scope.scopeId, fact, decided()));
};

interface Interval {
  readonly id: string;
  readonly told: string;
}

/** Intervals such as "2010-2013 Acme", in order of time. The graph is the one that a rebuild makes. */
async function intervals({ scopeId }: Scope): Promise<Interval[]> {
  expect((await rebuildGraph(store.pool(), 'verify')).tables).toEqual([]);
  const { rows } = await store.pool().query<{ id: string; name: string; from: bigint; to: bigint; source: string }>(
    `SELECT relation_id AS id, CASE o.canonical_name WHEN 'Ruth' THEN s.canonical_name ELSE o.canonical_name END AS name,
            valid_from_nanos AS "from", valid_to_nanos AS "to", source
     FROM relations AS r JOIN entities AS o ON o.scope_id = $1 AND o.entity_id = r.to_entity
     JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = r.from_entity
     WHERE r.scope_id = $1 ORDER BY valid_from_nanos, valid_to_nanos, 2`,
    [scopeId],
  );
  return rows.map(({ id, name, from, to, source }) => ({
    id,
    told: `${yearOf(from)}-${yearOf(to)} ${name}${source === 'read' ? '' : ` ${source}`}`,
  }));
}

const toldIn = async (scope: Scope): Promise<string[]> => (await intervals(scope)).map(({ told: one }) => one);
const idOfFact = async (scope: Scope, one: string): Promise<string> =>
  (await intervals(scope)).find(({ told: other }) => other.startsWith(one))?.id ?? 'none';

const TWICE = ['2010 works_at Acme', '2013 not works_at Acme', '2020 works_at Acme'];

test.each(['2010-2013 Acme', '2020- Acme'])(
  'a retraction of %s leaves the other interval, with its id',
  async (one) => {
    const { scope } = await tell(TWICE);
    const both = await intervals(scope);
    const id = await idOfFact(scope, one);
    await retract(scope, id);
    const others = both.filter((interval) => interval.id !== id);
    expect(others).toHaveLength(1);
    expect(await intervals(scope)).toEqual(others);
    await retract(scope, id);
    expect(await intervals(scope)).toEqual(others);
    await confirm(scope, id);
    expect(await intervals(scope)).toEqual(
      both.map((interval) => (interval.id === id ? { id, told: `${one} confirmed` } : interval)),
    );
  },
);

test('memories that say again what was retracted count outside its interval alone', async () => {
  const { scope } = await tell(TWICE);
  await retract(scope, await idOfFact(scope, '2010-2013'));
  await retract(scope, await idOfFact(scope, '2020-'));
  expect(await toldIn(scope)).toEqual([]);
  const again = await talkIn({ ...store, newScope: () => Promise.resolve(scope) }, [
    ...['2011 works_at Acme', '2013 not works_at Acme', '2016 works_at Acme', '2018 not works_at Acme'],
    '2024 works_at Acme',
  ]);
  await extractMemories(store.pool(), { stages: [years] }).handle(again.events);
  expect(await toldIn(scope)).toEqual(['2016-2018 Acme']);
});

test('a fact from before a retraction held until the retraction', async () => {
  const { scope } = await tell(['2010 works_at Acme']);
  await retract(scope, await idOfFact(scope, '2010-'));
  const id = await idOfFact(scope, '2010-');
  const again = await talkIn({ ...store, newScope: () => Promise.resolve(scope) }, ['2005 works_at Acme']);
  await extractMemories(store.pool(), { stages: [years] }).handle(again.events);
  expect(await toldIn(scope)).toEqual(['2005-2010 Acme']);
  expect(await idOfFact(scope, '2005-')).not.toBe(id);
});

test('an assertion of an interval states this one alone', async () => {
  const { scope } = await tell(['2020 works_at Acme', '2020 knows Bo']);
  await assert(scope, '2010-2013 works_at Acme');
  expect(await toldIn(scope)).toEqual(['2010-2013 Acme asserted', '2020- Acme', '2020- Bo']);
  await retract(scope, await idOfFact(scope, '2010-2013'));
  expect(await toldIn(scope)).toEqual(['2020- Acme', '2020- Bo']);
  await assert(scope, '2010-2013 works_at Acme');
  await retract(scope, await idOfFact(scope, '2020- Acme'));
  expect(await toldIn(scope)).toEqual(['2010-2013 Acme asserted', '2020- Bo']);
});

test('what was asserted, retracted and confirmed has the ids that an import expects', async () => {
  const { scope } = await tell(['2020 works_at Acme', '2020 knows Bo']);
  await assert(scope, '2010-2013 works_at Acme');
  const id = await idOfFact(scope, '2010-2013');
  await retract(scope, id);
  await confirm(scope, id);
  expect(await toldIn(scope)).toEqual(['2010-2013 Acme confirmed', '2020- Acme', '2020- Bo']);
  const { rows } = await store
    .pool()
    .query<FactDecision>(`SELECT type, data FROM events WHERE scope_id = $1 AND type LIKE 'Fact%' ORDER BY position`, [
      scope.scopeId,
    ]);
  expect(rows.map((event) => [event.type, hasOwnIds(event, scope.scopeId)])).toEqual([
    ['FactAsserted', true],
    ['FactRetracted', true],
    ['FactConfirmed', true],
  ]);
});

test('a retraction that was lifted is listed no more, whatever is asserted afterwards', async () => {
  const { scope } = await tell(['2010 lives_in Oslo', '2020 lives_in Bergen']);
  const listed = async () =>
    (await listRetractions(inScope(store.pool(), scope.scopeId), scope.scopeId, 9)).map(({ object }) => object);
  const id = await idOfFact(scope, '2010-');
  await retract(scope, id);
  expect(await listed()).toMatchObject([{ kind: 'entity', name: 'Oslo' }]);
  await confirm(scope, id);
  expect(await listed()).toEqual([]);
  await assert(scope, '-2015 lives_in Oslo');
  expect(await listed()).toEqual([]);
});

test('what is confirmed after another value keeps the memories that say it', async () => {
  const { scope } = await tell(['2010 lives_in Oslo', '2008 lives_in Bergen']);
  const id = await idOfFact(scope, '2010-');
  await retract(scope, id);
  await confirm(scope, await idOfFact(scope, '2008-'));
  expect(await toldIn(scope)).toEqual(['2008- Bergen confirmed']);
  await confirm(scope, id);
  expect(await toldIn(scope)).toContain('2010- Oslo confirmed');
  const { rows } = await store
    .pool()
    .query('SELECT cardinality(memory_ids) AS memories FROM relations WHERE scope_id = $1 AND relation_id = $2', [
      scope.scopeId,
      id,
    ]);
  expect(rows).toEqual([{ memories: 1 }]);
});

test('intervals that callers assert stay apart, and one more that overlaps them has the last word', async () => {
  const { scope } = await tell(['2030 works_at Acme', '2030 knows Bo']);
  for (const one of ['2020-', '2010-2013', '2013-2015']) await assert(scope, `${one} knows Bo`);
  const known = async () => (await toldIn(scope)).filter((one) => one.includes('Bo'));
  expect(await known()).toEqual(['2010-2013 Bo asserted', '2013-2015 Bo asserted', '2020- Bo asserted']);
  await assert(scope, '2012-2014 knows Bo');
  expect(await known()).toEqual(['2010-2014 Bo asserted', '2020- Bo asserted']);
  await assert(scope, '2020-2022 knows Bo');
  expect(await known()).toEqual(['2010-2014 Bo asserted', '2020-2022 Bo asserted', '2030- Bo']);
});

test('a confirmation states the end of its interval, and leaves those beside it', async () => {
  const { scope, ids } = await tell(['2001 lives_in Oslo', '2003 lives_in Bergen', '2005 not lives_in Bergen']);
  expect(await toldIn(scope)).toEqual(['2001-2003 Oslo', '2003-2005 Bergen']);
  await confirm(scope, await idOfFact(scope, '2001-'));
  await confirm(scope, await idOfFact(scope, '2003-'));
  expect(await toldIn(scope)).toEqual(['2001-2003 Oslo confirmed', '2003-2005 Bergen confirmed']);
  await forgetIn(store, scope, ids[1] ?? '', { hard: false, now: NOW });
  expect(await toldIn(scope)).toEqual(['-2005 Bergen', '2001-2003 Oslo confirmed']);
  await restoreIn(store, scope, ids[1] ?? '', NOW);
  await forgetIn(store, scope, ids[2] ?? '', { hard: false, now: NOW });
  expect(await toldIn(scope)).toEqual(['2001-2003 Oslo confirmed', '2003-2005 Bergen confirmed']);
});

test.each([1, 2])('a new text of the memory lifts a confirmation that was made %s times', async (times) => {
  const { scope, ids, events } = await tell(['2001 lives_in Oslo', '2001 knows Bo']);
  for (let i = 0; i < times; i += 1) await confirm(scope, await idOfFact(scope, '2001- Oslo'));
  expect(await toldIn(scope)).toEqual(['2001- Bo', '2001- Oslo confirmed']);
  const options = { nowNanos: now, extract: true, sweepAt: NOW };
  const revise = (text: string) =>
    inLock(scope, (tx) => reviseMemory(tx, scope.scopeId, ids[0] ?? '', { text, salience: 0.5 }, options));
  await revise('2001 lives_in Bergen');
  expect(await toldIn(scope)).toEqual(['2001- Bo']);
  await extractMemories(store.pool(), { stages: [years] }).handle(events);
  expect(await toldIn(scope)).toEqual(['2001- Bergen', '2001- Bo']);
  await revise('2001 lives_in Oslo');
  await extractMemories(store.pool(), { stages: [years] }).handle(events);
  expect(await toldIn(scope)).toEqual(['2001- Bo', '2001- Oslo']);
  await confirm(scope, await idOfFact(scope, '2001- Oslo'));
  expect(await toldIn(scope)).toEqual(['2001- Bo', '2001- Oslo confirmed']);
});
