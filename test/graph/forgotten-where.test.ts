import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { openDatabase, type Database } from '#database/database.js';
import { inScope } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import { getEntity } from '#graph/queries/get-entity.js';
import { graphPage } from '#graph/queries/graph-page.js';
import { inspectMemory } from '#graph/queries/inspect-memory.js';
import { listEntities } from '#graph/queries/list-entities.js';
import { listMemories } from '#graph/queries/list-memories.js';
import { listRelations } from '#graph/queries/list-relations.js';
import { listStatements } from '#graph/queries/list-statements.js';
import { traverse } from '#graph/queries/traverse.js';
import { recall } from '#recall/recall.js';
import { RETRIEVERS } from '#recall/retrievers/retriever.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Two scopes with the same names, so that any leak shows. */
const ours = scopeOf('isolation', 'ours').scopeId;
let engraph: RunningEngraph;
let database: Database;
let memoryId: string;

beforeAll(async () => {
  engraph = await runEngraph('log');
  for (const agent of ['theirs', 'ours']) {
    const client = await engraph.client('isolation', agent);
    memoryId = await client.remember(`Lena Fischer works at Initech. She lives in Oslo. ${agent}`);
    await client.remember('Lena Fischer reports to Omar Haddad.');
  }
  const limits = { connectTimeoutMs: 5_000, statementTimeoutMs: 0 };
  database = await openDatabase({ url: engraph.databaseUrl, poolSize: 6, ...limits });
});
afterAll(async () => {
  await database.close();
  await engraph.stop();
});

const QUESTION = {
  ...{ text: 'Where does Lena Fischer work and live?', maxResults: 50, retrievers: RETRIEVERS },
  filter: { since: 1n },
};

/** Runs each statement without its scope condition. */
function forgetful(sql: Sql): Sql {
  return {
    query: (text, values) => sql.query(text.replaceAll(/(\w+\.)?scope_id = \$1/g, '$$1::uuid IS NOT NULL'), values),
  };
}

/** Everything that the read side returns for a scope. */
async function readAll(sql: Sql): Promise<unknown> {
  const entities = await listEntities(sql, ours, { includeMerged: false, limit: 100 });
  const anchor =
    (await listEntities(sql, ours, { prefix: 'lena', includeMerged: false, limit: 1 }))[0]?.entity_id ?? '';
  return {
    entities,
    one: await getEntity(sql, ours, anchor),
    relations: await listRelations(sql, ours, anchor, { direction: 'both', includeSuperseded: true, limit: 100 }),
    paths: await traverse(sql, ours, anchor, {
      direction: 'both',
      maxDepth: 3,
      maxNodes: 100,
      includeSuperseded: true,
    }),
    graph: await graphPage(sql, ours, {
      ...{ limit: 500, after: null, includeStatements: true, includeMemories: true, includeMemoryEdges: false },
    }),
    memories: await listMemories(sql, ours, { dir: 'desc', includeTombstoned: true, limit: 100, after: null }),
    statements: await listStatements(sql, ours, { minConfidence: 0, onlyCurrent: false, limit: 100 }),
    inspected: await inspectMemory(sql, ours, uuidOfMemoryId(memoryId) ?? ''),
    recalled: (await recall(sql, ours, QUESTION)).memories,
  };
}

test('reads that forget the scope condition return nothing of another scope', async () => {
  const expected = await readAll(inScope(database.service, ours));
  expect(await readAll(forgetful(inScope(database.service, ours)))).toEqual(expected);
});

test('row-level security is what protects them: without it they would return rows', async () => {
  const expected = await readAll(inScope(database.service, ours));
  expect(await readAll(forgetful(database.system))).not.toEqual(expected);
});
