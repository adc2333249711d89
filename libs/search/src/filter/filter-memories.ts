import type { Sql } from '#database/sql.js';
import { filterSql } from './filter-sql.js';
import type { SearchFilter } from './search-filter.js';

/**
 * Active memories that pass a filter.
 * @param memoryIds memories to test; null for all of the scope
 */
export async function filterMemories(
  sql: Sql,
  scopeId: string,
  filter: SearchFilter,
  memoryIds: readonly string[] | null,
): Promise<Set<string>> {
  const values: unknown[] = [scopeId];
  const among = memoryIds === null ? '' : ` AND found.memory_id = ANY ($${String(values.push(memoryIds))}::uuid[])`;
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories AS found
     WHERE found.scope_id = $1 AND found.state = 'active'${among}${filterSql(filter, 'found.memory_id', values)}`,
    values,
  );
  return new Set(rows.map((row) => row.memory_id));
}

/** Next page of active memories that pass a filter: up to `limit` memories with an id above `after`, in id order. */
export async function nextFilteredMemories(
  sql: Sql,
  scopeId: string,
  filter: SearchFilter,
  after: string,
  limit: number,
): Promise<string[]> {
  const values: unknown[] = [scopeId, after, limit];
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories AS found
     WHERE found.scope_id = $1 AND found.memory_id > $2 AND found.state = 'active'${filterSql(filter, 'found.memory_id', values)}
     ORDER BY memory_id LIMIT $3`,
    values,
  );
  return rows.map((row) => row.memory_id);
}
