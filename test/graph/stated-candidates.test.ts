import { beforeAll, expect, test } from '@jest/globals';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import type { Scope } from '#contracts/scope.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { assertFact } from '#graph/commands/assert-fact.js';
import { confirmFact, retractFact } from '#graph/commands/judge-fact.js';
import { inspectMemory } from '#graph/queries/inspect-memory.js';
import { useStore } from '../event-store/store-setup.js';
import { extractMemories } from '../extractor/extractor-setup.js';
import { talkIn, type Talk } from './talk.js';

/** Inspection of candidates that callers state; memories say "5 Oslo": that Ruth lives there since then. */
const store = useStore();
const RUTH = { type: 'person', name: 'Ruth' } as const;

const homes: Stage = {
  name: 'pattern',
  version: 'test-1',
  run: ({ text }) => {
    const [at = '', name = ''] = text.split(' ');
    const how = { polarity: 'asserted', event_at_unix_nanos: BigInt(at), confidence: 0.3, stage: 'pattern' } as const;
    const home = { type: 'lives_in', from: RUTH, to: { type: 'place', name }, ...how } as const;
    return { state: 'done', observations: { ...NO_OBSERVATIONS, relations: [home] } };
  },
};

beforeAll(async () => {
  await recordThresholds(store.pool(), { fact: 0.75, candidate: 0.2 });
});

async function tell(...texts: string[]): Promise<Talk> {
  const talk = await talkIn(store, texts);
  await extractMemories(store.pool(), { stages: [homes] }).handle(talk.events);
  return talk;
}

const inLock = <T>({ scopeId }: Scope, work: Parameters<typeof inLockedScope<T>>[2]): Promise<T> =>
  inLockedScope({ transaction: (run) => inTransaction(store.pool(), run) }, scopeId, work);

let now = 100n;
const decided = () => ({ reason: null, nowNanos: (now += 1n) });

/** Facts by id and source, and ids of candidates. */
async function inspected({ scopeId }: Scope, memoryId = ''): Promise<{ facts: string[]; candidates: string[] }> {
  const memory = await inspectMemory(store.pool(), scopeId, memoryId);
  const { relations = [], candidates = [] } = memory?.artifact ?? {};
  return {
    facts: relations.map(({ relation_id, source }) => `${relation_id} ${source}`),
    candidates: candidates.map(({ id }) => id ?? ''),
  };
}

test('a candidate that a caller confirms is among the facts of all memories that say it, until it is retracted', async () => {
  const { scope, ids } = await tell('5 Oslo', '5 Oslo', '3 Bergen');
  const before = await inspected(scope, ids[0]);
  const [id = ''] = before.candidates;
  expect(before).toEqual({ facts: [], candidates: [id] });
  await inLock(scope, (tx) => confirmFact(tx, scope.scopeId, { table: 'relations', id }, decided()));
  for (const memory of ids.slice(0, 2))
    expect(await inspected(scope, memory)).toEqual({ facts: [`${id} confirmed`], candidates: [] });
  expect(await inspected(scope, ids[2])).toMatchObject({ facts: [], candidates: [expect.any(String)] });
  await inLock(scope, (tx) => retractFact(tx, scope.scopeId, { table: 'relations', id }, decided()));
  expect((await inspected(scope, ids[0])).facts).toEqual([]);
});

test('a candidate of an unknown time, or one from before 1970, is among the facts once it is confirmed', async () => {
  for (const at of ['0', '-7']) {
    const { scope, ids } = await tell(`${at} Oslo`);
    const { candidates } = await inspected(scope, ids[0]);
    const [id = ''] = candidates;
    await inLock(scope, (tx) => confirmFact(tx, scope.scopeId, { table: 'relations', id }, decided()));
    expect(await inspected(scope, ids[0])).toEqual({ facts: [`${id} confirmed`], candidates: [] });
  }
});

test('a candidate of a time for which no caller states it stays one', async () => {
  const { scope, ids } = await tell('5 Oslo', '2 Oslo', '1 Oslo');
  const [subjectId, entityId] = [RUTH, { type: 'place', name: 'Oslo' } as const].map(
    ({ type, name }) => entityKeyOf(scope.scopeId, type, name).entityId,
  );
  const fact = { predicate: 'lives_in', subjectId: subjectId ?? '', object: { entityId: entityId ?? '' } } as const;
  await inLock(scope, (tx) => assertFact(tx, scope.scopeId, { ...fact, text: null, from: 2n, to: 4n }, decided()));
  expect(await Promise.all(ids.map(async (id) => (await inspected(scope, id)).facts.length))).toEqual([0, 1, 0]);
  expect(await Promise.all(ids.map(async (id) => (await inspected(scope, id)).candidates.length))).toEqual([1, 0, 1]);
});
