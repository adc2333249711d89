import { survivorIdSql } from '#database/survivor-id-sql.js';
import type { SearchFilter } from './search-filter.js';

/**
 * SQL condition ` AND …` for a filter on a memory id; empty if the filter is empty. Appends its parameters to `values`,
 * whose first element is the scope id.
 * @param memoryId SQL expression of the id; it must not use a column of a table called `m`
 */
export function filterSql(filter: SearchFilter, memoryId: string, values: unknown[]): string {
  const parameter = (value: unknown): string => `$${String(values.push(value))}`;
  const conditions = [
    filter.session === undefined ? '' : ` AND m.session = ${parameter(filter.session)}::numeric`,
    filter.kind === undefined ? '' : ` AND m.kind = ${parameter(filter.kind)}::smallint`,
    filter.since === undefined ? '' : ` AND m.event_time_nanos >= ${parameter(filter.since)}::bigint`,
    filter.until === undefined ? '' : ` AND m.event_time_nanos <= ${parameter(filter.until)}::bigint`,
  ].join('');
  const ofMemory =
    conditions === ''
      ? ''
      : ` AND EXISTS (SELECT FROM memories AS m WHERE m.scope_id = $1 AND m.memory_id = ${memoryId}${conditions})`;
  return ofMemory + (filter.subjects === undefined ? '' : subjectsSql(parameter(filter.subjects), memoryId));
}

function subjectsSql(subjects: string, memoryId: string): string {
  return ` AND EXISTS (
    SELECT FROM mentions AS named JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = named.entity_id
    WHERE named.scope_id = $1 AND named.memory_id = ${memoryId} AND ${survivorIdSql('e')} = ANY (${subjects}::uuid[]))`;
}
