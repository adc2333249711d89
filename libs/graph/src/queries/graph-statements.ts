import { qualified } from '#contracts/ontology.js';
import type { GraphEdge, GraphNode, GraphSlice, SliceRequest } from './graph-slice.js';
import type { Sql } from '#database/sql.js';
import { holdsSql } from './holds-sql.js';

interface StatementNodeRow {
  readonly statement_id: string;
  readonly predicate: string;
  readonly text: string;
  readonly subject: string;
  readonly object_entity: string | null;
}

/** Maximum number of edges of a statement: from its subject and to its object. */
const EDGES = 2;

/** Slice of the current statements, each with its edges. */
export async function statementSlice(sql: Sql, scopeId: string, request: SliceRequest): Promise<GraphSlice> {
  const wanted = Math.min(request.nodes, Math.floor(request.edges / EDGES));
  const rows = await statementNodes(sql, scopeId, request.node, wanted + 1);
  const kept = rows.slice(0, wanted);
  return {
    nodes: kept.map(nodeOf),
    edges: kept.flatMap(edgesOf),
    next: rows.length > wanted ? { node: kept.at(-1)?.statement_id ?? request.node, edge: null } : null,
  };
}

/** Reads current statements in the order of the primary key, after the given id. */
export async function statementNodes(
  sql: Sql,
  scopeId: string,
  after: string | null,
  limit: number,
): Promise<StatementNodeRow[]> {
  const { rows } = await sql.query<StatementNodeRow>(
    `SELECT statement_id, predicate, text, subject, object_entity FROM statements
     WHERE scope_id = $1 ${after === null ? '' : 'AND statement_id > $3'} AND ${holdsSql()}
     ORDER BY statement_id LIMIT $2`,
    after === null ? [scopeId, limit] : [scopeId, limit, after],
  );
  return rows;
}

function nodeOf({ statement_id, predicate, text }: StatementNodeRow): GraphNode {
  return { id: statement_id, kind: 'statement', label: text || predicate, type_qname: qualified('statement') };
}

function edgesOf({ statement_id, predicate, subject, object_entity }: StatementNodeRow): GraphEdge[] {
  const about = {
    from_id: subject,
    to_id: statement_id,
    kind: 'has_statement',
    label: qualified('has_statement'),
  } as const;
  if (object_entity === null) return [about];
  return [about, { from_id: statement_id, to_id: object_entity, kind: 'fact', label: qualified(predicate) }];
}
