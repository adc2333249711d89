import { beforeAll, expect, test } from '@jest/globals';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { combineRuns } from '#contracts/merge-observations.js';
import { NO_OBSERVATIONS, type RelationObservation } from '#contracts/observations.js';
import { scopeOf } from '#contracts/scope.js';
import { lockScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { claimsAt } from '#graph/queries/graph-claims.js';
import { inspectMemory } from '#graph/queries/inspect-memory.js';
import { listMemories } from '#graph/queries/list-memories.js';
import { idOf, seed, useDatabase, type Said } from './queries-fixture.js';

/** Facts from 0.5 on, candidates from 0.2 on: two candidates of 0.3 are a fact together (0.51), of 0.25 are not. */
const THRESHOLDS = { fact: 0.5, candidate: 0.2 };
const database = useDatabase();

beforeAll(async () => {
  await recordThresholds(database.pool(), THRESHOLDS);
});

/** Relations and statements of all intervals, with their confidence and whether they hold. */
async function factsIn(scopeId: string): Promise<string[]> {
  const { rows } = await database.pool().query<{ told: string }>(
    `SELECT told || ' ' || round(confidence::numeric, 2) || CASE valid_to_nanos WHEN 0 THEN '' ELSE ' ended' END AS told FROM (
       SELECT a.canonical_name || ' → ' || b.canonical_name AS told, confidence, valid_to_nanos
       FROM relations AS r JOIN entities AS a ON a.scope_id = $1 AND a.entity_id = from_entity
       JOIN entities AS b ON b.scope_id = $1 AND b.entity_id = to_entity WHERE r.scope_id = $1
       UNION ALL
       SELECT predicate || ' ' || text, confidence, valid_to_nanos FROM statements WHERE scope_id = $1) AS facts
     ORDER BY 1`,
    [scopeId],
  );
  return rows.map(({ told }) => told);
}

async function candidatesOf(scopeId: string, memoryId: string): Promise<unknown[]> {
  return [...((await inspectMemory(database.pool(), scopeId, memoryId))?.artifact.candidates ?? [])];
}

async function forget(scopeId: string, ...memoryIds: readonly string[]): Promise<void> {
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    const gone = memoryIds.map((memoryId) => ({ memoryId, createdAt: 1n, observations: null }));
    await projectMemories(tx, scopeId, gone);
  });
}

const livesIn = (place: string, confidence: number, at = 1n, polarity: 'asserted' | 'ended' = 'asserted'): Said => ({
  relations: [['Maya', 'lives_in', `place:${place}`, { at, confidence, polarity }]],
});

test('a candidate is no fact: only inspection of its memory shows it', async () => {
  const { scopeId } = scopeOf('candidates', 'alone');
  const [weak = '', weaker = ''] = await seed(database.pool(), scopeId, [
    {
      mentions: ['Maya', 'place:Oslo'],
      relations: [['Maya', 'lives_in', 'place:Oslo', { at: 7n, confidence: 0.49 }]],
      statements: [['Maya', 'likes', 'chess', { confidence: 0.2, polarity: 'ended' }]],
    },
    { statements: [['Maya', 'likes', 'golf', { confidence: 0.19 }]] },
  ]);
  expect(await factsIn(scopeId)).toEqual([]);
  expect(await claimsAt(database.pool(), scopeId, [idOf(scopeId, 'Maya')])).toEqual([]);
  const { artifact } = (await inspectMemory(database.pool(), scopeId, weak)) ?? {};
  expect(artifact?.graph.edges).toEqual([]);
  expect(artifact?.graph.nodes.map(({ name }) => name).sort()).toEqual(['Maya', 'Oslo']);
  expect(artifact?.candidates).toEqual([
    {
      ...{ claim: 'Maya lives in Oslo', predicate: 'core:lives_in', kind: 'relation', subject: 'Maya', object: 'Oslo' },
      ...{ polarity: 'asserted', confidence: 0.49, stage: 'pattern', event_at_unix_nanos: 7n },
      ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), event_at: '1970-01-01T00:00:00.000000007Z' },
    },
    {
      ...{ claim: 'Maya no longer likes chess', predicate: 'core:likes', kind: 'fact', subject: 'Maya' },
      ...{ object: 'chess', polarity: 'ended', confidence: 0.2, stage: 'pattern' },
    },
  ]);
  expect(await candidatesOf(scopeId, weaker)).toEqual([]);
  const list = { limit: 9, after: null, dir: 'asc', includeTombstoned: false } as const;
  const { items } = await listMemories(database.pool(), scopeId, list);
  expect(items.map((item) => [item.statement_count, item.relation_count])).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('candidates of several memories become a fact together, and stop being one when a memory is forgotten', async () => {
  const { scopeId } = scopeOf('candidates', 'together');
  const [first = '', second = ''] = await seed(database.pool(), scopeId, [
    livesIn('Oslo', 0.3, 5n),
    livesIn('Oslo', 0.25, 3n),
  ]);
  expect(await factsIn(scopeId)).toEqual([]);
  const [third = ''] = await seed(database.pool(), scopeId, [livesIn('Oslo', 0.25, 9n)]);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo 0.61']);
  for (const id of [first, second, third]) expect(await candidatesOf(scopeId, id)).toEqual([]);
  const [fact] = await claimsAt(database.pool(), scopeId, [idOf(scopeId, 'Maya')]);
  expect(fact).toMatchObject({ validFrom: 3n, holds: true, memoryIds: [first, second, third].sort() });

  await forget(scopeId, first);
  expect(await factsIn(scopeId)).toEqual([]);
  expect(await candidatesOf(scopeId, second)).toMatchObject([{ claim: 'Maya lives in Oslo', confidence: 0.25 }]);
});

