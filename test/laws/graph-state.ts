import type { Pool } from 'pg';
import { GRAPH_TABLES } from '#graph/rebuild/graph-tables.js';

/** Rows of each table of the graph, as Postgres writes them, in order. */
export type GraphState = Record<string, string[]>;

/** Statements over all tables go to the server together: a law is tried hundreds of times. */
const DUMP = GRAPH_TABLES.map((table) => `SELECT '${table}' AS "table", t::text AS row FROM ${table} AS t`);

export async function dumpGraph(pool: Pool): Promise<GraphState> {
  const { rows } = await pool.query<{ table: string; row: string }>(`${DUMP.join(' UNION ALL ')} ORDER BY 2`);
  const state: GraphState = Object.fromEntries(GRAPH_TABLES.map((table) => [table, []]));
  for (const { table, row } of rows) state[table]?.push(row);
  return state;
}

/** Empties the tables of the graph, and others. */
export async function clearGraph(pool: Pool, others: readonly string[] = []): Promise<void> {
  await pool.query([...GRAPH_TABLES, ...others].map((table) => `DELETE FROM ${table}`).join(';'));
}
