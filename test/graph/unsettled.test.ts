import { beforeAll, expect, test } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { scopeOf } from '#contracts/scope.js';
import { UnsettledFacts0005 } from '#database/migrations/0005-unsettled-facts.js';
import { DeniedFacts0021 } from '#database/migrations/0021-denied-facts.js';
import { inTransaction } from '#database/transaction.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { claimsAt } from '#graph/queries/graph-claims.js';
import { statementSlice } from '#graph/queries/graph-statements.js';
import { inspectMemory } from '#graph/queries/inspect-memory.js';
import { listRelations } from '#graph/queries/list-relations.js';
import { listStatements } from '#graph/queries/list-statements.js';
import { traverse } from '#graph/queries/traverse.js';
import { contextFacts } from '#recall/context/context-facts.js';
import { loadNeighbourhood } from '#recall/retrievers/graph/load-neighbourhoods.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { forgetMemories, idOf, seed, useDatabase, type Said } from './queries-fixture.js';

/** Facts from 0.5 on: a fact of 0.8 is unsettled by one candidate of 0.4 (0.48), and not by one of 0.3 (0.56). */
const THRESHOLDS = { fact: 0.5, candidate: 0.2 };
const database = useDatabase();

beforeAll(async () => {
  await recordThresholds(database.pool(), THRESHOLDS);
});

/** Relations and statements of all intervals, with whether they have ended or are unsettled. */
async function factsIn(scopeId: string): Promise<string[]> {
  const { rows } = await database.pool().query<{ told: string }>(
    `SELECT told || CASE valid_to_nanos WHEN 0 THEN '' ELSE ' ended' END || CASE WHEN unsettled THEN ' unsettled' ELSE '' END
       AS told FROM (
       SELECT a.canonical_name || ' → ' || b.canonical_name AS told, valid_to_nanos, unsettled
       FROM relations AS r JOIN entities AS a ON a.scope_id = $1 AND a.entity_id = from_entity
       JOIN entities AS b ON b.scope_id = $1 AND b.entity_id = to_entity WHERE r.scope_id = $1
       UNION ALL
       SELECT text, valid_to_nanos, unsettled FROM statements WHERE scope_id = $1) AS facts
     ORDER BY 1`,
    [scopeId],
  );
  return rows.map(({ told }) => told);
}

const forget = (scopeId: string, ...memoryIds: string[]) => forgetMemories(database.pool(), scopeId, memoryIds);

const say = (scopeId: string, ...said: Said[]): Promise<string[]> => seed(database.pool(), scopeId, said);

const livesIn = (
  place: string,
  confidence: number,
  at = 1n,
  polarity: 'asserted' | 'ended' = 'asserted',
  who = 'Maya',
): Said => ({ relations: [[who, 'lives_in', `place:${place}`, { at, confidence, polarity }]] });

test.each([
  ['after it', [0, 1]],
  ['before it', [1, 0]],
])('a later candidate of another value, stored %s, makes a fact unsettled', async (name, order) => {
  const { scopeId } = scopeOf('unsettled', name);
  const said = [livesIn('Oslo', 0.8, 1n), livesIn('Bergen', 0.4, 5n)];
  for (const i of order) await say(scopeId, said[i] ?? {});
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo unsettled']);
  const [relation] = (await database.pool().query('SELECT * FROM relations WHERE scope_id = $1', [scopeId])).rows;
  expect(relation).toMatchObject({ valid_to_nanos: 0n, superseded_by: null });
});

test.each([
  ['is earlier than its last claim', livesIn('Bergen', 0.49, 4n)],
  ['is too weak', livesIn('Bergen', 0.3, 9n)],
  ['asserts it', livesIn('Oslo', 0.49, 9n)],
  ['is about another subject', livesIn('Bergen', 0.49, 9n, 'asserted', 'Ida')],
  [
    'has the other value as its subject',
    { relations: [['place:Oslo', 'located_in', 'place:Maya', { confidence: 0.49, at: 9n }]] },
  ],
  ['is of another predicate', { relations: [['Maya', 'visited', 'place:Bergen', { confidence: 0.49, at: 9n }]] }],
  ['says that another value has ended', livesIn('Bergen', 0.49, 9n, 'ended')],
] as [string, Said][])('a candidate that %s does not contradict a fact', async (name, weak) => {
  const { scopeId } = scopeOf('unsettled', name);
  await say(scopeId, livesIn('Oslo', 0.8, 1n), livesIn('Oslo', 0.6, 5n));
  await database.pool().query('UPDATE relations SET confidence = 0.8 WHERE scope_id = $1', [scopeId]);
  await say(scopeId, weak);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo']);
});

