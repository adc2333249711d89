import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { qualified } from '#contracts/ontology.js';
import { LINK_KINDS, type LinkKind } from '#contracts/links.js';
import { cutSlice, type GraphSlice, type KeyedEdge, type SliceRequest } from './graph-slice.js';
import type { Sql } from '#database/sql.js';
import { isListedSql } from './listed-entities-sql.js';

interface MemoryNodeRow {
  readonly memory_id: string;
  readonly label: string;
}

interface MentionEdgeRow {
  readonly memory_id: string;
  readonly survivor: string;
}

interface LinkEdgeRow {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
}

/** Slice of the active memories, each with the entities it mentions and, on request, its links. */
export async function memorySlice(sql: Sql, scopeId: string, request: SliceRequest): Promise<GraphSlice> {
  const nodes = await memoryNodes(sql, scopeId, request.node, request.nodes + 1);
  const unfinished = request.edge && request.node !== null ? [request.node] : [];
  const owners = [...unfinished, ...nodes.slice(0, request.nodes).map((row) => row.memory_id)];
  const edges = owners.length > 0 ? await edgesOf(sql, scopeId, request, owners) : [];
  return cutSlice(
    request,
    nodes.map(({ memory_id, label }) => ({
      ...{ key: memory_id, id: memoryIdOfUuid(memory_id), kind: 'memory', label },
      type_qname: qualified('memory'),
    })),
    edges,
  );
}

/** Edges of each memory: mentions, then links; one edge more than requested, if there is one. */
async function edgesOf(
  sql: Sql,
  scopeId: string,
  request: SliceRequest,
  owners: readonly string[],
): Promise<KeyedEdge[]> {
  const mentions = await mentionEdges(sql, scopeId, request, owners);
  const links = request.links ? await linkEdges(sql, scopeId, request, owners) : [];
  return [...mentions.map(mentionEdge), ...links.map(linkEdge)].sort(inOrder).slice(0, request.edges + 1);
}

function mentionEdge({ memory_id, survivor }: MentionEdgeRow): KeyedEdge {
  return {
    ...{ owner: memory_id, key: [0, survivor] },
    ...{ from_id: memoryIdOfUuid(memory_id), to_id: survivor, kind: 'mentions', label: qualified('mentions') },
  };
}

function linkEdge({ source, target, kind }: LinkEdgeRow): KeyedEdge {
  return {
    ...{ owner: source, key: [keyOfKind(kind), target] },
    ...{ from_id: memoryIdOfUuid(source), to_id: memoryIdOfUuid(target), kind, label: qualified(kind) },
  };
}

function inOrder(a: KeyedEdge, b: KeyedEdge): number {
  if (a.owner !== b.owner) return a.owner < b.owner ? -1 : 1;
  return a.key[0] - b.key[0] || (a.key[1] < b.key[1] ? -1 : 1);
}

const kindsInOrder = LINK_KINDS.toSorted();

/**
 * Sort key of a link kind: 1 for the first in alphabetical order, which is the order of the index; mentions come
 * before, with 0.
 */
function keyOfKind(kind: LinkKind): number {
  return 1 + kindsInOrder.indexOf(kind);
}

/**
 * Reads active memories in the order of the primary key, after the given id; the label is the first 80 code points of
 * the text.
 */
export async function memoryNodes(
  sql: Sql,
  scopeId: string,
  after: string | null,
  limit: number,
): Promise<MemoryNodeRow[]> {
  const { rows } = await sql.query<MemoryNodeRow>(
    `SELECT memory_id, left(text, 80) AS label FROM memories
     WHERE scope_id = $1 ${after === null ? '' : 'AND memory_id > $3'} AND state = 'active' AND NOT erased
     ORDER BY memory_id LIMIT $2`,
    after === null ? [scopeId, limit] : [scopeId, limit, after],
  );
  return rows;
}

/**
 * Reads the distinct entities that the given memories mention, as survivors, in the order of memory and survivor, after
 * the position. Reads all mentions of these memories, whose number is bounded by the length of their texts.
 */
export async function mentionEdges(
  sql: Sql,
  scopeId: string,
  { node, edge, edges, candidates }: SliceRequest,
  memoryIds: readonly string[],
): Promise<MentionEdgeRow[]> {
  // When the position is among a memory's links, all of its mentions have been returned.
  const reached = edge?.[0] === 0 ? edge[1] : edge && LAST_UUID;
  const { rows } = await sql.query<MentionEdgeRow>(
    `SELECT DISTINCT m.memory_id, coalesce(e.merged_into, e.entity_id) AS survivor
     FROM mentions AS m JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = m.entity_id
     WHERE m.scope_id = $1 AND m.memory_id = ANY ($2::uuid[]) ${candidates === true ? '' : `AND ${isListedSql('e')}`}
       AND (m.memory_id IS DISTINCT FROM $4 OR coalesce(e.merged_into, e.entity_id) > $5)
     ORDER BY memory_id, survivor LIMIT $3`,
    [scopeId, memoryIds, edges + 1, edge ? node : null, reached],
  );
  return rows;
}

const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Reads the links that lead from the given memories, in the order of the primary key, after the position. */
export async function linkEdges(
  sql: Sql,
  scopeId: string,
  { node, edge, edges }: SliceRequest,
  memoryIds: readonly string[],
): Promise<LinkEdgeRow[]> {
  const [order, target] = edge ?? [0, null];
  const { rows } = await sql.query<LinkEdgeRow>(
    `SELECT source, target, kind FROM memory_links
     WHERE scope_id = $1 AND source = ANY ($2::uuid[])
       AND (source IS DISTINCT FROM $4 OR (kind, target) > ($5, $6::uuid))
     ORDER BY source, kind, target LIMIT $3`,
    [scopeId, memoryIds, edges + 1, ...(order === 0 ? [null, '', null] : [node, kindsInOrder[order - 1], target])],
  );
  return rows;
}
