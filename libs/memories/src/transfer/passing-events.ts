import type { StoredEvent } from '#contracts/events.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { notExpiredSql } from '#database/expiry-sql.js';
import type { Sql } from '#database/sql.js';
import { filterSql } from '#search/filter/filter-sql.js';
import type { SearchFilter } from '#search/filter/search-filter.js';

/**
 * The events of memories and links whose memories all pass a filter, as lists have them: without forgotten and expired
 * ones.
 */
export async function passingEvents(
  sql: Sql,
  scopeId: string,
  filter: SearchFilter,
  events: readonly StoredEvent[],
): Promise<readonly StoredEvent[]> {
  const values: unknown[] = [scopeId, [...new Set(events.flatMap(memoriesOf))]];
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories AS found
     WHERE found.scope_id = $1 AND found.memory_id = ANY ($2::uuid[]) AND found.state = 'active'
       AND ${notExpiredSql('found')}${filterSql(filter, 'found.memory_id', values)}`,
    values,
  );
  const passing = new Set(rows.map((row) => row.memory_id));
  return events.filter((event) => memoriesOf(event).every((memoryId) => passing.has(memoryId)));
}

function memoriesOf({ type, data, streamId }: StoredEvent): string[] {
  if (type !== 'MemoriesLinked' && type !== 'MemoriesUnlinked') return [streamId];
  return [data.source, data.target].flatMap((memoryId) => uuidOfMemoryId(memoryId) ?? []);
}
