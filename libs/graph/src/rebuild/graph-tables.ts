import type { ClientBase } from 'pg';
import { scopeIsolationSql } from '#database/schema/row-security.js';

/**
 * The read models that are a function of the live events, in the order in which a projection first touches them: whoever locks them
 * in this order waits for projections under way while holding nothing they need. (An entity that a caller makes begins
 * further down; the timeout of the switch's locks parts the two.)
 */
export const GRAPH_TABLES = [
  'claim_contexts',
  'mentions',
  'alias_claims',
  'claims',
  'entities',
  'name_keys',
  'entity_names',
  'given_names',
  'name_decisions',
  'evidence',
  'relations',
  'statements',
  'search_documents',
  'search_postings',
  'search_terms',
  'search_grams',
  'search_scopes',
] as const;

/**
 * What a rebuild makes anew. The numbers of changes are those of one history, which no other has; and after a switch
 * whoever holds an index in memory must see that these are other tables.
 */
export const REBUILT_TABLES = [...GRAPH_TABLES, 'search_changes'] as const;

/** Schema of the fresh tables while a rebuild runs. */
export const FRESH_SCHEMA = 'graph_rebuild';

/** Schema of the replaced tables, from the switch until they are dropped. */
export const OLD_SCHEMA = 'graph_replaced';

/** Empty tables like the live ones, with indexes of the same names; what an interrupted rebuild left goes first. */
export async function createFreshTables(sql: ClientBase): Promise<void> {
  await dropFreshTables(sql);
  await sql.query(`CREATE SCHEMA ${FRESH_SCHEMA}`);
  for (const table of REBUILT_TABLES) {
    await sql.query(`CREATE TABLE ${FRESH_SCHEMA}.${table} (LIKE public.${table} INCLUDING ALL EXCLUDING INDEXES)`);
    await createFreshIndexes(sql, table);
    // LIKE takes neither policies nor grants along, and after a switch these are the live tables.
    await sql.query(scopeIsolationSql(`${FRESH_SCHEMA}.${table}`));
  }
}

/** LIKE would give the indexes names of its own making, and a later migration would not find them after a switch. */
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

/** The tables that a rebuild works on, and those that a switch replaced. */
export async function dropFreshTables(sql: ClientBase): Promise<void> {
  await sql.query(`DROP SCHEMA IF EXISTS ${FRESH_SCHEMA} CASCADE`);
  await dropReplacedTables(sql);
}

export async function dropReplacedTables(sql: ClientBase): Promise<void> {
  await sql.query(`DROP SCHEMA IF EXISTS ${OLD_SCHEMA} CASCADE`);
}

/** From here on this session projects into the fresh tables; the log and all else stay the live ones. */
export async function useFreshTables(sql: ClientBase): Promise<void> {
  await sql.query(`SET search_path = ${FRESH_SCHEMA}, public`);
  // Nothing is lost with a rebuild that is interrupted; the switch itself commits durably.
  await sql.query(`SET synchronous_commit = off`);
}
