import type { ClientBase } from 'pg';
import { projectMemories } from '#graph/projection/project-memories.js';
import { lockScope } from '#database/in-locked-scope.js';
import { GRAPH_TABLES } from '#graph/rebuild/graph-tables.js';
import { indexMemories } from '#search/lexical/index-memories.js';
import { storeVectors } from '#search/vectors/memory-vectors.js';
import type { Filling } from './fill-scope.js';
import { insertMemories } from './insert-memories.js';
import type { ScopeMemory } from './scope-memories.js';

/** Memories that an extractor projects together. */
const TOGETHER = 100;

/** How long the parts of a projection took, in milliseconds, of all memories together. */
export interface ProjectionTimes {
  graph: number;
  lexical: number;
  vectors: number;
}

/** Projects memories as an extractor does, without its event, some at a time; the caller's transaction has them all. */
export async function projectScope(
  client: ClientBase,
  filling: Filling,
  from: number,
  to: number,
): Promise<ProjectionTimes> {
  const times: ProjectionTimes = { graph: 0, lexical: 0, vectors: 0 };
  const { scopeId } = filling;
  await lockScope(client, scopeId);
  for (let first = from; first < to; first += TOGETHER) {
    const memories = Array.from({ length: Math.min(TOGETHER, to - first) }, (_, i) => filling.memory(first + i));
    const vectors = await filling.vectorsOf(memories, first);
    await insertMemories(client, scopeId, memories);
    times.graph += await timeOf(() => projectMemories(client, scopeId, memories.map(projected)));
    times.lexical += await timeOf(() => indexMemories(client, scopeId, memories));
    times.vectors += await timeOf(() => storeVectors(client, scopeId, filling.model, vectors, new Date()));
  }
  return times;
}

/**
 * Compares a filled scope with the same memories projected in another database, table by table.
 * @throws if a row of a read model differs
 */
export async function checkFilled(filled: ClientBase, empty: ClientBase, filling: Filling): Promise<void> {
  await empty.query('BEGIN');
  await projectScope(empty, filling, 0, filling.size);
  await empty.query('COMMIT');
  for (const [table, columns] of [...GRAPH_TABLES.map((name) => [name, 't'] as const), VECTORS]) {
    const sums = await Promise.all([filled, empty].map((client) => sumOf(client, table, columns, filling.scopeId)));
    if (sums[0] !== sums[1]) throw new Error(`${table}: filled ${sums[0] ?? ''}, projected ${sums[1] ?? ''}`);
  }
}

/** Without their numbers, which count on from scope to scope. */
const VECTORS = ['memory_vectors', '(t.memory_id, t.model, t.vector, t.due_at)'] as const;

function projected({ memoryId, at, observations }: ScopeMemory): Parameters<typeof projectMemories>[2][number] {
  return { memoryId, createdAt: at, observations };
}

/** Rows, and the sum of their hashes. */
async function sumOf(client: ClientBase, table: string, columns: string, scopeId: string): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `SELECT count(*) || ' rows, ' || coalesce(sum(hashtextextended(${columns}::text, 0)::numeric), 0) AS sum
     FROM ${table} AS t WHERE scope_id = $1`,
    [scopeId],
  );
  return rows[0]?.sum ?? '';
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
