import { beforeAll, expect, test } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { scopeOf } from '#contracts/scope.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { CandidateEnds0004 } from '#database/migrations/0004-candidate-ends.js';
import { lockScope } from '#database/in-locked-scope.js';
import { inScope } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import { inTransaction } from '#database/transaction.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { recall } from '#recall/recall.js';
import { loadNeighbourhood } from '#recall/retrievers/graph/load-neighbourhoods.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import { indexMemories } from '#search/lexical/index-memories.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { idOf, seed, useDatabase, type Said } from '../graph/queries-fixture.js';

/** Facts from 0.5 on, candidates from 0.2 on: two candidates of 0.3 are a fact together (0.51). */
const database = useDatabase();
const MEBIBYTE = 1 << 20;

beforeAll(async () => {
  await recordThresholds(database.pool(), { fact: 0.5, candidate: 0.2 });
});

/** Stores memories that recall can find; all have the same text. */
async function store(scopeId: string, ...said: Said[]): Promise<string[]> {
  const ids = await seed(database.pool(), scopeId, said);
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await indexMemories(
      tx,
      scopeId,
      ids.map((memoryId) => ({ memoryId, text: 'a turn', speaker: null })),
    );
  });
  return ids;
}

async function forget(scopeId: string, memoryId: string): Promise<void> {
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await projectMemories(tx, scopeId, [{ memoryId, createdAt: 1n, observations: null }]);
  });
}

const livesIn = (place: string, confidence: number): Said => ({
  mentions: ['Ruth', `place:${place}`],
  relations: [['Ruth', 'lives_in', `place:${place}`, { confidence }]],
});

async function graphTrace(sql: Sql, scopeId: string, text: string) {
  const asked = { text, maxResults: 9, filter: {}, retrievers: ['entity_graph'] as const, neighbours: false };
  const found = await recall(sql, scopeId, asked);
  return found.trace().retrievers[0]?.candidates ?? [];
}

async function found(sql: Sql, scopeId: string, text: string): Promise<string[]> {
  return (await graphTrace(sql, scopeId, text)).map(({ memory_id }) => memory_id);
}

test('a memory with a candidate of what is asked comes before those without, and after a fact', async () => {
  const { scopeId } = scopeOf('recall', 'candidate');
  const ids = await store(
    scopeId,
    { mentions: ['Ruth'] },
    livesIn('Croydon', 0.45),
    { mentions: ['Ruth'], statements: [['Ruth', 'likes', 'chess', { confidence: 0.45 }]] },
    livesIn('Leeds', 0.55),
    { mentions: ['Ruth'], relations: [['Ruth', 'lives_in', 'place:Hull', { confidence: 0.45, polarity: 'ended' }]] },
    livesIn('Luton', 0.25),
  );
  const [named, croydon, chess, leeds, hull, luton] = ids.map(memoryIdOfUuid);
  const trace = await graphTrace(inScope(database.service(), scopeId), scopeId, 'Where does Ruth live?');
  expect(trace.slice(0, 4).map(({ memory_id }) => memory_id)).toEqual([leeds, croydon, luton, chess]);
  expect(new Set(trace.map(({ memory_id }) => memory_id))).toEqual(
    new Set([leeds, croydon, luton, chess, named, hull]),
  );
  expect(trace.slice(0, 2).map(({ because }) => because)).toEqual([
    'Ruth –core:lives_in→',
    'Ruth –core:lives_in (candidate)→',
  ]);
});

