import { stringifyExact } from '#contracts/exact-json.js';
import type { Sql } from '#database/sql.js';
import { filterSql } from './filter-sql.js';
import { ID_BYTES } from './id-table.js';
import { MemoryIdSet } from './memory-id-set.js';
import type { MetadataCondition, MetadataRange } from './metadata-condition.js';
import type { SearchFilter } from './search-filter.js';

/** Number of memories up to which a filter is resolved. Reading as many ids takes some 20 ms. */
const MAX_RESOLVED = 20_000;
/** Number of index entries up to which a condition may lead to the memories of a filter. */
const MAX_LED = 50_000;
/** Conditions of which the most selective leads. */
const MAX_COUNTED = 8;

/** Number of memories up to which a speaker or role leads: the in-memory indexes can tell them too. */
const MAX_LED_BY_COLUMN = 1_000;

/** SQL condition on rows `a` of an indexed table, whose parameters follow the scope id. */
interface IndexedRows {
  readonly table: 'memory_attributes' | 'memories';
  readonly sql: string;
  /** Number of rows up to which it may lead. */
  readonly most: number;
  readonly values: readonly unknown[];
}

interface IndexedCondition extends IndexedRows {
  /** Whether its rows are those of all memories that pass the filter, and of no others. */
  readonly isWhole: boolean;
}

/**
 * Resolves a filter by metadata, tags, speaker, role or pins to the ids of the memories that pass it, if they are few;
 * else returns the filter unchanged. Candidates are then tested one by one, as those of any other filter. The rows of
 * the most selective indexed condition are tested by the same SQL as candidates are, unless it is the whole filter.
 */
export async function resolveFilter(sql: Sql, scopeId: string, filter: SearchFilter): Promise<SearchFilter> {
  const lead = await leadOf(sql, scopeId, indexedConditions(filter));
  if (lead === null) return filter;
  const values: unknown[] = [scopeId, ...lead.values];
  const rest = lead.isWhole ? '' : filterSql(filter, 'a.memory_id', values);
  const { rows } = await sql.query<{ ids: Uint8Array | null }>(
    `SELECT string_agg(uuid_send(memory_id), ''::bytea) AS ids FROM (
       SELECT a.memory_id FROM ${lead.table} AS a WHERE a.scope_id = $1 AND ${lead.sql}${rest}
       LIMIT ${String(MAX_RESOLVED + 1)}
     ) AS passing`,
    values,
  );
  const ids = rows[0]?.ids ?? new Uint8Array();
  return ids.length > MAX_RESOLVED * ID_BYTES ? filter : { ...filter, memoryIds: new MemoryIdSet(ids) };
}

/** The most selective condition; null if there is none, or none is selective. */
async function leadOf(
  sql: Sql,
  scopeId: string,
  conditions: readonly IndexedCondition[],
): Promise<IndexedCondition | null> {
  const [only] = conditions;
  if (only?.isWhole) return only;
  const counted = await Promise.all(
    conditions.slice(0, MAX_COUNTED).map(async (condition) => {
      const { rows } = await sql.query<{ entries: number }>(
        `SELECT count(*)::int AS entries FROM (
           SELECT FROM ${condition.table} AS a WHERE a.scope_id = $1 AND ${condition.sql} LIMIT ${String(condition.most + 1)}
         ) AS entries`,
        [scopeId, ...condition.values],
      );
      return { condition, entries: rows[0]?.entries ?? 0 };
    }),
  );
  const most = conditions.length === 1 ? MAX_RESOLVED : MAX_LED;
  const [best] = counted
    .filter(({ entries, condition }) => entries <= Math.min(most, condition.most))
    .sort((a, b) => a.entries - b.entries);
  return best?.condition ?? null;
}

function indexedConditions(filter: SearchFilter): IndexedCondition[] {
  const { metadata = [], tags, speaker, role, pinned } = filter;
  const sets = [...(tags?.any ? [tags.any] : []), ...(tags?.all ?? []).map((tag) => [tag])];
  const isAlone = sets.length + metadata.length === 1 && Object.values(filter).filter(isSet).length === 1;
  const tested: IndexedRows[] = [
    ...(pinned ? [{ ...OF_COLUMN, sql: 'a.pinned', values: [], most: MAX_LED }] : []),
    ...(speaker === undefined ? [] : [{ ...OF_COLUMN, sql: 'a.speaker = $2::text', values: [speaker] }]),
    ...(role === undefined ? [] : [{ ...OF_COLUMN, sql: 'a.role = $2::text', values: [role] }]),
    ...metadata.flatMap((condition) => ('range' in condition ? ofRange(condition) : [])),
  ];
  const exact: IndexedRows[] = [
    ...sets.map((some) => ({
      ...OF_ATTRIBUTE,
      sql: 'a.key = ANY (ARRAY(SELECT tag_key(tag) FROM unnest($2::text[]) AS tag))',
      values: [some],
    })),
    ...metadata.flatMap((condition) => ('values' in condition ? ofValues(condition) : [])),
  ];
  return [
    ...tested.map((rows) => ({ ...rows, isWhole: false })),
    ...exact.map((rows) => ({ ...rows, isWhole: isAlone })),
  ];
}

function isSet(value: unknown): boolean {
  return value !== undefined;
}

const OF_COLUMN = { table: 'memories', most: MAX_LED_BY_COLUMN } as const;
const OF_ATTRIBUTE = { table: 'memory_attributes', most: MAX_LED } as const;

function ofValues({ field, values }: Extract<MetadataCondition, { values: unknown }>): IndexedRows {
  return {
    ...OF_ATTRIBUTE,
    sql: 'a.key = ANY (ARRAY(SELECT value_key($2, value) FROM unnest($3::jsonb[]) AS value))',
    values: [field, values.map(stringifyExact)],
  };
}

/** Numbers are rounded and texts cut alike in the bounds and in the index, so that no entry is missed. */
function ofRange({ field, range }: Extract<MetadataCondition, { range: unknown }>): IndexedRows {
  const [from, to] = boundsOf(range);
  if (typeof (from ?? to) === 'string')
    return {
      ...OF_ATTRIBUTE,
      sql: `a.field = (SELECT field_key($2)) AND a.prefix >= left($3::text, 32) AND ($4::text IS NULL OR a.prefix <= left($4::text, 32))`,
      values: [field, from ?? '', to],
    };
  return {
    ...OF_ATTRIBUTE,
    sql: `a.field = (SELECT field_key($2)) AND a.number BETWEEN $3::float8 AND $4::float8`,
    values: [field, String(from ?? '-Infinity'), String(to ?? 'Infinity')],
  };
}

function boundsOf({ gt, gte, lt, lte }: MetadataRange) {
  return [gte ?? gt ?? null, lte ?? lt ?? null] as const;
}
