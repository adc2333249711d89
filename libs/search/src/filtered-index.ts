import type { Sql } from '#database/sql.js';
import { resolveFilter } from './filter/resolve-filter.js';
import type { SearchFilter } from './filter/search-filter.js';
import type { IndexCache } from './in-memory-index/index-cache.js';
import { canFilter } from './in-memory-index/inverted-index.js';
import { postgresScopeIndex } from './postgres-index/postgres-scope-index.js';
import type { ScopeIndex } from './scope-index/scope-index.js';

/** The index that answers a question, and its filter with the memories that pass it, as far as they are known. */
export interface FilteredIndex {
  readonly index: ScopeIndex;
  readonly filter: SearchFilter;
}

/**
 * Reads the index of a scope for a question. The in-memory index tells itself which memories pass. Otherwise Postgres
 * resolves the filter, and answers too if the in-memory index cannot apply it.
 * @param cache absent: Postgres answers
 */
export async function filteredIndex(
  sql: Sql,
  scopeId: string,
  filter: SearchFilter,
  cache: IndexCache | undefined,
): Promise<FilteredIndex> {
  const held = (await cache?.read(sql, scopeId)) ?? null;
  if (held && Object.keys(filter).length === 0) return { index: held, filter };
  const selected = held?.select(filter);
  if (held && selected) return { index: held, filter: selected };
  const resolved = await resolveFilter(sql, scopeId, filter);
  return { index: held && canFilter(resolved) ? held : postgresScopeIndex(sql, scopeId), filter: resolved };
}
