/** The role that serves requests and extracts: bound by the policies, owner of nothing. */
export const SERVICE_ROLE = 'engraph_service';

/** Null, and so true of no row, where no scope is set. */
const IN_SCOPE = `scope_id = nullif(current_setting('engraph.scope', true), '')::uuid`;

/**
 * Statements that let the service's role see and change rows of a table in the scope that is set (`inScope`), and none
 * where none is. Every table with a scope_id that requests or the extractor use gets this in the migration that makes
 * it. The planner joins the condition to the statement's own `scope_id = $1`, so it costs one comparison a statement.
 */
export function scopeIsolationSql(table: string): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY one_scope ON ${table} TO ${SERVICE_ROLE} USING (${IN_SCOPE}) WITH CHECK (${IN_SCOPE});
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${SERVICE_ROLE};`;
}

/** A batch may span scopes. The sub-select makes the array once a statement; without it, each row would make its own. */
const IN_BATCH = `scope_id = ANY ((SELECT string_to_array(current_setting('engraph.scopes', true), ',')::uuid[])::uuid[])`;

/** As `scopeIsolationSql`, and a batch of several scopes may append. */
export function batchIsolationSql(table: string): string {
  return `
    ${scopeIsolationSql(table)}
    ${batchAppendSql(table)}`;
}

/** Lets a batch of several scopes append to a table that has `scopeIsolationSql` already. */
export function batchAppendSql(table: string): string {
  return `CREATE POLICY batch_append ON ${table} FOR INSERT TO ${SERVICE_ROLE} WITH CHECK (${IN_BATCH});`;
}

/** Lets a request append rows of its scope, and neither read nor change any. */
export function scopeAppendSql(table: string): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY scope_append ON ${table} FOR INSERT TO ${SERVICE_ROLE} WITH CHECK (${IN_SCOPE});
    GRANT INSERT ON ${table} TO ${SERVICE_ROLE};`;
}

/** Lets requests and batches read the rows of their scopes, and change none. */
export function batchReadSql(table: string): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY batch_read ON ${table} FOR SELECT TO ${SERVICE_ROLE} USING (${IN_BATCH});
    GRANT SELECT ON ${table} TO ${SERVICE_ROLE};`;
}

/** As `scopeIsolationSql`, for a table that a batch of several scopes may read and change too. */
export function batchTableIsolationSql(table: string): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY batch_scopes ON ${table} TO ${SERVICE_ROLE} USING (${IN_BATCH}) WITH CHECK (${IN_BATCH});
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${SERVICE_ROLE};`;
}

/**
 * Makes the service's role, which all databases of a server share, and lets the migrating role take it on; where that
 * role may not make roles, the server's administrator does both beforehand.
 */
export const SERVICE_ROLE_SQL = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${SERVICE_ROLE}') THEN
    CREATE ROLE ${SERVICE_ROLE} NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the server was first
END $$;
DO $$ BEGIN
  IF NOT pg_has_role('${SERVICE_ROLE}', 'SET') THEN
    EXECUTE format('GRANT ${SERVICE_ROLE} TO %I', current_user);
  END IF;
END $$;
GRANT USAGE ON SCHEMA public TO ${SERVICE_ROLE};`;
