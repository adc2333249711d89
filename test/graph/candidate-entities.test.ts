import { beforeAll, expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { lockScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { recordThresholds, setEntityThreshold } from '#graph/claim-thresholds.js';
import { assignName } from '#graph/commands/assign-name.js';
import { createEntity } from '#graph/commands/create-entity.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { getEntity } from '#graph/queries/get-entity.js';
import { graphPage } from '#graph/queries/graph-page.js';
import { inspectMemory } from '#graph/queries/inspect-memory.js';
import { listEntities } from '#graph/queries/list-entities.js';
import { listMemories } from '#graph/queries/list-memories.js';
import { idOf, seed, useDatabase, type Said } from './queries-fixture.js';

/** Runs on real Postgres with given names: one that is mentioned once is a candidate, one mentioned twice is none. */
const database = useDatabase();
const ONCE = 'product:gizmo';
let scopes = 0;

beforeAll(async () => {
  await recordThresholds(database.pool(), { fact: 0.5, candidate: 0.2 });
  const { scopeId } = scopeOf('candidate-entities', 'measure');
  await seed(database.pool(), scopeId, [{ mentions: [ONCE] }]);
  const once = (await getEntity(database.pool(), scopeId, idOf(scopeId, ONCE)))?.confidence ?? 1;
  // Far from what it would be if nobody had counted how surely it was found.
  expect(once).toBeGreaterThan(0.3);
  expect(once).toBeLessThan(0.9);
  await setEntityThreshold(database.pool(), once + 0.001);
});

function newScope(): string {
  scopes += 1;
  return scopeOf('candidate-entities', String(scopes)).scopeId;
}

async function listed(scopeId: string, more: Partial<Parameters<typeof listEntities>[2]> = {}): Promise<string[]> {
  const filter = { includeMerged: false, limit: 10, ...more };
  return (await listEntities(database.pool(), scopeId, filter)).map(({ canonical_name }) => canonical_name).sort();
}

async function forget(scopeId: string, memoryId: string | undefined): Promise<void> {
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await projectMemories(tx, scopeId, [{ memoryId: memoryId ?? '', createdAt: 1n, observations: null }]);
  });
}

test('a candidate is in no list, by whatever it is looked for, unless candidates are asked for', async () => {
  const scopeId = newScope();
  await seed(database.pool(), scopeId, [{ mentions: [ONCE] }]);
  const id = idOf(scopeId, ONCE);
  for (const asked of [{}, { prefix: 'giz' }, { words: 'gizmo' }, { typeId: 7 }, { includeMerged: true }]) {
    expect(await listed(scopeId, asked)).toEqual([]);
    expect(await listed(scopeId, { ...asked, includeCandidates: true })).toEqual(['gizmo']);
  }
  expect(await listed(scopeId, { ids: [id] })).toEqual(['gizmo']);
  expect(await getEntity(database.pool(), scopeId, id)).toMatchObject({ is_candidate: true, mention_count: 1 });
});

test('the graph has neither a candidate nor its mentions, and inspection marks it', async () => {
  const scopeId = newScope();
  const [memoryId = ''] = await seed(database.pool(), scopeId, [{ mentions: [ONCE] }]);
  const page = async (includeCandidates: boolean) => {
    const options = { limit: 10, after: null, includeStatements: false, includeMemories: true, includeCandidates };
    const { nodes, edges } = await graphPage(database.pool(), scopeId, { ...options, includeMemoryEdges: false });
    return [nodes.map(({ kind }) => kind), edges.map(({ kind }) => kind)];
  };
  expect(await page(false)).toEqual([['memory'], []]);
  expect(await page(true)).toEqual([['entity', 'memory'], ['mentions']]);
  const { artifact } = (await inspectMemory(database.pool(), scopeId, memoryId)) ?? {};
  expect(artifact?.graph.nodes).toMatchObject([{ name: 'gizmo', is_candidate: true }]);
  expect(await entityCounts(scopeId)).toEqual([0]);
});

async function entityCounts(scopeId: string): Promise<number[]> {
  const filter = { dir: 'desc', includeTombstoned: false, limit: 10, after: null } as const;
  return (await listMemories(database.pool(), scopeId, filter)).items.map(({ entity_count }) => entity_count);
}

test('more mentions make it an entity, and it is a candidate again when they are forgotten', async () => {
  const scopeId = newScope();
  const [, second] = await seed(database.pool(), scopeId, [{ mentions: [ONCE] }, { mentions: [ONCE] }]);
  expect(await listed(scopeId)).toEqual(['gizmo']);
  await forget(scopeId, second);
  expect(await listed(scopeId)).toEqual([]);
});

test('a fact lists both of its ends for as long as it stands, a weaker claim does not', async () => {
  const scopeId = newScope();
  const created = (confidence: number): Said => ({
    mentions: ['widget', ONCE],
    relations: [['widget', 'created', ONCE, { confidence }]],
  });
  const [, sure] = await seed(database.pool(), scopeId, [created(0.3), { relations: created(0.9).relations ?? [] }]);
  expect(await listed(scopeId)).toEqual(['gizmo', 'widget']);
  const entity = await getEntity(database.pool(), scopeId, idOf(scopeId, ONCE));
  expect(entity).toMatchObject({ is_candidate: false, mention_count: 1 });
  await forget(scopeId, sure);
  expect(await listed(scopeId, { typeId: 7 })).toEqual([]);
});

test('what a caller created or merged is listed, and so is who speaks', async () => {
  const scopeId = newScope();
  // Common words, so that two mentions do not suffice.
  await seed(database.pool(), scopeId, [{ mentions: ['product:table', 'product:chair', ONCE, 'window'] }]);
  expect(await listed(scopeId)).toEqual([]);
  await seed(database.pool(), scopeId, [{ statements: [['window', 'likes', 'tea', { confidence: 0.3 }]] }]);
  expect(await listed(scopeId)).toEqual(['window']);
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await assignName(tx, scopeId, { entityId: idOf(scopeId, 'product:table'), name: 'chair', decision: 'merge' }, 5n);
  });
  expect(await listed(scopeId)).toEqual(['chair', 'window']);
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await createEntity(tx, scopeId, { type: 'product', canonicalName: 'gizmo', aliases: [] }, 6n);
  });
  expect(await listed(scopeId)).toEqual(['chair', 'gizmo', 'window']);
});

test('another threshold changes what is listed at once', async () => {
  const scopeId = newScope();
  await seed(database.pool(), scopeId, [{ mentions: [ONCE] }]);
  const { rows } = await database
    .pool()
    .query<{ least: number }>('SELECT entity_min_confidence AS least FROM graph_thresholds');
  await setEntityThreshold(database.pool(), 0);
  expect(await listed(scopeId)).toEqual(['gizmo']);
  await setEntityThreshold(database.pool(), rows[0]?.least ?? 0);
  expect(await listed(scopeId)).toEqual([]);
});
