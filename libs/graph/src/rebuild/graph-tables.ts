import type { ClientBase } from 'pg';
import { readOnlySql, scopeIsolationSql } from '#database/schema/row-security.js';
import { loadThresholds, type ClaimThresholds } from '../claim-thresholds.js';

/**
 * Read models that are a function of the live events, in the order in which a projection first touches them. Locking
 * them in this order waits for projections in progress while holding nothing they need. (The creation of an entity
 * starts with a later table; the lock timeout of the switch resolves that deadlock.)
 */
export const GRAPH_TABLES = [
  'claim_dependencies',
  'mentions',
  'alias_claims',
  'claims',
  'entities',
  'blocking_keys',
  'entity_names',
  'declared_names',
  'name_decisions',
  'entity_corrections',
  'fact_decisions',
  'candidate_evidence',
  'evidence',
  'relations',
  'statements',
  'search_documents',
  'search_postings',
  'search_terms',
  'search_ngrams',
  'search_stats',
] as const;

/** The thresholds that a graph was built with. It has no scopes, and projections read it after the dependencies. */
const THRESHOLDS = 'graph_thresholds';

/**
 * Tables that a rebuild creates anew. Changes are numbered within one history, so they cannot be compared; and after a
 * switch, the holders of in-memory indexes must notice that the tables are different ones.
 */
export const REBUILT_TABLES: readonly string[] = [
  ...GRAPH_TABLES.flatMap((table) => (table === 'claim_dependencies' ? [table, THRESHOLDS] : [table])),
  'search_changes',
];

/** Schema of the fresh tables during a rebuild. */
export const FRESH_SCHEMA = 'graph_rebuild';

/** Schema of the replaced tables, from the switch until they are dropped. */
export const OLD_SCHEMA = 'graph_replaced';

/**
 * Creates empty copies of the live tables, with indexes of the same names; drops leftovers of an interrupted rebuild
 * first.
 * @param thresholds those of the new graph; null for those of the live one
 */
export async function createFreshTables(sql: ClientBase, thresholds: ClaimThresholds | null = null): Promise<void> {
  await dropFreshTables(sql);
  await sql.query(`CREATE SCHEMA ${FRESH_SCHEMA}`);
  for (const table of REBUILT_TABLES) {
    await sql.query(`CREATE TABLE ${FRESH_SCHEMA}.${table} (LIKE public.${table} INCLUDING ALL EXCLUDING INDEXES)`);
    await createFreshIndexes(sql, table);
    await sql.query(await commentSql(sql, table));
    // LIKE copies neither policies nor grants, and these become the live tables after a switch.
    const name = `${FRESH_SCHEMA}.${table}`;
    await sql.query(table === THRESHOLDS ? readOnlySql(name) : scopeIsolationSql(name));
  }
  await fillThresholds(sql, thresholds ?? (await loadThresholds(sql)));
}

async function fillThresholds(sql: ClientBase, { fact, candidate }: ClaimThresholds): Promise<void> {
  await sql.query(
    `INSERT INTO ${FRESH_SCHEMA}.${THRESHOLDS} (fact_min_confidence, candidate_min_confidence) VALUES ($1, $2)`,
    [fact, candidate],
  );
}

/** Statement that copies the comment of a table; LIKE copies those of its columns only. */
async function commentSql(sql: ClientBase, table: string): Promise<string> {
  const { rows } = await sql.query<{ statement: string }>(
    `SELECT format('COMMENT ON TABLE ${FRESH_SCHEMA}.%I IS %L', $1::text,
       obj_description(format('public.%I', $1)::regclass, 'pg_class')) AS statement`,
    [table],
  );
  return rows[0]?.statement ?? '';
}

/**
 * Creates the indexes of a fresh table. LIKE would rename them, and a later migration would not find them after a
 * switch.
 */
async function createFreshIndexes(sql: ClientBase, table: string): Promise<void> {
  const { rows } = await sql.query<{ name: string; definition: string; is_primary: boolean }>(
    `SELECT relname AS name, pg_get_indexdef(indexrelid) AS definition, indisprimary AS is_primary
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = $1::regclass`,
    [`public.${table}`],
  );
  for (const { name, definition, is_primary } of rows) {
    await sql.query(definition.replace(' ON public.', ` ON ${FRESH_SCHEMA}.`));
    if (is_primary)
      await sql.query(`ALTER TABLE ${FRESH_SCHEMA}.${table} ADD CONSTRAINT ${name} PRIMARY KEY USING INDEX ${name}`);
  }
}

/** Drops the tables of a rebuild, and those that a switch replaced. */
export async function dropFreshTables(sql: ClientBase): Promise<void> {
  await sql.query(`DROP SCHEMA IF EXISTS ${FRESH_SCHEMA} CASCADE`);
  await dropReplacedTables(sql);
}

export async function dropReplacedTables(sql: ClientBase): Promise<void> {
  await sql.query(`DROP SCHEMA IF EXISTS ${OLD_SCHEMA} CASCADE`);
}

/** Makes this session project into the fresh tables; the log and all other tables remain the live ones. */
export async function useFreshTables(sql: ClientBase): Promise<void> {
  await sql.query(`SET search_path = ${FRESH_SCHEMA}, public`);
  // An interrupted rebuild loses nothing that matters; the switch itself commits durably.
  await sql.query(`SET synchronous_commit = off`);
}
