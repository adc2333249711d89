import type { Pool } from 'pg';

/** Number of rows of a scope per table, without empty tables and without those that record the erasure by ids. */
export async function rowsOfScope(pool: Pool, scopeId: string): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND column_name = 'scope_id' AND table_type = 'BASE TABLE'
       AND table_name NOT IN ('audit_events', 'erasures') ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM public.${name} WHERE scope_id = $1`,
      [scopeId],
    );
    if (rows[0] && rows[0].n > 0) counts[name] = rows[0].n;
  }
  return counts;
}
