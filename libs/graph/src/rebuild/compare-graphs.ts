import type { ClientBase } from 'pg';
import { FRESH_SCHEMA, GRAPH_TABLES } from './graph-tables.js';

/** Difference of one table between two graphs; `examples` are keys of a few differing rows. */
export interface TableDifference {
  readonly table: string;
  readonly scope_id: string;
  readonly live_only: number;
  readonly rebuilt_only: number;
  readonly examples: readonly string[];
}

const EXAMPLES = 5;

/**
 * Compares the live and the fresh tables of a scope. Counts and sums of row hashes come first; a table is read row by
 * row only when they differ. A changed row counts on both sides.
 * @param live session that sees the live tables
 * @param fresh session that sees the fresh tables
 */
export async function compareScope(live: ClientBase, fresh: ClientBase, scopeId: string): Promise<TableDifference[]> {
  const differences: TableDifference[] = [];
  for (const table of GRAPH_TABLES) {
    const liveSum = await sumOf(live, `public.${table}`, scopeId);
    const freshSum = await sumOf(fresh, `${FRESH_SCHEMA}.${table}`, scopeId);
    if (liveSum !== freshSum) differences.push(await difference(live, fresh, table, scopeId));
  }
  return differences;
}

/** Count and sum of 64-bit hashes, equal for equal rows in any order. */
async function sumOf(sql: ClientBase, table: string, scopeId: string): Promise<string> {
  const { rows } = await sql.query<{ sum: string }>(
    `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS sum
     FROM ${table} AS t WHERE scope_id = $1`,
    [scopeId],
  );
  return rows[0]?.sum ?? '';
}

async function difference(
  live: ClientBase,
  fresh: ClientBase,
  table: string,
  scopeId: string,
): Promise<TableDifference> {
  const liveRows = await hashesOf(live, `public.${table}`, scopeId);
  const freshRows = await hashesOf(fresh, `${FRESH_SCHEMA}.${table}`, scopeId);
  const liveOnly = [...liveRows].filter((row) => !freshRows.has(row));
  const freshOnly = [...freshRows].filter((row) => !liveRows.has(row));
  return {
    table,
    scope_id: scopeId,
    live_only: liveOnly.length,
    rebuilt_only: freshOnly.length,
    examples: [...liveOnly, ...freshOnly].slice(0, EXAMPLES).map((row) => row.split(' ')[0] ?? ''),
  };
}

/** Id and hash of each row; only the id may be shown, because the row may quote a memory. */
async function hashesOf(sql: ClientBase, table: string, scopeId: string): Promise<Set<string>> {
  const { rows } = await sql.query<{ row: string }>(
    `SELECT coalesce(to_jsonb(t) ->> 'entity_id', to_jsonb(t) ->> 'relation_id', to_jsonb(t) ->> 'statement_id',
                     to_jsonb(t) ->> 'memory_id', scope_id::text) || ' ' || md5(t::text) AS row
     FROM ${table} AS t WHERE scope_id = $1`,
    [scopeId],
  );
  return new Set(rows.map(({ row }) => row));
}
