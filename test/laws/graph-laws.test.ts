import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ClientBase, Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { EntityCreated } from '#contracts/events.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import type { Observations, Polarity, ReadInContext } from '#contracts/observations.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { combineRuns } from '#contracts/merge-observations.js';
import {
  addDependencies,
  dependenciesOf,
  dependentMemories,
} from '#graph/projection/contributions/claim-dependencies.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { projectCreations } from '#graph/projection/project-creations.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import type { ProjectedMemory } from '#graph/projection/contributions/recorded-memory.js';
import { lockScope } from '#database/in-locked-scope.js';
import { indexMemories, type SearchDocument } from '#search/lexical/index-memories.js';
import { testDatabase } from '../harness/services.js';
import { clearGraph, dumpGraph, type GraphState } from './graph-state.js';
import { createdEntities, observedMemories, type ObservedMemory } from './observed-memories.js';

/** Runs on real Postgres with generated observations; no stage runs. */
let dataSource: DataSource;
let pool: Pool;
const { scopeId } = scopeOf('laws', 'one');
/** Of the generated claims, a fifth is dropped, and three tenths are candidates. */
const THRESHOLDS = { fact: 0.5, candidate: 0.2 };

beforeAll(async () => {
  const url = await testDatabase();
  dataSource = createDataSource({ url, poolSize: 6, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  await dataSource.initialize();
  pool = poolOf(dataSource);
  await pool.query(`INSERT INTO scopes (scope_id, namespace, agent) VALUES ($1, 'laws', 'one')`, [scopeId]);
  await recordThresholds(pool, THRESHOLDS);
});
afterAll(async () => {
  await dataSource.destroy();
});

/** A delivery: a pipeline run over a memory, a forget or a restore of it, or the creation of an entity. */
type Delivery =
  | { readonly memory: ObservedMemory; readonly run: Observations | 'forget' | 'restore' }
  | { readonly created: EntityCreated };

/** State of a memory from the deliveries so far. */
interface Known {
  readonly memory: ObservedMemory;
  readonly runs: Set<Observations>;
  forgotten: boolean;
}

function deliveriesOf(memories: readonly ObservedMemory[], creations: readonly EntityCreated[] = []): Delivery[] {
  const ofMemories = memories.flatMap((memory) => [
    ...memory.runs.map((run) => ({ memory, run })),
    ...(memory.forgotten ? [{ memory, run: 'forget' as const }] : []),
  ]);
  return [...creations.map((created) => ({ created })), ...ofMemories];
}

/** Stores the memories without projecting them. */
async function store(memories: readonly ObservedMemory[]): Promise<void> {
  await clearGraph(pool, ['memories']);
  await pool.query(
    `INSERT INTO memories (scope_id, memory_id, kind, salience, created_at_nanos, occurred_at_nanos)
     SELECT $1, id, 0, 0, 0, 0 FROM unnest($2::uuid[]) AS id`,
    [scopeId, memories.map(({ memoryId }) => memoryId)],
  );
}

/** Delivers in the given order and chunks; each projection knows only the deliveries so far. */
async function graphAfter(chunks: readonly (readonly Delivery[])[]): Promise<GraphState> {
  const all = chunks.flat().flatMap((delivery) => ('memory' in delivery ? [delivery.memory] : []));
  await store([...new Map(all.map((memory) => [memory.memoryId, memory])).values()]);
  const known = new Map<string, Known>();
  for (const chunk of chunks) {
    const touched = new Map<string, Known>();
    for (const delivery of chunk) {
      if ('created' in delivery) continue;
      const { memory, run } = delivery;
      const state = known.get(memory.memoryId) ?? { memory, runs: new Set(), forgotten: false };
      known.set(memory.memoryId, state);
      if (typeof run === 'string') state.forgotten = run === 'forget';
      else state.runs.add(run);
      touched.set(memory.memoryId, state);
    }
    const created = chunk.flatMap((delivery) => ('created' in delivery ? [delivery.created] : []));
    await projectKnown(known, [...touched.values()], created);
  }
  return dump();
}

/** Projects as a forget and a restore do: together with the dependent memories. */
async function projectKnown(
  known: ReadonlyMap<string, Known>,
  touched: readonly Known[],
  created: readonly EntityCreated[],
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockScope(tx, scopeId);
    await setStates(tx, touched);
    const runs = touched.flatMap(({ memory, runs: own }) =>
      [...own].map((observations) => ({ memoryId: memory.memoryId, observations })),
    );
    await addDependencies(tx, scopeId, runs);
    const ids = touched.map(({ memory }) => memory.memoryId);
    const reading = (await dependentMemories(tx, scopeId, ids)).flatMap((id) => known.get(id) ?? []);
    const memories = [...touched, ...reading].map(projectedOf);
    await projectMemories(tx, scopeId, memories);
    await projectCreations(tx, scopeId, created);
    await indexMemories(tx, scopeId, memories.map(documentOf));
  });
}

async function setStates(tx: ClientBase, memories: readonly Pick<Known, 'memory' | 'forgotten'>[]): Promise<void> {
  for (const { memory, forgotten } of memories)
    await tx.query('UPDATE memories SET state = $3 WHERE scope_id = $1 AND memory_id = $2', [
      scopeId,
      memory.memoryId,
      forgotten ? 'forgotten' : 'active',
    ]);
}

