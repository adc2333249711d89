import type { Sql } from './sql.js';

/** Thrown for a write to a scope that was erased. */
export class ErasedScope extends Error {
  override readonly name = 'ErasedScope';
  constructor(readonly scopeId: string) {
    super('this scope was erased and accepts no more writes');
  }
}

/** Those of the given scopes that were erased, or are being erased. */
export async function erasedAmong(sql: Sql, scopeIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ scope_id: string }>(
    'SELECT scope_id FROM erased_scopes WHERE scope_id = ANY ($1::uuid[])',
    [scopeIds],
  );
  return new Set(rows.map((row) => row.scope_id));
}

/** Whether one scope was or is being erased, for callers with a DataSource or one of its transactions. */
export async function isErased(
  source: { query<Rows>(text: string, values: unknown[]): Promise<Rows> },
  scopeId: string,
): Promise<boolean> {
  const rows: { erased: boolean }[] = await source.query('SELECT is_erased_scope($1) AS erased', [scopeId]);
  return rows[0]?.erased === true;
}
