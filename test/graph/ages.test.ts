import { beforeAll, expect, test } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { scopeOf } from '#contracts/scope.js';
import { AgesLapse0006 } from '#database/migrations/0006-ages-lapse.js';
import { inTransaction } from '#database/transaction.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { claimsAt } from '#graph/queries/graph-claims.js';
import { statementSlice } from '#graph/queries/graph-statements.js';
import { listStatements } from '#graph/queries/list-statements.js';
import { contextFacts } from '#recall/context/context-facts.js';
import { loadNeighbourhood } from '#recall/retrievers/graph/load-neighbourhoods.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { dumpGraph } from '../laws/graph-state.js';
import { idOf, seed, useDatabase, type Said } from './queries-fixture.js';

const DAY = 86_400_000_000_000n;
const YEAR = 365n * DAY;
const database = useDatabase();

beforeAll(async () => {
  await recordThresholds(database.pool(), { fact: 0.5, candidate: 0.2 });
});

const now = (): bigint => BigInt(Date.now()) * 1_000_000n;
const ages = (scopeId: string, ...said: [age: string, at: bigint, polarity?: 'ended'][]): Promise<string[]> =>
  seed(
    database.pool(),
    scopeId,
    said.map(([age, at, polarity]): Said => ({
      statements: [['Maya', 'age', age, { at, polarity: polarity ?? 'asserted' }]],
    })),
  );
const list = (scopeId: string, onlyCurrent: boolean) =>
  listStatements(database.pool(), scopeId, { minConfidence: 0, onlyCurrent, limit: 9 });

/** Where the age of Maya is given as a fact that holds. */
async function givenIn(scopeId: string, memory: string): Promise<string[]> {
  const pool = database.pool();
  const maya = idOf(scopeId, 'Maya');
  const slice = await statementSlice(pool, scopeId, { node: null, edge: null, nodes: 9, edges: 9, links: false });
  const hit = { memoryId: memory, text: '', speaker: null, role: null, time: 0n, entityIds: [maya] };
  const asked = { question: 'How old is Maya?', hits: [hit], filter: {}, maxFacts: 5, minConfidence: 0 };
  return [
    ...(await list(scopeId, true)).map(() => 'list'),
    ...slice.nodes.map(() => 'graph'),
    ...(await claimsAt(pool, scopeId, [maya])).flatMap(({ holds }) => (holds ? 'claims' : [])),
    ...(await contextFacts(pool, scopeId, asked)).map(() => 'context'),
  ];
}

test.each([
  ['less than a year ago', 364n, ['list', 'graph', 'claims', 'context']],
  ['more than a year ago', 366n, []],
])('an age that was told %s', async (name, days, places) => {
  const { scopeId } = scopeOf('ages', name);
  const at = now() - days * DAY;
  const [memory = ''] = await ages(scopeId, ['19', at]);
  expect(await givenIn(scopeId, memory)).toEqual(places);
  expect(await list(scopeId, false)).toMatchObject([{ valid_to_unix_nanos: at + YEAR, superseded_by: null }]);
});

test('an age that was told again holds for a year from then', async () => {
  const { scopeId } = scopeOf('ages', 'again');
  const at = now() - 366n * DAY;
  const [memory = ''] = await ages(scopeId, ['19', at], ['19', at + 300n * DAY]);
  expect(await givenIn(scopeId, memory)).toHaveLength(4);
});

test('an age ends when it is superseded or said to be over, at the latest after a year', async () => {
  const endsOf = async (name: string, ...later: ['20' | '19', bigint, 'ended'?][]) => {
    const { scopeId } = scopeOf('ages', name);
    await ages(scopeId, ['19', DAY], ...later);
    const listed = await list(scopeId, false);
    return listed.find(({ object }) => 'value' in object && object.value.value === '19')?.valid_to_unix_nanos;
  };
  expect(await endsOf('superseded', ['20', 9n * DAY])).toBe(9n * DAY);
  expect(await endsOf('superseded late', ['20', 999n * DAY])).toBe(DAY + YEAR);
  expect(await endsOf('ended', ['19', 9n * DAY, 'ended'])).toBe(9n * DAY);
});

test('an age of an unknown time, and other attributes, have no end', async () => {
  const { scopeId } = scopeOf('ages', 'unknown');
  await ages(scopeId, ['19', 0n]);
  await seed(database.pool(), scopeId, [{ statements: [['Maya', 'diet', 'vegan', { at: DAY }]] }]);
  expect((await list(scopeId, true)).map(({ valid_to_unix_nanos: end }) => end)).toEqual([0n, 0n]);
});

test('a later candidate makes an age unsettled, whether or not its year is over', async () => {
  for (const [name, at] of [
    ['fresh', now() - DAY],
    ['lapsed', 9n * DAY],
  ] as const) {
    const { scopeId } = scopeOf('ages', `unsettled ${name}`);
    await ages(scopeId, ['19', at]);
    const weak: Said = { statements: [['Maya', 'age', '20', { at: at + 1n, confidence: 0.45 }]] };
    await seed(database.pool(), scopeId, [weak]);
    expect(await list(scopeId, false)).toMatchObject([{ unsettled: true }]);
  }
});

test('an age that lapsed is evidence for recall as before', async () => {
  const { scopeId } = scopeOf('ages', 'recall');
  await ages(scopeId, ['19', 9n * DAY]);
  const index = postgresScopeIndex(database.pool(), scopeId);
  const { claims } = await loadNeighbourhood(database.pool(), scopeId, index, [idOf(scopeId, 'Maya')]);
  expect(claims.map(({ current }) => current)).toEqual([true]);
});

test('a migration ends the ages of an existing graph as projections do', async () => {
  const before = await dumpGraph(database.pool());
  await database.pool().query(`UPDATE statements SET valid_to_nanos = CASE WHEN superseded_by IS NULL THEN 0 ELSE
    (SELECT first_at_nanos FROM statements AS next WHERE next.scope_id = statements.scope_id
     AND next.statement_id = statements.superseded_by) END WHERE predicate = 'age' AND valid_to_nanos <> last_at_nanos`);
  expect(await dumpGraph(database.pool())).not.toEqual(before);
  await inTransaction(database.pool(), async (tx) => {
    await new AgesLapse0006().up({ query: (sql: string) => tx.query(sql) } as unknown as QueryRunner);
  });
  expect(await dumpGraph(database.pool())).toEqual(before);
});
