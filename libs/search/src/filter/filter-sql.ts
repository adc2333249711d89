import { survivorIdSql } from '#database/survivor-id-sql.js';
import { metadataPath } from './metadata-condition.js';
import type { SearchFilter } from './search-filter.js';

/** Number of resolved memories up to which a look-up of each is cheaper than testing every candidate. */
const FEW_MEMORIES = 1_000;

/**
 * SQL condition ` AND …` for a filter on a memory id; empty if the filter is empty. Appends its parameters to `values`,
 * whose first element is the scope id.
 * @param memoryId SQL expression of the id; it must not use a column of a table called `m`
 */
export function filterSql(filter: SearchFilter, memoryId: string, values: unknown[]): string {
  const { memoryIds, subjects } = filter;
  const parameter = parametersOf(values);
  if (memoryIds && memoryIds.size <= FEW_MEMORIES)
    return ` AND ${memoryId} = ANY (${parameter(memoryIds.toUuidArray())}::uuid[])`;
  const conditions = memoryConditionsSql(filter, 'm', values);
  const ofMemory =
    conditions === ''
      ? ''
      : ` AND EXISTS (SELECT FROM memories AS m WHERE m.scope_id = $1 AND m.memory_id = ${memoryId}${conditions})`;
  return ofMemory + (subjects === undefined ? '' : subjectsSql(parameter(subjects), memoryId));
}

/**
 * SQL conditions ` AND …` of a filter on the columns of memories, without its subjects. The text depends only on which
 * fields the filter has and on `pinned`, not on how many conditions, so that the number of prepared statements is
 * bounded.
 * @param m name of the table memories in the statement
 */
export function memoryConditionsSql(filter: SearchFilter, m: string, values: unknown[]): string {
  const parameter = parametersOf(values);
  const { session, kind, since, until, speaker, role, pinned, metadata } = filter;
  return [
    session === undefined ? '' : ` AND ${m}.session = ${parameter(session)}::numeric`,
    kind === undefined ? '' : ` AND ${m}.kind = ${parameter(kind)}::smallint`,
    since === undefined ? '' : ` AND ${m}.event_time_nanos >= ${parameter(since)}::bigint`,
    until === undefined ? '' : ` AND ${m}.event_time_nanos <= ${parameter(until)}::bigint`,
    speaker === undefined ? '' : ` AND ${m}.speaker = ${parameter(speaker)}::text`,
    role === undefined ? '' : ` AND ${m}.role = ${parameter(role)}::text`,
    pinned === undefined ? '' : pinnedSql(pinned, m),
    metadata === undefined ? '' : metadataSql(metadata, m, parameter),
    tagsSql(filter, m, parameter),
  ].join('');
}

/** Literal, so that the index of pinned memories is used. */
function pinnedSql(pinned: boolean, m: string): string {
  return ` AND ${pinned ? '' : 'NOT '}${m}.pinned`;
}

function tagsSql({ tags: { any, all } = {} }: SearchFilter, m: string, parameter: AddParameter): string {
  return [
    any === undefined ? '' : ` AND ${m}.tags && ${parameter(any)}::text[]`,
    all === undefined ? '' : ` AND ${m}.tags @> ${parameter(all)}::text[]`,
  ].join('');
}

type AddParameter = (value: unknown) => string;

function parametersOf(values: unknown[]): AddParameter {
  return (value) => `$${String(values.push(value))}`;
}

function metadataSql(metadata: NonNullable<SearchFilter['metadata']>, m: string, parameter: AddParameter): string {
  const { path, variables } = metadataPath(metadata);
  return ` AND jsonb_path_exists(${m}.metadata, ${parameter(path)}::jsonpath, ${parameter(variables)}::jsonb, true)`;
}

function subjectsSql(subjects: string, memoryId: string): string {
  return ` AND EXISTS (
    SELECT FROM mentions AS named JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = named.entity_id
    WHERE named.scope_id = $1 AND named.memory_id = ${memoryId} AND ${survivorIdSql('e')} = ANY (${subjects}::uuid[]))`;
}
