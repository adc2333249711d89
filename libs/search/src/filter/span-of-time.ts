import type { Sql } from '#database/sql.js';
import type { SearchFilter } from './search-filter.js';

/** Number of memories in a span of time up to which all their ids are read; as many take some 40 ms. */
const MAX_READ = 20_000;
/** Next memories of a list among which those of a span are looked for. */
const MAX_NEAR = 1_000;
const [EARLIEST, LATEST] = [-(2n ** 63n), 2n ** 63n - 1n];

/** SQL of the active memories `s` in a span of time, from their index; $1 is the scope. */
const inSpanSql = (since: string, until: string): string => `
  memories AS s WHERE s.scope_id = $1 AND s.state = 'active'
    AND s.event_time_nanos >= ${since}::bigint AND s.event_time_nanos <= ${until}::bigint`;

/** A page of a list: from where on, in which order of ids, and how many. */
interface Page {
  /** UUID behind which it begins; null for the beginning of the list. */
  readonly from: string | null;
  readonly dir: 'asc' | 'desc';
  readonly limit: number;
}

/**
 * Whether a span of time has few or many active memories; null for a filter without one, and where enough of the next
 * memories of the list are in it, so that they need not be looked for.
 */
export async function spanOf(
  sql: Sql,
  scopeId: string,
  filter: SearchFilter,
  page: Page,
): Promise<'few' | 'many' | null> {
  if (filter.since === undefined && filter.until === undefined) return null;
  if (await isNear(sql, scopeId, filter, page)) return null;
  const { rows } = await sql.query<{ memories: number }>(
    `SELECT count(*)::int AS memories FROM (SELECT FROM ${inSpanSql('$2', '$3')} LIMIT ${String(MAX_READ + 1)}) AS span`,
    [scopeId, ...boundsOf(filter)],
  );
  return (rows[0]?.memories ?? 0) > MAX_READ ? 'many' : 'few';
}

/** Whether the next memories of a list, a thousand, have a page that is in the span. */
async function isNear(sql: Sql, scopeId: string, filter: SearchFilter, { from, dir, limit }: Page): Promise<boolean> {
  const behind = from === null ? '$4::uuid IS NULL' : `memory_id ${dir === 'asc' ? '>' : '<'} $4::uuid`;
  const { rows } = await sql.query<{ memories: number }>(
    `SELECT count(*)::int AS memories FROM (
       SELECT event_time_nanos FROM memories WHERE scope_id = $1 AND state = 'active' AND ${behind}
       ORDER BY memory_id ${dir === 'asc' ? 'ASC' : 'DESC'} LIMIT ${String(MAX_NEAR)}
     ) AS next WHERE event_time_nanos >= $2::bigint AND event_time_nanos <= $3::bigint`,
    [scopeId, ...boundsOf(filter), from],
  );
  return (rows[0]?.memories ?? 0) > limit;
}

/**
 * SQL condition ` AND …` on `memory_id` that leads a list in the order of ids to the active memories of a span of time:
 * by that order alone, it would read all memories that were stored after the span. Appends its parameters to `values`.
 * Of many memories only the first id in that order is found, from where the list then goes on.
 */
export function spanSql(filter: SearchFilter, size: 'few' | 'many', dir: 'asc' | 'desc', values: unknown[]): string {
  const [since, until] = boundsOf(filter).map((bound) => `$${String(values.push(bound))}`) as [string, string];
  if (size === 'few') return ` AND memory_id = ANY (ARRAY(SELECT s.memory_id FROM ${inSpanSql(since, until)}))`;
  // OFFSET keeps the planner from looking for the first id by the order of ids.
  const ids = `SELECT s.memory_id FROM ${inSpanSql(since, until)} OFFSET 0`;
  const first = `(SELECT id.memory_id FROM (${ids}) AS id ORDER BY id.memory_id ${dir === 'asc' ? 'ASC' : 'DESC'} LIMIT 1)`;
  return ` AND memory_id ${dir === 'asc' ? '>=' : '<='} ${first}`;
}

function boundsOf({ since = EARLIEST, until = LATEST }: SearchFilter): readonly [bigint, bigint] {
  return [since, until];
}
