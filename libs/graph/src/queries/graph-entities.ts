import { entityTypeOfId, qualified, relationTypeOfId } from '#contracts/ontology.js';
import { cutSlice, type GraphSlice, type SliceRequest } from './graph-slice.js';
import type { Sql } from '#database/sql.js';
import { holdsSql } from './holds-sql.js';
import { isListedSql } from './listed-entities-sql.js';

interface NodeRow {
  readonly entity_id: string;
  readonly type_id: number;
  readonly canonical_name: string;
}

interface EdgeRow {
  readonly relation_id: string;
  readonly type_id: number;
  readonly from_entity: string;
  readonly to_entity: string;
}

/**
 * Slice of the unmerged entities, with the current relations that lead from them; without candidates, unless they are
 * asked for.
 */
export async function entitySlice(sql: Sql, scopeId: string, request: SliceRequest): Promise<GraphSlice> {
  const nodes = await entityNodes(sql, scopeId, request.node, request.nodes + 1, request.candidates);
  const last = nodes[request.nodes - 1]?.entity_id ?? nodes.at(-1)?.entity_id ?? request.node;
  const edges = request.nodes > 0 && last !== null ? await relationEdges(sql, scopeId, request, last) : [];
  return cutSlice(
    request,
    nodes.map((row) => ({
      ...{ key: row.entity_id, id: row.entity_id, kind: 'entity', label: row.canonical_name },
      type_qname: qualified(entityTypeOfId(row.type_id)),
    })),
    edges.map((row) => ({
      ...{ owner: row.from_entity, key: [row.type_id, row.relation_id] },
      ...{ from_id: row.from_entity, to_id: row.to_entity, kind: 'relation' },
      label: qualified(relationTypeOfId(row.type_id)),
    })),
  );
}

/** Reads unmerged entities in the order of the primary key, after the given id; candidates only if asked for. */
export async function entityNodes(
  sql: Sql,
  scopeId: string,
  after: string | null,
  limit: number,
  candidates = false,
): Promise<NodeRow[]> {
  const { rows } = await sql.query<NodeRow>(
    `SELECT entity_id, type_id, canonical_name FROM entities AS e
     WHERE scope_id = $1 ${after === null ? '' : 'AND entity_id > $3'} AND merged_into IS NULL
       ${candidates ? '' : `AND ${isListedSql('e')}`}
     ORDER BY entity_id LIMIT $2`,
    after === null ? [scopeId, limit] : [scopeId, limit, after],
  );
  return rows;
}

/**
 * Reads the relations of entities between the position and `last`. Relations lead only from survivors, and these are
 * all survivors of that range that may have one: candidates have none. So their edges are one range of relations_from,
 * read in index order up to the limit, even if one of the entities is a hub.
 */
export async function relationEdges(
  sql: Sql,
  scopeId: string,
  { node, edge, edges }: SliceRequest,
  last: string,
): Promise<EdgeRow[]> {
  const behind = edge ? '(from_entity, type_id, relation_id) > ($4, $5, $6)' : 'from_entity > $4';
  const { rows } = await sql.query<EdgeRow>(
    `SELECT relation_id, type_id, from_entity, to_entity FROM relations
     WHERE scope_id = $1 AND from_entity <= $2 AND ${holdsSql()} ${node === null ? '' : `AND ${behind}`}
     ORDER BY from_entity, type_id, relation_id LIMIT $3`,
    [scopeId, last, edges + 1, ...(node === null ? [] : [node, ...(edge ?? [])])],
  );
  return rows;
}