test('another reading of its own memory contradicts no fact, one of a later memory does', async () => {
  const { scopeId } = scopeOf('unsettled', 'readings');
  const of = (place: string, confidence: number) => ['Maya', 'lives_in', `place:${place}`, { at: 5n, confidence }];
  await say(scopeId, { relations: [of('Oslo', 0.8), of('Bergen', 0.49)] as never });
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo']);
  await say(scopeId, livesIn('Turku', 0.4, 6n));
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo unsettled']);
});

test('contradictions of several memories add up, of each the strongest', async () => {
  const { scopeId } = scopeOf('unsettled', 'sum');
  const places = ['Bergen', 'Turku', 'Bodø'].map((place) => [
    'Maya',
    'lives_in',
    `place:${place}`,
    { at: 5n, confidence: 0.3 },
  ]);
  await say(scopeId, livesIn('Oslo', 0.8, 1n), { relations: places as never });
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo']);
  await say(scopeId, livesIn('Narvik', 0.3, 6n));
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo unsettled']);
});

test('a forget of the contradiction settles a fact, and so does a later memory that says it again', async () => {
  const { scopeId } = scopeOf('unsettled', 'settled');
  const [, weak = ''] = await say(scopeId, livesIn('Oslo', 0.8, 1n), livesIn('Bergen', 0.45, 5n));
  await forget(scopeId, weak);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo']);
  await say(scopeId, livesIn('Bergen', 0.45, 5n));
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo unsettled']);
  const [again = ''] = await say(scopeId, livesIn('Oslo', 0.8, 6n));
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo']);
  await forget(scopeId, again);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo unsettled']);
});

test('a memory that makes the other value a fact ends the unsettled one', async () => {
  const { scopeId } = scopeOf('unsettled', 'promoted');
  await say(scopeId, livesIn('Oslo', 0.8, 1n), livesIn('Bergen', 0.4, 5n));
  const [confirms = ''] = await say(scopeId, livesIn('Bergen', 0.4, 6n));
  expect(await factsIn(scopeId)).toEqual(['Maya → Bergen', 'Maya → Oslo ended']);
  await forget(scopeId, confirms);
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo unsettled']);
});

test('either end of a marriage contradicts it, and the end of a marriage too', async () => {
  const { scopeId } = scopeOf('unsettled', 'marriage');
  const married = (a: string, b: string, confidence: number, at: bigint): Said => ({
    relations: [[a, 'spouse_of', b, { at, confidence }]],
  });
  await say(scopeId, married('Ana', 'Ben', 0.8, 1n), married('Cleo', 'Dan', 0.8, 1n), married('Eve', 'Finn', 0.8, 1n));
  await say(scopeId, married('Ana', 'Zoe', 0.45, 5n), married('Zed', 'Dan', 0.45, 5n));
  expect((await factsIn(scopeId)).filter((fact) => fact.endsWith('unsettled'))).toHaveLength(2);
  expect((await factsIn(scopeId)).filter((fact) => !fact.endsWith('unsettled'))).toHaveLength(1);
  const { scopeId: widowed } = scopeOf('unsettled', 'widowed');
  await say(widowed, married('Ana', 'Ben', 0.8, 0n));
  for (const who of ['Ana', 'Ben']) {
    const [end = ''] = await say(widowed, { ends: [[who, 'spouse_of', 0.4]] });
    expect((await factsIn(widowed))[0]).toMatch(/unsettled$/);
    await forget(widowed, end);
    expect((await factsIn(widowed))[0]).not.toMatch(/unsettled$/);
  }
});

test('an end that is a candidate makes a fact unsettled, with or without its value', async () => {
  const { scopeId } = scopeOf('unsettled', 'ends');
  const job = (confidence: number): Said => ({ statements: [['Maya', 'occupation', 'nurse', { confidence }]] });
  const [, ended = ''] = await say(scopeId, livesIn('Oslo', 0.8, 1n), livesIn('Oslo', 0.4, 5n, 'ended'), job(0.8));
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo unsettled', 'occupation nurse']);
  await forget(scopeId, ended);
  await say(scopeId, { ends: [['Maya', 'occupation', 0.4]] });
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo', 'occupation nurse unsettled']);
});

