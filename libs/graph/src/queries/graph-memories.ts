import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { qualified } from '#contracts/ontology.js';
import { cutSlice, type GraphSlice, type SliceRequest } from './graph-slice.js';
import type { Sql } from '#database/sql.js';

interface MemoryNodeRow {
  readonly memory_id: string;
  readonly label: string;
}

interface MentionEdgeRow {
  readonly memory_id: string;
  readonly survivor: string;
}

/** Active memories, each with the entities that it names. */
export async function memorySlice(sql: Sql, scopeId: string, request: SliceRequest): Promise<GraphSlice> {
  const nodes = await memoryNodes(sql, scopeId, request.node, request.nodes + 1);
  const unfinished = request.edge && request.node !== null ? [request.node] : [];
  const owners = [...unfinished, ...nodes.slice(0, request.nodes).map((row) => row.memory_id)];
  const edges = owners.length > 0 ? await mentionEdges(sql, scopeId, request, owners) : [];
  return cutSlice(
    request,
    nodes.map(({ memory_id, label }) => ({
      ...{ key: memory_id, id: memoryIdOfUuid(memory_id), kind: 'memory', label },
      type_qname: qualified('memory'),
    })),
    edges.map(({ memory_id, survivor }) => ({
      ...{ owner: memory_id, key: [0, survivor] },
      ...{ from_id: memoryIdOfUuid(memory_id), to_id: survivor, kind: 'mentions', label: qualified('mentions') },
    })),
  );
}

/** The primary key in order, from the position on; the label is the first 80 code points of the text. */
export async function memoryNodes(
  sql: Sql,
  scopeId: string,
  after: string | null,
  limit: number,
): Promise<MemoryNodeRow[]> {
  const { rows } = await sql.query<MemoryNodeRow>(
    `SELECT memory_id, left(text, 80) AS label FROM memories
     WHERE scope_id = $1 ${after === null ? '' : 'AND memory_id > $3'} AND state = 0 AND NOT erased
     ORDER BY memory_id LIMIT $2`,
    after === null ? [scopeId, limit] : [scopeId, limit, after],
  );
  return rows;
}

/**
 * The entities that the given memories name, once for each pair, a merged one as its survivor: in the order of
 * memory and survivor, from the position on. Reads all names of these memories, which their length bounds.
 */
export async function mentionEdges(
  sql: Sql,
  scopeId: string,
  { node, edge, edges }: SliceRequest,
  memoryIds: readonly string[],
): Promise<MentionEdgeRow[]> {
  const { rows } = await sql.query<MentionEdgeRow>(
    `SELECT DISTINCT m.memory_id, coalesce(e.merged_into, e.entity_id) AS survivor
     FROM mentions AS m JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = m.entity_id
     WHERE m.scope_id = $1 AND m.memory_id = ANY ($2::uuid[])
       AND (m.memory_id IS DISTINCT FROM $4 OR coalesce(e.merged_into, e.entity_id) > $5)
     ORDER BY memory_id, survivor LIMIT $3`,
    [scopeId, memoryIds, edges + 1, edge ? node : null, edge ? edge[1] : null],
  );
  return rows;
}
