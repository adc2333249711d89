import { isListedSql } from './listed-entities-sql.js';
import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { ExactJson } from '#contracts/exact-json.js';
import { notExpiredSql } from '#database/expiry-sql.js';
import type { Sql } from '#database/sql.js';
import { memoryConditionsSql } from '#search/filter/filter-sql.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { spanOf, spanSql } from '#search/filter/span-of-time.js';
import { LATE_SQL, lateValues, seenTo, type ListPlace, type Seen } from './late-memories.js';
import { NO_VALUE } from '../projection/contributions/contribution.js';
import { jsonBytesOf, PAGE_BYTES } from './page-bytes.js';

const QUOTES = 2;
/** SQL of the bytes of a memory that count for the size of a page. */
const BYTES_SQL = `(octet_length(text) + coalesce(octet_length(metadata::text), 0))`;

export interface MemoryFilter {
  readonly limit: number;
  /** `next` of the previous page. */
  readonly after: ListPlace | null;
  readonly dir: 'asc' | 'desc';
  readonly includeTombstoned: boolean;
  /** Restricts the memories; without subjects. */
  readonly filter?: SearchFilter;
  /** How many memories its span of time has, as `spanOf` tells; only where forgotten ones are not listed. */
  readonly span?: 'few' | 'many';
  /** UUIDs of the only memories to list. */
  readonly among?: readonly string[];
  /** Entity rows of which they mention one; for entities that many memories mention. */
  readonly mentioning?: readonly string[];
  /** UUID of the only memory to read. */
  readonly memoryId?: string;
}

/** A memory as returned in lists. Times are in Unix nanoseconds, 0 when unset. */
export interface MemoryView {
  /** Decimal id. */
  readonly memory_id: string;
  readonly text: string;
  readonly kind: number;
  /** 0 active, 1 tombstoned. */
  readonly state: number;
  /** As the caller gave it. */
  readonly session: bigint | string | null;
  readonly speaker: string | null;
  /** Role of the speaker, such as `user`; null if unknown. */
  readonly role: string | null;
  readonly metadata: { [key: string]: ExactJson } | null;
  readonly tags: readonly string[];
  readonly created_at_unix_nanos: bigint;
  readonly occurred_at_unix_nanos: bigint;
  readonly last_accessed_at_unix_nanos: bigint;
  readonly salience: number;
  readonly access_count: bigint;
  /** Counts of the statements and relations that the memory claims, and of the entities it mentions. */
  readonly statement_count: number;
  readonly entity_count: number;
  readonly relation_count: number;
  readonly extraction: string;
  /** Number of the version, from 1. */
  readonly version: number;
  readonly pinned: boolean;
  /** When it expires; 0: never. */
  readonly expires_at_unix_nanos: bigint;
}

export interface MemoryPage {
  readonly items: readonly MemoryView[];
  /** Position of the next page; null at the end of the list. */
  readonly next: ListPlace | null;
}

/**
 * Reads one page of a scope's memories, in the order of their creation or in reverse; erased ones are never listed.
 *
 * Ids are assigned before the commit, so a memory may commit after a list has passed its id. In ascending order `next`
 * records what was visible, and such a memory appears on the page after its commit, before those with larger ids.
 */
export async function listMemories(sql: Sql, scopeId: string, filter: MemoryFilter): Promise<MemoryPage> {
  const span = await spanToLead(sql, scopeId, filter);
  const rows = await readMemoryPage(sql, scopeId, span === null ? filter : { ...filter, span });
  const kept = begunOnPage(rows.slice(0, filter.limit));
  const last = (rows[0]?.available ?? 0) > kept.length ? kept.at(-1) : undefined;
  return { items: kept.map(memoryView), next: last ? placeAfter(last, filter) : null };
}

/** Whether the span of time of a filter leads to the memories of a page, and how; not where something else does. */
async function spanToLead(sql: Sql, scopeId: string, page: MemoryFilter): Promise<'few' | 'many' | null> {
  const { filter, includeTombstoned, among, dir, limit } = page;
  if (!filter || among || includeTombstoned || filter.memoryIds || filter.session !== undefined) return null;
  return spanOf(sql, scopeId, filter, { from: beginningOf(page), dir, limit });
}