test('claims of one memory do not add up, whatever their event times', async () => {
  const { scopeId } = scopeOf('candidates', 'one memory');
  const said = [4n, 5n, 6n].map((at) => ['Maya', 'lives_in', 'place:Oslo', { at, confidence: 0.45 }]);
  const [id = ''] = await seed(database.pool(), scopeId, [{ relations: said as never }]);
  expect(await factsIn(scopeId)).toEqual([]);
  expect(await candidatesOf(scopeId, id)).toHaveLength(3);
  await seed(database.pool(), scopeId, [livesIn('Oslo', 0.2, 9n)]);
  expect(await candidatesOf(scopeId, id)).toEqual([]);
  expect((await claimsAt(database.pool(), scopeId, [idOf(scopeId, 'Maya')]))[0]).toMatchObject({ validFrom: 4n });
});

test('a fact and a candidate of the same claim do not add up: the candidate stays one', async () => {
  const { scopeId } = scopeOf('candidates', 'beside a fact');
  const [weak = ''] = await seed(database.pool(), scopeId, [livesIn('Oslo', 0.4, 3n), livesIn('Oslo', 0.8, 5n)]);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo 0.80']);
  expect(await candidatesOf(scopeId, weak)).toHaveLength(1);
});

test('a later stage that is surer makes a candidate of its memory a fact', async () => {
  const { scopeId } = scopeOf('candidates', 'confirmed');
  const claim = (stage: 'classifier' | 'llm', confidence: number): RelationObservation => ({
    ...{ type: 'lives_in', from: { type: 'person', name: 'Maya' }, to: { type: 'place', name: 'Oslo' } },
    ...{ polarity: 'asserted', event_at_unix_nanos: 1n, confidence, stage },
  });
  const [memoryId = ''] = await seed(database.pool(), scopeId, [{}]);
  const project = async (...claims: RelationObservation[]): Promise<void> => {
    const observations = combineRuns(claims.map((one) => ({ ...NO_OBSERVATIONS, relations: [one] })));
    await inTransaction(database.pool(), async (tx) => {
      await lockScope(tx, scopeId);
      await projectMemories(tx, scopeId, [{ memoryId, createdAt: 1n, observations }]);
    });
  };
  await project(claim('classifier', 0.3));
  expect(await factsIn(scopeId)).toEqual([]);
  await project(claim('classifier', 0.3), claim('llm', 0.8));
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo 0.80']);
  expect(await candidatesOf(scopeId, memoryId)).toEqual([]);
});

test('candidates count together while their names are one entity', async () => {
  const { scopeId } = scopeOf('candidates', 'clusters');
  const likes = (name: string): Said => ({ relations: [[name, 'lives_in', 'place:Oslo', { confidence: 0.4 }]] });
  await seed(database.pool(), scopeId, [likes('Robert Kane'), likes('Ida')]);
  expect(await factsIn(scopeId)).toEqual([]);
  const [alias = ''] = await seed(database.pool(), scopeId, [{ aliases: [['Robert Kane', 'Ida']] }]);
  expect(await factsIn(scopeId)).toEqual(['Robert Kane → Oslo 0.64']);
  await forget(scopeId, alias);
  expect(await factsIn(scopeId)).toEqual([]);
});