test('a weak end makes a fact unsettled whose predicate may have several values, and no other one', async () => {
  const { scopeId } = scopeOf('unsettled', 'several');
  const owns = (what: string, confidence: number, at: bigint, polarity: 'asserted' | 'ended' = 'asserted'): Said => ({
    relations: [['Maya', 'owns', `product:${what}`, { at, confidence, polarity }]],
  });
  const speaks = (language: string, confidence: number, polarity: 'asserted' | 'ended' = 'asserted'): Said => ({
    statements: [['Maya', 'speaks', language, { confidence, polarity }]],
  });
  await say(scopeId, owns('Vespa', 0.8, 1n), owns('Kindle', 0.8, 1n), speaks('French', 0.8), speaks('Dutch', 0.8));
  const told = ['Maya → Kindle', 'Maya → Vespa', 'speaks Dutch', 'speaks French'];
  expect(await factsIn(scopeId)).toEqual(told);
  const denials = await say(scopeId, owns('Vespa', 0.45, 5n, 'ended'), speaks('French', 0.45, 'ended'));
  expect(await factsIn(scopeId)).toEqual([
    told[0],
    `${told[1] ?? ''} unsettled`,
    told[2],
    `${told[3] ?? ''} unsettled`,
  ]);
  const [again = ''] = await say(scopeId, owns('Vespa', 0.8, 6n));
  expect(await factsIn(scopeId)).toEqual([told[0], told[1], told[2], `${told[3] ?? ''} unsettled`]);
  await forget(scopeId, again);
  expect(await factsIn(scopeId)).toContain('Maya → Vespa unsettled');
  await forget(scopeId, ...denials);
  expect(await factsIn(scopeId)).toEqual(told);
  await say(scopeId, owns('Vespa', 0.45, 0n, 'ended'));
  expect(await factsIn(scopeId)).toEqual(told);
});

test('candidates of two names contradict a fact while they are one entity', async () => {
  const { scopeId } = scopeOf('unsettled', 'merged');
  const home = (who: string, place: string, confidence: number, at: bigint) =>
    livesIn(place, confidence, at, 'asserted', who);
  await say(scopeId, home('Robert Kane', 'Oslo', 0.8, 1n), home('Ida', 'Bergen', 0.45, 5n));
  expect(await factsIn(scopeId)).toEqual(['Robert Kane → Oslo']);
  const [alias = ''] = await say(scopeId, { aliases: [['Robert Kane', 'Ida']] });
  expect(await factsIn(scopeId)).toEqual(['Robert Kane → Oslo unsettled']);
  await forget(scopeId, alias);
  expect(await factsIn(scopeId)).toEqual(['Robert Kane → Oslo']);
});

test('candidates of another scope contradict nothing', async () => {
  const [one, other] = [scopeOf('unsettled', 'one').scopeId, scopeOf('unsettled', 'other').scopeId];
  await say(one, livesIn('Oslo', 0.8, 1n));
  await say(other, livesIn('Bergen', 0.45, 5n));
  await say(one, { mentions: ['Maya'] });
  expect(await factsIn(one)).toEqual(['Maya → Oslo']);
});

test('only the strongest hundred candidates of an entity are read', async () => {
  const { scopeId } = scopeOf('unsettled', 'hub');
  const strong = Array.from({ length: 300 }, (_, i) => ({
    relations: [['Maya', 'visited', `place:Town ${String(i)}`, { confidence: 0.4 }]],
  }));
  await say(scopeId, livesIn('Oslo', 0.55, 1n), livesIn('Bergen', 0.3, 5n));
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo unsettled']);
  await say(scopeId, ...(strong as Said[]));
  expect(await factsIn(scopeId)).toEqual(['Maya → Oslo']);
});

