import { uuidv7 } from '#contracts/uuid-v7.js';
import type { LeaseOptions, QueueTable } from './queue-table.js';

/** Maximum lease, however many workers died. */
const MAX_LEASE_MS = 3_600_000;

/** Parameters of the statement, and the conditions that its parts share. */
interface Parts {
  readonly now: string;
  readonly leaseMs: string;
  readonly jobs: string;
  /** A row is in the queue, and due. */
  readonly isDue: string;
  /** A row is in the queue: to append, and empty if all rows of the table are. */
  readonly isOurs: string;
  /** Adds a value. @returns its parameter */
  readonly bind: (value: unknown) => string;
}

/**
 * Statement that leases due jobs of one scope, earliest due first, and returns them as `Job`. Its text depends on the
 * table alone, so that it is prepared once.
 */
export function leaseStatement(table: QueueTable, options: LeaseOptions): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${String(values.push(value))}`;
  const [now, leaseMs, jobs] = [bind(options.now), bind(options.leaseMs), bind(options.jobs)];
  const isOurs = table.only ? ` AND ${table.only.column} = ${bind(table.only.value)}` : '';
  const parts = { now, leaseMs, jobs, bind, isOurs, isDue: `${table.dueAt} <= ${now}${isOurs}` };
  const text = `WITH RECURSIVE
     ${table.turns === 'round-robin' ? nextScope(table, parts, options) : longestDueScope(table, parts)},
     ${table.counted ? untriedOrOne(table, parts) : anyJobs(table, parts)}
     UPDATE ${table.name} SET ${table.counted ? countedLease(table, parts) : uncountedLease(table, parts)}
     WHERE (scope_id, memory_id) IN (SELECT scope_id, memory_id FROM batch)${isOurs}
     RETURNING scope_id AS "scopeId", memory_id AS "memoryId",
       ${table.counted ? 'attempts, crashes' : '0 AS attempts, 0 AS crashes'}`;
  return { text, values };
}

/** `turn`: the first scope by id after the last one, of those with a due job that may have another lease. */
function nextScope({ name, dueAt, counted }: QueueTable, { now, isOurs, bind }: Parts, options: LeaseOptions): string {
  const firstAfter = (scope: string): string =>
    `SELECT scope_id, ${dueAt} FROM ${name} WHERE scope_id > ${scope}${isOurs} ORDER BY scope_id, ${dueAt} LIMIT 1`;
  const line = `line AS (
       -- Scope after scope, each with its job that is due first; read no farther than to the one whose turn it is.
       (${firstAfter(bind(options.after))})
       UNION ALL
       SELECT next.scope_id, next.${dueAt} FROM line CROSS JOIN LATERAL (${firstAfter('line.scope_id')}) AS next
     )`;
  if (!counted) return `${line}, turn AS (SELECT scope_id FROM line WHERE ${dueAt} <= ${now} LIMIT 1)`;
  const [perScope, inAll] = [`${bind(options.limits.perScope)}::int`, `${bind(options.limits.inAll)}::int`];
  return `${line}, busy AS (
       SELECT scope_id, count(DISTINCT lease_id) AS leases FROM ${name}
       WHERE lease_id IS NOT NULL AND ${dueAt} > ${now}${isOurs} AND ${perScope} + ${inAll} > 0 GROUP BY scope_id
     ), turn AS (
       SELECT scope_id FROM line
       WHERE ${dueAt} <= ${now}
         AND (${perScope} = 0 OR scope_id NOT IN (SELECT scope_id FROM busy WHERE leases >= ${perScope}))
         AND (${inAll} = 0 OR (SELECT coalesce(sum(leases), 0) FROM busy) < ${inAll})
       LIMIT 1
     )`;
}

/** `turn`: the scope whose job has been due for longest. */
function longestDueScope({ name, dueAt }: QueueTable, { isDue }: Parts): string {
  return `turn AS (
       SELECT scope_id FROM ${name} WHERE ${isDue} ORDER BY ${dueAt} LIMIT 1 FOR UPDATE SKIP LOCKED
     )`;
}

/** `batch`: jobs that were never tried; or a single one that was, so that it cannot take others down with it. */
function untriedOrOne({ name, dueAt }: QueueTable, { isDue, jobs }: Parts): string {
  return `first AS (
       SELECT scope_id, memory_id, attempts + crashes AS tries FROM ${name}
       WHERE scope_id = (SELECT scope_id FROM turn) AND ${isDue}
       ORDER BY ${dueAt}, memory_id LIMIT 1 FOR UPDATE SKIP LOCKED
     ), untried AS (
       SELECT scope_id, memory_id FROM ${name}
       WHERE scope_id = (SELECT scope_id FROM first WHERE tries = 0) AND ${isDue}
         AND attempts + crashes = 0 AND lease_id IS NULL
       ORDER BY ${dueAt}, memory_id LIMIT ${jobs} FOR UPDATE SKIP LOCKED
     ), batch AS (
       SELECT scope_id, memory_id FROM first UNION SELECT scope_id, memory_id FROM untried
     )`;
}

/** `batch`: jobs of the scope. */
function anyJobs({ name, dueAt }: QueueTable, { isDue, jobs }: Parts): string {
  return `batch AS (
       SELECT scope_id, memory_id FROM ${name} WHERE scope_id = (SELECT scope_id FROM turn) AND ${isDue}
       ORDER BY ${dueAt}, memory_id LIMIT ${jobs} FOR UPDATE SKIP LOCKED
     )`;
}

/** Columns of a leased job. One that is due and has a lease was left behind by a worker that died. */
function countedLease({ dueAt }: QueueTable, { now, leaseMs, bind }: Parts): string {
  return `lease_id = ${bind(uuidv7())},
       attempts = attempts + (lease_id IS NULL)::int, crashes = crashes + (lease_id IS NOT NULL)::int,
       ${dueAt} = ${now}::timestamptz + interval '1 millisecond' *
         least(${leaseMs}::float8 * 2 ^ (crashes + (lease_id IS NOT NULL)::int), greatest(${leaseMs}, ${String(MAX_LEASE_MS)}))`;
}

function uncountedLease({ dueAt }: QueueTable, { now, leaseMs }: Parts): string {
  return `${dueAt} = ${now}::timestamptz + interval '1 millisecond' * ${leaseMs}::float8`;
}
