import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { combineRuns } from '#contracts/merge-observations.js';
import { NO_OBSERVATIONS, type NameRef, type Observations } from '#contracts/observations.js';
import { scopeOf } from '#contracts/scope.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { lockScope } from '#database/in-locked-scope.js';
import { GRAPH_TABLES } from '#graph/rebuild/graph-tables.js';
import { testDatabase } from '../harness/services.js';

let dataSource: DataSource;
let pool: Pool;
const { scopeId } = scopeOf('laws', 'timelines');

beforeAll(async () => {
  const url = await testDatabase();
  dataSource = createDataSource({ url, poolSize: 6, connectTimeoutMs: 30_000, statementTimeoutMs: 0 });
  await dataSource.initialize();
  pool = poolOf(dataSource);
  await pool.query(`INSERT INTO scopes (scope_id, namespace, agent) VALUES ($1, 'laws', 'timelines')`, [scopeId]);
  await recordThresholds(pool, { fact: 0.4, candidate: 0.1 });
}, 240_000);
afterAll(async () => {
  await dataSource.destroy();
});

const people = ['Ana Silva', 'Bo Chen', 'Cleo Diaz', 'Dan Eriksen'].map((name) => ({ type: 'person', name }) as const);
const MEMORIES = 24;
const memoryIdAt = (i: number): string => `00000000-0000-7000-8000-0000000000${String(i).padStart(2, '0')}`;

type Claim = Pick<Observations, 'relations' | 'statements' | 'ends'>;

/** Many claims about few subjects: histories are long, and event times tie. */
const told = fc.record({
  polarity: fc.constantFrom('asserted', 'asserted', 'asserted', 'ended', 'retracted' as const),
  event_at_unix_nanos: fc.integer({ min: -1, max: 9 }).map((n) => BigInt(n) * 1_000_000_000n),
  confidence: fc.integer({ min: 1, max: 100 }).map((n) => n / 100),
  stage: fc.constant('pattern'),
  context: fc.integer({ min: 0, max: MEMORIES - 1 }).map((i) => [memoryIdOfUuid(memoryIdAt(i))]),
});

function relation(type: 'works_at' | 'spouse_of' | 'visited', from: readonly NameRef[], to: readonly NameRef[]) {
  return fc
    .tuple(told, fc.constantFrom(...from), fc.constantFrom(...to))
    .map(([how, a, b]): Claim => ({ relations: [{ type, from: a, to: b, ...said(how) }], statements: [] }));
}

/** Only retractions depend on another memory. */
function said<T extends { readonly polarity: string; readonly context: string[] }>({ context, ...how }: T) {
  return how.polarity === 'retracted' ? { ...how, context } : how;
}

const organizations = ['Acme', 'Globex', 'Initech'].map((name) => ({ type: 'organization', name }) as const);
const attribute = (predicate: 'occupation' | 'age', values: readonly string[]) =>
  fc.tuple(told, fc.constantFrom(...values)).map(([how, value]): Claim => ({
    relations: [],
    statements: [
      {
        ...{ kind: 'attribute', predicate, subject: people[0] as NameRef, text: `is ${value}` },
        ...{ object: { kind: 'value', value: { type: 'text', value } }, ...said(how) },
      },
    ],
  }));
const end = fc
  .tuple(
    told,
    fc.constantFrom('works_at' as const, 'spouse_of' as const, 'occupation' as const, 'age' as const),
    fc.constantFrom(...people),
  )
  .map(([{ event_at_unix_nanos, confidence }, predicate, subject]): Claim => ({
    relations: [],
    statements: [],
    ends: [{ predicate, subject, event_at_unix_nanos, confidence, stage: 'pattern' }],
  }));
const claim = fc.oneof(
  relation('works_at', people.slice(0, 1), organizations),
  relation('works_at', people.slice(0, 2), organizations),
  relation('spouse_of', people, people),
  relation('visited', people.slice(0, 1), [{ type: 'place', name: 'Lima' }]),
  attribute('occupation', ['nurse', 'baker']),
  attribute('age', ['19', '20']),
  end,
);

/** The claims of each memory, and an order in which memories are stored, forgotten and restored, a few at a time. */
const histories = fc.record({
  claims: fc.array(fc.array(claim, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: MEMORIES }),
  steps: fc.array(fc.record({ memory: fc.nat(), there: fc.boolean() }), { maxLength: 25 }),
  together: fc.integer({ min: 1, max: 4 }),
});

function observationsOf(claims: readonly Claim[]): Observations {
  const relations = claims.flatMap((c) => c.relations);
  const statements = claims.flatMap((c) => c.statements);
  const ends = claims.flatMap((c) => c.ends ?? []);
  return combineRuns([{ ...NO_OBSERVATIONS, relations, statements, ends }]);
}

interface Step {
  readonly memory: number;
  readonly there: boolean;
}

async function graphAfter(claims: readonly Claim[][], steps: readonly Step[][]): Promise<Record<string, string[]>> {
  for (const table of [...GRAPH_TABLES, 'memories']) await pool.query(`DELETE FROM ${table}`);
  await pool.query(
    `INSERT INTO memories (scope_id, memory_id, kind, salience, created_at_nanos, occurred_at_nanos)
     SELECT $1, id, 0, 0, 0, 0 FROM unnest($2::uuid[]) AS id`,
    [scopeId, Array.from({ length: MEMORIES }, (_, i) => memoryIdAt(i))],
  );
  for (const chunk of steps)
    await inTransaction(pool, async (tx) => {
      await lockScope(tx, scopeId);
      const last = new Map(chunk.map(({ memory, there }) => [memory, there]));
      const memories = [...last].map(([memory, there]) => ({
        ...{ memoryId: memoryIdAt(memory), createdAt: BigInt(1 + memory) },
        observations: there ? observationsOf(claims[memory] ?? []) : null,
      }));
      await projectMemories(tx, scopeId, memories);
    });
  return dump();
}

async function dump(): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of GRAPH_TABLES) {
    const { rows } = await pool.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${table} AS t ORDER BY 1`);
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

const inChunks = (steps: readonly Step[], size: number): Step[][] =>
  Array.from({ length: Math.ceil(steps.length / size) }, (_, i) => steps.slice(i * size, (i + 1) * size));

test('adding, forgetting and restoring memories amid long histories gives the intervals of the remaining ones added at once', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ claims, steps, together }) => {
      const walk = [
        ...claims.map((_, memory) => ({ memory, there: true })).toReversed(),
        ...steps.map(({ memory, there }) => ({ memory: memory % claims.length, there })),
      ];
      const left = [...new Map(walk.map((step) => [step.memory, step])).values()].filter(({ there }) => there);
      const otherwise = await graphAfter(claims, inChunks(walk, together));
      expect(otherwise).toEqual(await graphAfter(claims, [left]));
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