test('an unsettled fact is given as neither current nor ended, and shown where ended ones are', async () => {
  const { scopeId } = scopeOf('unsettled', 'shown');
  const pool = database.pool();
  const [memory = ''] = await say(
    scopeId,
    {
      relations: [['Maya', 'lives_in', 'place:Oslo', { confidence: 0.8, at: 1n }]],
      statements: [['Maya', 'occupation', 'nurse', { confidence: 0.8, at: 1n }]],
    },
    {
      relations: [['Maya', 'lives_in', 'place:Bergen', { confidence: 0.45, at: 5n }]],
      statements: [['Maya', 'occupation', 'baker', { confidence: 0.45, at: 5n }]],
    },
  );
  const maya = idOf(scopeId, 'Maya');
  const relations = (includeSuperseded: boolean) =>
    listRelations(pool, scopeId, maya, { direction: 'both', includeSuperseded, limit: 9 });
  expect(await relations(false)).toEqual([]);
  expect(await relations(true)).toMatchObject([{ unsettled: true, valid_to_unix_nanos: 0n, superseded_by: null }]);
  const statements = (onlyCurrent: boolean) =>
    listStatements(pool, scopeId, { minConfidence: 0, onlyCurrent, limit: 9 });
  expect(await statements(true)).toEqual([]);
  expect(await statements(false)).toMatchObject([{ unsettled: true, valid_to_unix_nanos: 0n, superseded_by: null }]);
  const paths = async (includeSuperseded: boolean) =>
    (await traverse(pool, scopeId, maya, { direction: 'both', includeSuperseded, maxDepth: 1, maxNodes: 9 })).paths;
  expect(await paths(false)).toEqual([]);
  expect(await paths(true)).toHaveLength(1);
  expect(
    (await statementSlice(pool, scopeId, { node: null, edge: null, nodes: 9, edges: 9, links: false })).nodes,
  ).toEqual([]);
  expect(await claimsAt(pool, scopeId, [maya])).toEqual([]);
  const hit = { memoryId: memory, text: '', speaker: null, role: null, time: 0n, entityIds: [maya] };
  const limits = { filter: {}, maxFacts: 5, minConfidence: 0 };
  expect(await contextFacts(pool, scopeId, { question: 'Where does Maya live?', hits: [hit], ...limits })).toEqual([]);
  const { claims } = await loadNeighbourhood(pool, scopeId, postgresScopeIndex(pool, scopeId), [maya]);
  // As evidence for a memory it is as good as a current one.
  expect(claims.map(({ current }) => current)).toEqual([true, true]);
  const edges = (await inspectMemory(pool, scopeId, memory))?.artifact.graph.edges;
  expect(edges).toMatchObject([{ predicate: 'core:lives_in', unsettled: true }]);
});

test('a change is told to the caches of both ends, and to subscribers', async () => {
  const { scopeId } = scopeOf('unsettled', 'told');
  await say(scopeId, livesIn('Oslo', 0.8, 1n));
  const { rows: before } = await database.pool().query('SELECT max(number) AS last FROM search_changes');
  const [bergen = ''] = await say(scopeId, livesIn('Bergen', 0.45, 5n));
  const { rows } = await database
    .pool()
    .query<{ id: string }>('SELECT unnest(invalidated_entity_ids) AS id FROM search_changes WHERE number > $1', [
      (before as { last: bigint }[])[0]?.last,
    ]);
  expect(rows.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['Maya', 'place:Oslo', 'place:Bergen'].map((name) => idOf(scopeId, name))),
  );
  const { rows: oslo } = await database
    .pool()
    .query<{ id: string }>('SELECT relation_id AS id FROM relations WHERE scope_id = $1', [scopeId]);
  const changes = await forget(scopeId, bergen);
  expect(changes.relations).toEqual({ upserted: oslo.map(({ id }) => id), removed: [] });
});

test('where every claim is a fact, none is unsettled', async () => {
  const { scopeId } = scopeOf('unsettled', 'zero');
  await database.pool().query('UPDATE graph_thresholds SET fact_min_confidence = 0, candidate_min_confidence = 0');
  await say(scopeId, livesIn('Oslo', 0.3, 1n), livesIn('Bergen', 0.1, 5n), { ends: [['Maya', 'works_at', 0.1]] });
  expect(await factsIn(scopeId)).toEqual(['Maya → Bergen', 'Maya → Oslo ended']);
  await database
    .pool()
    .query('UPDATE graph_thresholds SET fact_min_confidence = $1, candidate_min_confidence = $2', [
      THRESHOLDS.fact,
      THRESHOLDS.candidate,
    ]);
});

test('migrations mark the facts of an existing graph as projections do', async () => {
  const marks = async (): Promise<{ id: string; unsettled: boolean }[]> => {
    const { rows } = await database.pool().query<{ id: string; unsettled: boolean }>(
      `SELECT relation_id AS id, unsettled FROM relations
       UNION ALL SELECT statement_id, unsettled FROM statements ORDER BY 1`,
    );
    return rows;
  };
  const before = await marks();
  expect(before.some(({ unsettled }) => unsettled)).toBe(true);
  await database.pool().query(
    `ALTER TABLE relations DROP COLUMN unsettled;
     ALTER TABLE statements DROP COLUMN unsettled;
     DROP INDEX IF EXISTS relations_current, relations_current_to, statements_current`,
  );
  await inTransaction(database.pool(), async (tx) => {
    const runner = { query: (sql: string) => tx.query(sql) } as unknown as QueryRunner;
    await new UnsettledFacts0005().up(runner);
    await new DeniedFacts0021().up(runner);
  });
  expect(await marks()).toEqual(before);
});
