/** Role that serves requests and extraction: bound by the policies, owner of nothing. */
export const SERVICE_ROLE = 'engraph_service';

/** Policy condition; null, and so never true, when no scope is set. */
const IN_SCOPE = `scope_id = nullif(current_setting('engraph.scope', true), '')::uuid`;

/**
 * Statements that let the service's role see and change the rows of the current scope (`inScope`) in a table, and none
 * without a scope. Every table with a scope_id that requests or the extractor use gets this in the migration that
 * creates it. The planner merges the condition with the statement's own `scope_id = $1`, so it costs one comparison per
 * statement.
 */
export function scopeIsolationSql(table: string): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY one_scope ON ${table} TO ${SERVICE_ROLE} USING (${IN_SCOPE}) WITH CHECK (${IN_SCOPE});
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${SERVICE_ROLE};`;
}

/**
 * Policy condition of a batch, which may span scopes. The sub-select builds the array once per statement instead of
 * once per row.
 */
const IN_BATCH = `scope_id = ANY ((SELECT string_to_array(current_setting('engraph.scopes', true), ',')::uuid[])::uuid[])`;

/** Like `scopeIsolationSql`; in addition, a batch of several scopes may append. */
export function batchIsolationSql(table: string): string {
  return `
    ${scopeIsolationSql(table)}
    ${batchAppendSql(table)}`;
}

/** Lets a batch of several scopes append to a table that already has `scopeIsolationSql`. */
export function batchAppendSql(table: string): string {
  return `CREATE POLICY batch_append ON ${table} FOR INSERT TO ${SERVICE_ROLE} WITH CHECK (${IN_BATCH});`;
}

/** Lets requests append rows of their scope, but neither read nor change any. */
export function scopeAppendSql(table: string): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY scope_append ON ${table} FOR INSERT TO ${SERVICE_ROLE} WITH CHECK (${IN_SCOPE});
    GRANT INSERT ON ${table} TO ${SERVICE_ROLE};`;
}

/** Lets requests and batches read the rows of their scopes, but change none. */
export function batchReadSql(table: string): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY batch_read ON ${table} FOR SELECT TO ${SERVICE_ROLE} USING (${IN_BATCH});
    GRANT SELECT ON ${table} TO ${SERVICE_ROLE};`;
}

/** Like `scopeIsolationSql`, for a table that a batch of several scopes may also read and change. */
export function batchTableIsolationSql(table: string): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY batch_scopes ON ${table} TO ${SERVICE_ROLE} USING (${IN_BATCH}) WITH CHECK (${IN_BATCH});
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${SERVICE_ROLE};`;
}

/**
 * Creates the service's role, which all databases of a server share, and lets the migrating role take it on. Where the
 * migrating role may not create roles, the server's administrator does both beforehand.
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
