/** Role that serves requests and extraction: bound by the policies, owner of nothing. */
export const SERVICE_ROLE = 'engraph_service';

/** Policy condition; null, and so never true, when no scope is set. */
const IN_SCOPE = `scope_id = nullif(current_setting('engraph.scope', true), '')::uuid`;

/**
 * Statements that let the service's role see and change the rows of the current scope (`inScope`) in a table that a
 * rebuild creates anew, as `migrations/0001-schema/09-row-security.sql` does for the tables of the schema.
 */
export function scopeIsolationSql(table: string): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY one_scope ON ${table} TO ${SERVICE_ROLE} USING (${IN_SCOPE}) WITH CHECK (${IN_SCOPE});
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${SERVICE_ROLE};`;
}

/** Statement that lets the service's role read a table that concerns all scopes. */
export function readOnlySql(table: string): string {
  return `GRANT SELECT ON ${table} TO ${SERVICE_ROLE}`;
}
