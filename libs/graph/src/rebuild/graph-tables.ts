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
  const indexes = await indexesOfLive(sql);
  const comments = await commentsOfLive(sql);
  const statements = REBUILT_TABLES.flatMap((table) => [
    `CREATE TABLE ${FRESH_SCHEMA}.${table} (LIKE public.${table} INCLUDING ALL EXCLUDING INDEXES)`,
    ...indexes.filter((index) => index.table === table).flatMap(freshIndexSql),
    ...comments.filter((comment) => comment.table === table).map(({ statement }) => statement),
    // LIKE copies neither policies nor grants, and these become the live tables after a switch.
    (table === THRESHOLDS ? readOnlySql : scopeIsolationSql)(`${FRESH_SCHEMA}.${table}`),
  ]);
  // One message: hundreds of round trips would take longer than the replay of a small log.
  await sql.query([`CREATE SCHEMA ${FRESH_SCHEMA}`, ...statements].join(';\n'));
  await fillThresholds(sql, thresholds ?? (await loadThresholds(sql)));
}

async function fillThresholds(sql: ClientBase, { fact, candidate }: ClaimThresholds): Promise<void> {
  await sql.query(
    `INSERT INTO ${FRESH_SCHEMA}.${THRESHOLDS} (fact_min_confidence, candidate_min_confidence, entity_min_confidence)
     SELECT $1, $2, coalesce((SELECT entity_min_confidence FROM public.${THRESHOLDS}), 0)`,
    [fact, candidate],
  );
}

/** Statements that copy the comments of tables; LIKE copies those of columns only. */
async function commentsOfLive(sql: ClientBase): Promise<{ table: string; statement: string }[]> {
  const { rows } = await sql.query<{ table: string; statement: string }>(
    `SELECT name AS "table", format('COMMENT ON TABLE ${FRESH_SCHEMA}.%I IS %L', name,
       obj_description(format('public.%I', name)::regclass, 'pg_class')) AS statement
     FROM unnest($1::text[]) AS name`,
    [REBUILT_TABLES],
  );
  return rows;
}

/** Index of a live table. */
interface LiveIndex {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly is_primary: boolean;
}

async function indexesOfLive(sql: ClientBase): Promise<LiveIndex[]> {
  const { rows } = await sql.query<LiveIndex>(
    `SELECT live AS "table", relname AS name, pg_get_indexdef(indexrelid) AS definition, indisprimary AS is_primary
     FROM unnest($1::text[]) AS live JOIN pg_index ON indrelid = format('public.%I', live)::regclass
     JOIN pg_class ON pg_class.oid = indexrelid`,
    [REBUILT_TABLES],
  );
  return rows;
}

/**
 * Statements that create an index of a fresh table. LIKE would rename it, and a later migration would not find it after
 * a switch.
 */
function freshIndexSql({ table, name, definition, is_primary }: LiveIndex): string[] {
  const created = definition.replace(' ON public.', ` ON ${FRESH_SCHEMA}.`);
  const asKey = `ALTER TABLE ${FRESH_SCHEMA}.${table} ADD CONSTRAINT ${name} PRIMARY KEY USING INDEX ${name}`;
  return is_primary ? [created, asKey] : [created];
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