function projectedOf({ memory: { memoryId, createdAt }, runs, forgotten }: Known): ProjectedMemory {
  return { memoryId, createdAt, observations: forgotten ? null : combineRuns([...runs]) };
}

/** A text of the memory's own that shares words with others. */
function documentOf({ memoryId, observations }: ProjectedMemory): SearchDocument {
  return { memoryId, text: observations === null ? null : `Shared words of ${memoryId}`, speaker: 'Shared Name' };
}

const dump = (): Promise<GraphState> => dumpGraph(pool);

const knownOf = (memory: ObservedMemory): Known => ({
  memory,
  runs: new Set(memory.runs),
  forgotten: memory.forgotten,
});

/** Dependencies between memories, including forgotten ones, in the format of `dump`. */
function contextRowsOf(memories: readonly ObservedMemory[]): string[] {
  const rows = memories.flatMap(({ memoryId, runs }) =>
    runs.flatMap(dependenciesOf).map((contextId) => `(${scopeId},${contextId},${memoryId})`),
  );
  return [...new Set(rows)].sort();
}

/** The deliveries, some of them twice, in a generated order and in generated chunks. */
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
});

test('applying an event twice equals applying it once, and reports no change', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, async (memories) => {
      const once = await graphAfter([deliveriesOf(memories)]);
      const again = memories.map(knownOf).map(projectedOf);
      const changes = await inTransaction(pool, (tx) => projectMemories(tx, scopeId, again));
      expect(await dump()).toEqual(once);
      const { entities, relations, statements } = changes;
      expect([entities, relations, statements].flatMap((c) => [...c.upserted, ...c.removed])).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

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
});

test('entities declared by callers remain when all memories are forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, createdEntities, async (memories, creations) => {
      const forgotten = memories.map((memory) => ({ ...memory, forgotten: true }));
      const left = await graphAfter(chunksOf(deliveriesOf(forgotten, creations), 3));
      const expected = await graphAfter([deliveriesOf([], creations)]);
      expect(left).toEqual({ ...expected, claim_dependencies: contextRowsOf(memories) });
    }),
    { numRuns: 40 },
  );
});

test('forgetting all memories leaves an empty graph', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, async (memories) => {
      const deliveries = deliveriesOf(memories.map((memory) => ({ ...memory, forgotten: true })));
      const { claim_dependencies: kept, ...graph } = await graphAfter(chunksOf(deliveries, 3));
      expect(Object.values(graph).flat()).toEqual([]);
      expect(kept).toEqual(contextRowsOf(memories));
    }),
    { numRuns: 40 },
  );
});

test('forgetting and restoring memories, one after the other, leaves the graph unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, fc.integer({ min: 1, max: 3 }), async (memories, size) => {
      const there = memories.map((memory) => ({ ...memory, forgotten: false }));
      const deliveries = deliveriesOf(there);
      const comeAndGo = (['forget', 'restore'] as const).flatMap((run) =>
        chunksOf(
          there.map((memory) => ({ memory, run })),
          size,
        ),
      );
      expect(await graphAfter([deliveries, ...comeAndGo])).toEqual(await graphAfter([deliveries]));
    }),
    { numRuns: 40 },
  );
});

test('a claim counts while all memories it was read with are active, as if it had been read without them, and only then', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, async (memories) => {
      const live = new Set(memories.flatMap((m) => (m.forgotten ? [] : [memoryIdOfUuid(m.memoryId)])));
      // The context of a retraction stays: it names the memory that made the claim.
      const bare = <T extends ReadInContext & { readonly polarity: Polarity }>(claims: readonly T[]): T[] =>
        claims
          .filter(({ context = [] }) => context.every((id) => live.has(id)))
          .map((claim) => (claim.polarity === 'retracted' ? claim : { ...claim, context: [] }));
      const said = memories.map((memory) => ({
        ...memory,
        // The runs are combined first, because the effective extraction of a claim is chosen among all of them.
        runs: [combineRuns(memory.runs)].map((run) => ({
          ...run,
          relations: bare(run.relations),
          statements: bare(run.statements),
        })),
      }));
      const { claim_dependencies: noted, ...graph } = await graphAfter(chunksOf(deliveriesOf(memories), 2));
      const { claim_dependencies: left, ...expected } = await graphAfter([deliveriesOf(said)]);
      expect(graph).toEqual(expected);
      expect([noted, left]).toEqual([contextRowsOf(memories), contextRowsOf(said)]);
    }),
    { numRuns: 40 },
  );
});

test('a graph written by concurrent sessions equals one written by one session', async () => {
  await fc.assert(
    fc.asyncProperty(observedMemories, async (memories) => {
      const inOrder = await graphAfter([deliveriesOf(memories)]);
      await store(memories);
      const known = new Map(memories.map((memory) => [memory.memoryId, knownOf(memory)]));
      await Promise.all([...known.values()].map((one) => projectKnown(known, [one], [])));
      expect(await dump()).toEqual(inOrder);
    }),
    { numRuns: 40 },
  );
});