test('a candidate is no claim of the entity, and leads to no other entity', async () => {
  const { scopeId } = scopeOf('recall', 'not followed');
  const [croydon, , leeds] = await store(
    scopeId,
    ...[
      livesIn('Croydon', 0.45),
      { mentions: ['place:Croydon'] },
      livesIn('Leeds', 0.9),
      { mentions: ['place:Leeds'] },
    ],
  );
  const sql = database.pool();
  const ruth = idOf(scopeId, 'Ruth');
  const { claims, candidates } = await loadNeighbourhood(sql, scopeId, postgresScopeIndex(sql, scopeId), [ruth]);
  expect(claims.map(({ memoryIds }) => memoryIds)).toEqual([[leeds]]);
  expect(candidates).toMatchObject([{ predicate: 'lives_in', kind: 'relation', memoryIds: [croydon], other: null }]);
  expect(await found(sql, scopeId, 'Where does Ruth live?')).toHaveLength(3);
  expect(await found(sql, scopeId, 'Who lives in Croydon?')).toHaveLength(2);
});

test('a weak end is no candidate that somebody has the relation', async () => {
  const { scopeId } = scopeOf('recall', 'weak end');
  await store(scopeId, { mentions: ['Ruth'], ends: [['Ruth', 'lives_in', 0.4]] });
  const sql = database.pool();
  const ruth = [idOf(scopeId, 'Ruth')];
  expect((await sql.query('SELECT FROM candidate_evidence WHERE scope_id = $1', [scopeId])).rowCount).toBe(1);
  const { candidates } = await loadNeighbourhood(sql, scopeId, postgresScopeIndex(sql, scopeId), ruth);
  expect(candidates).toEqual([]);
});

test('a scope does not see the candidates of another one', async () => {
  const [ours, theirs] = [scopeOf('recall', 'ours').scopeId, scopeOf('recall', 'theirs').scopeId];
  await store(theirs, livesIn('Croydon', 0.45));
  await store(ours, { mentions: ['Ruth'] });
  const sql = inScope(database.service(), ours);
  const nodes = [idOf(ours, 'Ruth'), idOf(theirs, 'Ruth')];
  for (const scopeId of [ours, theirs])
    expect((await loadNeighbourhood(sql, scopeId, postgresScopeIndex(sql, scopeId), nodes)).candidates).toEqual([]);
  const own = await loadNeighbourhood(database.pool(), theirs, postgresScopeIndex(database.pool(), theirs), nodes);
  expect(own.candidates).toHaveLength(1);
});

test('cached candidates change when one is added, promoted, withdrawn or forgotten', async () => {
  const { scopeId } = scopeOf('recall', 'cached');
  const cache = new IndexCache(16 * MEBIBYTE);
  const sql = database.pool();
  /** Numbers of facts and candidates, and whether Postgres was queried; equal to those without a cache. */
  const around = async (name: string): Promise<[facts: number, candidates: number, isRead: boolean]> => {
    const index = await cache.read(sql, scopeId);
    if (!index) throw new Error('the scope is not held');
    let isRead = false;
    const noting: Sql = { query: (text, values) => ((isRead = true), sql.query(text, values)) };
    const ids = [idOf(scopeId, name)];
    const known = await loadNeighbourhood(noting, scopeId, index, ids);
    expect(known).toEqual(await loadNeighbourhood(sql, scopeId, postgresScopeIndex(sql, scopeId), ids));
    return [known.claims.length, known.candidates.length, isRead];
  };
  const [first = ''] = await store(scopeId, livesIn('Oslo', 0.3));
  expect(await around('Ruth')).toEqual([0, 1, true]);
  expect(await around('Ruth')).toEqual([0, 1, false]);
  const [second = ''] = await store(scopeId, livesIn('Oslo', 0.3));
  expect(await around('Ruth')).toEqual([1, 0, true]);
  await forget(scopeId, second);
  expect(await around('place:Oslo')).toEqual([0, 1, true]);
  expect(await around('Ruth')).toEqual([0, 1, true]);
  await forget(scopeId, first);
  expect(await around('Ruth')).toEqual([0, 0, true]);

  // A candidate whose other end turns out to be no person, although no memory about this end changes.
  await store(scopeId, {
    mentions: ['Skien', 'place:Oslo'],
    relations: [['Skien', 'lives_in', 'place:Oslo', { confidence: 0.3 }]],
  });
  expect(await around('place:Oslo')).toEqual([0, 1, true]);
  await store(scopeId, ...Array.from({ length: 20 }, () => ({ mentions: ['place:Skien'] })));
  expect(await around('place:Oslo')).toEqual([0, 0, true]);
});

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly Plans?: readonly Plan[];
}

