import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { EntityCreated } from '#contracts/events.js';
import { scopeOf } from '#contracts/scope.js';
import type { Observations } from '#contracts/observations.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { combineRuns } from '#contracts/merge-observations.js';
import { projectCreations } from '#graph/projection/project-creations.js';
import { lockScope, projectMemories, type ProjectedMemory } from '#graph/projection/project-memories.js';
import { indexMemories, type SearchDocument } from '#graph/search/index-memories.js';
import { GRAPH_TABLES } from '#graph/rebuild/graph-tables.js';
import { testDatabase } from '../harness/services.js';
import { createdEntities, observedMemories, type ObservedMemory } from './observed-memories.js';

/** Real Postgres; the observations are made up, no stage runs. */
let dataSource: DataSource;
let pool: Pool;
const { scopeId } = scopeOf('laws', 'one');

beforeAll(async () => {
  const url = await testDatabase();
  dataSource = createDataSource({ url, poolSize: 6, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  await dataSource.initialize();
  pool = poolOf(dataSource);
  await pool.query(`INSERT INTO scopes (scope_id, namespace, agent) VALUES ($1, 'laws', 'one')`, [scopeId]);
});
afterAll(async () => {
  await dataSource.destroy();
});

/** A run of the pipeline over a memory is delivered, or it is forgotten; or an entity is made by a caller. */
type Delivery =
  { readonly memory: ObservedMemory; readonly run: Observations | 'forget' } | { readonly created: EntityCreated };

function deliveriesOf(memories: readonly ObservedMemory[], creations: readonly EntityCreated[] = []): Delivery[] {
  const ofMemories = memories.flatMap((memory) => [
    ...memory.runs.map((run) => ({ memory, run })),
    ...(memory.forgotten ? [{ memory, run: 'forget' as const }] : []),
  ]);
  return [...creations.map((created) => ({ created })), ...ofMemories];
}

/** Delivers in the given order and chunks, each projection knowing only what has come by then. */
async function graphAfter(chunks: readonly (readonly Delivery[])[]): Promise<object> {
  for (const table of GRAPH_TABLES) await pool.query(`DELETE FROM ${table}`);
  const known = new Map<string, { runs: Set<Observations>; forgotten: boolean }>();
  for (const chunk of chunks) {
    const touched = new Map<string, ProjectedMemory>();
    for (const delivery of chunk) {
      if ('created' in delivery) continue;
      const { memory, run } = delivery;
      const state = known.get(memory.memoryId) ?? { runs: new Set(), forgotten: false };
      known.set(memory.memoryId, state);
      if (run === 'forget') state.forgotten = true;
      else state.runs.add(run);
      const { memoryId, createdAt } = memory;
      const observations = state.forgotten ? null : combineRuns([...state.runs]);
      touched.set(memoryId, { memoryId, createdAt, observations });
    }
    const created = chunk.flatMap((delivery) => ('created' in delivery ? [delivery.created] : []));
    await project([...touched.values()], created);
  }
  return dump();
}

async function project(memories: readonly ProjectedMemory[], created: readonly EntityCreated[] = []): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockScope(tx, scopeId);
    await projectMemories(tx, scopeId, memories);
    await projectCreations(tx, scopeId, created);
    await indexMemories(tx, scopeId, memories.map(documentOf));
  });
}

/** A text that is the memory's own and shares words with the others. */
function documentOf({ memoryId, observations }: ProjectedMemory): SearchDocument {
  return { memoryId, text: observations === null ? null : `Shared words of ${memoryId}`, speaker: 'Shared Name' };
}

async function dump(): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of GRAPH_TABLES) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} AS t ORDER BY 1`);
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

/** The deliveries, some of them twice, in an order and in chunks that the generator chose. */
const schedules = fc.tuple(observedMemories, createdEntities).chain(([memories, creations]) => {
  const deliveries = deliveriesOf(memories, creations);
  const doubled = fc
    .subarray(deliveries)
    .chain((again) => fc.shuffledSubarray([...deliveries, ...again], { minLength: deliveries.length + again.length }));
  return fc.record({ deliveries: fc.constant(deliveries), shuffled: doubled, chunk: fc.integer({ min: 1, max: 5 }) });
});

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}

test('any order and any duplication of deliveries gives the same graph, with the same ids', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async ({ deliveries, shuffled, chunk }) => {
      const inOrder = await graphAfter(deliveries.map((delivery) => [delivery]));
      const otherwise = await graphAfter(chunksOf(shuffled, chunk));
      expect(otherwise).toEqual(inOrder);
    }),
    { numRuns: 100 },
  );
}, 240_000);

test('applying an event twice equals applying it once, and reports no change', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, async (memories) => {
      const once = await graphAfter([deliveriesOf(memories)]);
      const again = memories.map(({ memoryId, createdAt, runs, forgotten }) => ({
        memoryId,
        createdAt,
        observations: forgotten ? null : combineRuns(runs),
      }));
      const changes = await inTransaction(pool, (tx) => projectMemories(tx, scopeId, again));
      expect(await dump()).toEqual(once);
      const { entities, relations, statements } = changes;
      expect([entities, relations, statements].flatMap((c) => [...c.upserted, ...c.removed])).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 120_000);

test('applying a creation twice equals applying it once, and reports no change', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, createdEntities, async (memories, creations) => {
      const once = await graphAfter([deliveriesOf(memories, creations)]);
      const changes = await inTransaction(pool, (tx) => projectCreations(tx, scopeId, creations));
      expect(await dump()).toEqual(once);
      const { entities, relations, statements } = changes;
      expect([entities, relations, statements].flatMap((c) => [...c.upserted, ...c.removed])).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 120_000);

test('what callers made is left where every memory is forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, createdEntities, async (memories, creations) => {
      const forgotten = memories.map((memory) => ({ ...memory, forgotten: true }));
      const left = await graphAfter(chunksOf(deliveriesOf(forgotten, creations), 3));
      expect(left).toEqual(await graphAfter([deliveriesOf([], creations)]));
    }),
    { numRuns: 40 },
  );
}, 120_000);

test('memories that are all forgotten leave an empty graph', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, async (memories) => {
      const deliveries = deliveriesOf(memories.map((memory) => ({ ...memory, forgotten: true })));
      const graph = await graphAfter(chunksOf(deliveries, 3));
      expect(Object.values(graph).flat()).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 120_000);

test('a graph written by concurrent sessions is the one written by one session', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, async (memories) => {
      const inOrder = await graphAfter([deliveriesOf(memories)]);
      for (const table of GRAPH_TABLES) await pool.query(`DELETE FROM ${table}`);
      await Promise.all(
        memories.map(({ memoryId, createdAt, runs, forgotten }) =>
          project([{ memoryId, createdAt, observations: forgotten ? null : combineRuns(runs) }]),
        ),
      );
      expect(await dump()).toEqual(inOrder);
    }),
    { numRuns: 40 },
  );
}, 120_000);