test('a candidate ends nothing, until others confirm it', async () => {
  const { scopeId } = scopeOf('candidates', 'ended');
  await seed(database.pool(), scopeId, [livesIn('Oslo', 0.6, 1n), livesIn('Oslo', 0.45, 5n, 'ended')]);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo 0.60']);
  await seed(database.pool(), scopeId, [livesIn('Oslo', 0.45, 6n, 'asserted')]);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo 0.60']);
  await seed(database.pool(), scopeId, [livesIn('Oslo', 0.45, 5n, 'ended')]);
  expect((await factsIn(scopeId))[0]).toMatch(/ended$/);
});

test('a candidate supersedes nothing where one holds at a time, until others confirm it', async () => {
  const { scopeId } = scopeOf('candidates', 'functional');
  await seed(database.pool(), scopeId, [livesIn('Oslo', 0.6, 1n), livesIn('Bergen', 0.4, 5n)]);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo 0.60']);
  const [later = ''] = await seed(database.pool(), scopeId, [livesIn('Bergen', 0.4, 6n)]);
  expect(await factsIn(scopeId)).toEqual(['Maya → Bergen 0.64', 'Maya → Oslo 0.60 ended']);
  await forget(scopeId, later);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo 0.60']);
});

test('a candidate retracts candidates, but no fact', async () => {
  const { scopeId } = scopeOf('candidates', 'retracted');
  const retract = (id: string, confidence: number): Said => ({
    relations: [
      ['Maya', 'lives_in', 'place:Oslo', { polarity: 'retracted', confidence, context: [memoryIdOfUuid(id)] }],
    ],
  });
  const [strong = '', weak = ''] = await seed(database.pool(), scopeId, [livesIn('Oslo', 0.6), livesIn('Oslo', 0.4)]);
  await seed(database.pool(), scopeId, [retract(strong, 0.4), retract(weak, 0.4)]);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo 0.60']);
  expect(await candidatesOf(scopeId, weak)).toEqual([]);
  await seed(database.pool(), scopeId, [retract(strong, 0.9)]);
  expect(await factsIn(scopeId)).toEqual([]);
});

test('an end that is a candidate ends nothing, until others confirm it', async () => {
  const { scopeId } = scopeOf('candidates', 'ends');
  const end: Said = { ends: [['Maya', 'lives_in', 0.45, 5n]] };
  await seed(database.pool(), scopeId, [livesIn('Oslo', 0.6), end]);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo 0.60']);
  await seed(database.pool(), scopeId, [end]);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo 0.60 ended']);
});

test.each([
  ['in the order of the memories', (said: Said[]) => said],
  ['the last first', (said: Said[]) => said.toReversed()],
])('a value that the memory of an end restates holds afterwards: %s', async (name, order) => {
  const { scopeId } = scopeOf('candidates', `restated ${name}`);
  const older = livesIn('Oslo', 0.6, 3n);
  // The end is dated later than the value beside it: "I moved out, and have lived in Oslo since …".
  const restated: Said = { ...livesIn('Oslo', 0.6, 7n), ends: [['Maya', 'lives_in', 0.8, 9n]] };
  for (const said of order([livesIn('Bergen', 0.6, 1n), older, restated])) await seed(database.pool(), scopeId, [said]);
  const facts = await factsIn(scopeId);
  expect(facts.filter((fact) => !fact.endsWith('ended'))).toEqual(['Maya → Oslo 0.60']);
});

test('an end never ends a value of its own memory, from either side of a couple', async () => {
  const { scopeId } = scopeOf('candidates', 'couple');
  const couple: Said = {
    relations: [['Ana', 'spouse_of', 'Bo', { at: 4n }]],
    ends: [
      ['Ana', 'spouse_of', 0.8, 6n],
      ['Bo', 'spouse_of', 0.8, 6n],
    ],
  };
  await seed(database.pool(), scopeId, [couple]);
  expect(await factsIn(scopeId)).toEqual(['Ana → Bo 0.90']);
});