/** Rows that the scans of a table return. */
function scanned({ Plans = [], ...plan }: Plan, table: string): number {
  const own = plan['Relation Name'] === table ? (plan['Actual Rows'] ?? 0) : 0;
  return Plans.reduce((sum, child) => sum + scanned(child, table), own);
}

test('of an entity with many candidates, the strongest are read, and no others', async () => {
  const { scopeId } = scopeOf('recall', 'hub');
  await store(scopeId, livesIn('Oslo', 0.45));
  const pool = database.pool();
  const [ruth, oslo] = [idOf(scopeId, 'Ruth'), idOf(scopeId, 'place:Oslo')];
  await pool.query(
    `WITH claim AS (
       INSERT INTO claims (scope_id, memory_id, ordinal, kind, predicate, subject, object, value_key, text, asserted,
                           event_at_nanos, confidence, stage)
       SELECT $1, md5(n::text)::uuid, 0, 'relation', 'lives_in', $2, $3::uuid, $3::text, '', true, 0, 0.3, 'pattern'
       FROM generate_series(1, 20000) AS n RETURNING memory_id)
     INSERT INTO candidate_evidence (scope_id, pair_id, asserted, memory_id, ordinal, event_at_nanos, weight, entity_a, entity_b)
     SELECT $1, memory_id, true, memory_id, 0, 0, 356674944, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid) FROM claim`,
    [scopeId, ruth, oslo],
  );
  await pool.query('ANALYZE candidate_evidence, claims');
  const service = inScope(database.service(), scopeId);
  for (const node of [ruth, oslo]) {
    const read = await loadNeighbourhood(service, scopeId, postgresScopeIndex(service, scopeId), [node]);
    expect(read.candidates.map(({ confidence }) => confidence)).toEqual([0.45, ...Array<number>(99).fill(0.3)]);
    let plan: Plan = {};
    const explaining: Sql = {
      query: async (text, values) => {
        const sql = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
        const { rows } = await service.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql, values);
        plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
        return { rows: [], rowCount: 0, command: 'SELECT', oid: 0, fields: [] };
      },
    };
    await loadNeighbourhood(explaining, scopeId, postgresScopeIndex(explaining, scopeId), [node]);
    expect(scanned(plan, 'candidate_evidence')).toBe(100);
    expect(scanned(plan, 'claims')).toBeLessThanOrEqual(100);
  }
});

test('the migration finds the ends of candidates that a projection would write', async () => {
  const { scopeId } = scopeOf('recall', 'migrated');
  await store(
    scopeId,
    { aliases: [['Ruth Adler', 'Ruth']] },
    livesIn('Oslo', 0.3),
    { statements: [['Ruth', 'likes', 'chess', { confidence: 0.3 }]] },
    { relations: [['Ruth', 'knows', 'Zoe', { confidence: 0.3 }]] },
    { relations: [['Zoe', 'sibling_of', 'Ruth', { confidence: 0.3 }]] },
  );
  const ends = async () =>
    (await database.pool().query(`SELECT * FROM candidate_evidence WHERE scope_id = $1 ORDER BY memory_id`, [scopeId]))
      .rows;
  const written = await ends();
  expect(written).toHaveLength(4);
  await database.pool().query('ALTER TABLE candidate_evidence DROP COLUMN entity_a, DROP COLUMN entity_b');
  await new CandidateEnds0004().up({ query: (sql: string) => database.pool().query(sql) } as unknown as QueryRunner);
  expect(await ends()).toEqual(written);
});
