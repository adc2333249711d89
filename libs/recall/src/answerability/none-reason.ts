import type { Sql } from '#database/sql.js';
import { filterSql } from '#search/filter/filter-sql.js';
import { resolveFilter } from '#search/filter/resolve-filter.js';
import type { SearchFilter } from '#search/filter/search-filter.js';

/** Reasons why a question has no answer, from the most to the least certain. */
export const NONE_REASONS = ['nothing_stored', 'filter_excludes_all', 'not_found'] as const;
export type NoneReason = (typeof NONE_REASONS)[number];

/**
 * Tells why a question has no answer: the scope has no active memories, none of them passes the filter, or those that
 * do probably contain none.
 * @param found number of memories that passed the filter and were ranked; with any, nothing is read
 */
export async function noneReason(sql: Sql, scopeId: string, filter: SearchFilter, found: number): Promise<NoneReason> {
  if (found > 0) return 'not_found';
  if (!(await hasMemory(sql, scopeId, {}))) return 'nothing_stored';
  const resolved = await resolveFilter(sql, scopeId, filter);
  return (await hasMemory(sql, scopeId, resolved)) ? 'not_found' : 'filter_excludes_all';
}

async function hasMemory(sql: Sql, scopeId: string, filter: SearchFilter): Promise<boolean> {
  const values: unknown[] = [scopeId];
  const { rows } = await sql.query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT FROM memories AS found
       WHERE found.scope_id = $1 AND found.state = 'active'${filterSql(filter, 'found.memory_id', values)}
     ) AS found`,
    values,
  );
  return rows[0]?.found ?? false;
}