/** UUID behind which a page begins; null for the beginning of the list. */
function beginningOf({ after }: MemoryFilter): string | null {
  return typeof after === 'string' ? after : (after?.[0]?.id ?? null);
}

/**
 * Rows that begin within the size limit of a page. Counts JSON bytes, since JSON makes control characters six times as
 * long.
 */
function begunOnPage(rows: readonly MemoryRow[]): readonly MemoryRow[] {
  let before = 0;
  const end = rows.findIndex(({ text, metadata }, i) => {
    const isBehind = i > 0 && before > PAGE_BYTES;
    before += jsonBytesOf(text) - QUOTES + (metadata === null ? 0 : jsonBytesOf(metadata));
    return isBehind;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

function placeAfter(last: MemoryRow, { dir, after }: MemoryFilter): ListPlace {
  if (dir === 'desc' || last.snapshot === null) return last.memory_id;
  return seenTo(after ?? [], { id: last.memory_id, snapshot: last.snapshot });
}

/** A memory, the number of rows available for the page and, in ascending order, the snapshot it was read at. */
export type MemoryRow = StoredView & { readonly available: number; readonly snapshot: string | null };

/** A view whose session may have been given as a text. */
type StoredView = MemoryView & { readonly session_text: string | null };

/**
 * Reads a page from the primary key, or from memories_session_key within a session. Counts are computed only for its
 * rows, by the leading columns of the keys of claims and mentions. Reads one row more than the limit, but returns no
 * more rows than fit in `PAGE_BYTES` of text and metadata; `available` is the number before that cut.
 *
 * LIMIT 1 keeps the planner to one look-up per row. With a plain join it reads and hashes the states of the whole
 * scope, which took 8 of the 9 ms of a page of 50 among 10,000 memories.
 */
export async function readMemoryPage(sql: Sql, scopeId: string, filter: MemoryFilter): Promise<MemoryRow[]> {
  const { after, dir, memoryId, span } = filter;
  const { session, ...conditions } = filter.filter ?? {};
  const seen = Array.isArray(after) ? (after as readonly Seen[]) : null;
  const from = memoryId ?? beginningOf(filter);
  const order = `ORDER BY memory_id ${dir === 'asc' ? 'ASC' : 'DESC'}`;
  const values = [scopeId, filter.limit + 1, from, session ?? null, PAGE_BYTES, ...(seen ? lateValues(seen) : [])];
  const within = span ? spanSql(conditions, span, dir, values) : '';
  const passes = conditionsSql(conditions, values) + within + mentionSql(filter, values);
  const { rows } = await sql.query<MemoryRow>(
    `SELECT page.memory_id, page.text, page.kind, (page.state = 'forgotten')::int AS state, page.session, page.session_text, page.speaker,
            page.role, page.metadata, coalesce(page.tags, '{}') AS tags, page.created_at_nanos AS created_at_unix_nanos, page.occurred_at_nanos AS occurred_at_unix_nanos,
            page.salience, page.version, page.pinned, coalesce(page.expires_at_nanos, 0) AS expires_at_unix_nanos, claimed.statement_count, named.entity_count, claimed.relation_count,
            coalesce(x.state, 'pending') AS extraction,
            coalesce(a.last_accessed_at_nanos, 0) AS last_accessed_at_unix_nanos, coalesce(a.access_count, 0) AS access_count,
            page.available, ${dir === 'asc' ? 'pg_current_snapshot()::text' : 'NULL'} AS snapshot
     FROM (
       SELECT *, count(*) OVER ()::int AS available,
              sum(${BYTES_SQL}) OVER (${order} ROWS UNBOUNDED PRECEDING) - ${BYTES_SQL} AS bytes_before
       FROM (${pageSql(filter, { from, late: seen !== null, passes })}) AS listed
     ) AS page
     LEFT JOIN LATERAL (
       SELECT state FROM memory_extractions WHERE scope_id = $1 AND memory_id = page.memory_id LIMIT 1
     ) AS x ON true
     LEFT JOIN LATERAL (
       SELECT last_accessed_at_nanos, access_count FROM memory_accesses
       WHERE scope_id = $1 AND memory_id = page.memory_id LIMIT 1
     ) AS a ON true
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE c.kind <> 'relation')::int AS statement_count,
              count(*) FILTER (WHERE c.kind = 'relation')::int AS relation_count
       FROM claims AS c JOIN evidence AS e ON e.scope_id = $1 AND e.memory_id = c.memory_id AND e.ordinal = c.ordinal
       WHERE c.scope_id = $1 AND c.memory_id = page.memory_id AND c.value_key <> '${NO_VALUE}'
     ) AS claimed
     CROSS JOIN LATERAL (
       SELECT count(DISTINCT coalesce(e.merged_into, e.entity_id))::int AS entity_count
       FROM mentions AS m JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = m.entity_id
       WHERE m.scope_id = $1 AND m.memory_id = page.memory_id AND ${isListedSql('e')}
     ) AS named
     WHERE page.bytes_before <= $5::bigint
     ${order}`,
    values,
  );
  return rows;
}

/**
 * SQL of the memories of a page: those after the position, and those before it that committed since the list passed
 * them.
 */
function pageSql(
  { dir, includeTombstoned, filter, memoryId }: MemoryFilter,
  { from, late, passes }: { readonly from: string | null; readonly late: boolean; readonly passes: string },
): string {
  const after = memoryId === undefined ? (dir === 'asc' ? '>' : '<') : '=';
  const listed = `NOT erased ${includeTombstoned ? '' : "AND state = 'active'"}${passes}
    AND (state = 'forgotten' OR ${notExpiredSql('memories')})
    AND ${filter?.session === undefined ? '$4::numeric IS NULL' : 'session_key = ($4::numeric - 9223372036854775808)::bigint'}`;
  const page = (columns: string): string => `
    SELECT ${columns} FROM memories
    WHERE scope_id = $1 AND ${listed}
      AND ${from === null ? '$3::uuid IS NULL' : `memory_id ${after} $3`}
    ORDER BY memory_id ${dir === 'asc' ? 'ASC' : 'DESC'} LIMIT $2`;
  if (!late) return page('*');
  return `
    WITH late AS MATERIALIZED (${LATE_SQL})
    SELECT memory.* FROM ((${page('memory_id')}) UNION ALL SELECT memory_id FROM late) AS listed
    CROSS JOIN LATERAL (SELECT * FROM memories WHERE scope_id = $1 AND memory_id = listed.memory_id AND ${listed} LIMIT 1) AS memory
    ORDER BY memory_id LIMIT $2`;
}

/** SQL conditions on the memories of a page; those of a resolved filter are told by their ids. */
function conditionsSql(filter: SearchFilter, values: unknown[]): string {
  if (filter.memoryIds) return ` AND memory_id = ANY ($${String(values.push(filter.memoryIds.toUuidArray()))}::uuid[])`;
  return memoryConditionsSql(filter, 'memories', values);
}

/** A sub-select with a limit stays one look-up per memory; EXISTS would become a join with all of the scope. */
function mentionSql({ among, mentioning }: MemoryFilter, values: unknown[]): string {
  if (among !== undefined) return ` AND memory_id = ANY ($${String(values.push(among))}::uuid[])`;
  if (mentioning === undefined) return '';
  return ` AND (SELECT true FROM mentions AS m WHERE m.scope_id = $1 AND m.memory_id = memories.memory_id
                AND m.entity_id = ANY ($${String(values.push(mentioning))}::uuid[]) LIMIT 1)`;
}

/** Fields of a memory as returned, of a row. */
export function memoryView(row: StoredView): MemoryView & IsoTimesOf<MemoryView> {
  return withIsoTimes({
    memory_id: memoryIdOfUuid(row.memory_id),
    text: row.text,
    kind: row.kind,
    state: row.state,
    session: row.session_text ?? row.session,
    speaker: row.speaker,
    role: row.role,
    metadata: row.metadata,
    tags: row.tags,
    created_at_unix_nanos: row.created_at_unix_nanos,
    occurred_at_unix_nanos: row.occurred_at_unix_nanos,
    last_accessed_at_unix_nanos: row.last_accessed_at_unix_nanos,
    salience: row.salience,
    access_count: row.access_count,
    statement_count: row.statement_count,
    entity_count: row.entity_count,
    relation_count: row.relation_count,
    extraction: row.extraction,
    version: row.version,
    pinned: row.pinned,
    expires_at_unix_nanos: row.expires_at_unix_nanos,
  });
}
