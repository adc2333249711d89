/** SQL of the time of Postgres in Unix nanoseconds, at microsecond resolution. */
const nanosOf = (time: 'now()' | 'clock_timestamp()'): string => `(extract(epoch FROM ${time}) * 1e9)::bigint`;

/**
 * SQL condition that a memory has not expired, at the beginning of the transaction. A pinned one never expires.
 * @param alias table alias of `memories`
 */
export function notExpiredSql(alias: string): string {
  return `(${alias}.expires_at_nanos IS NULL OR ${alias}.pinned OR ${alias}.expires_at_nanos > ${nanosOf('now()')})`;
}

/** The same at this moment: for a transaction that waited for a lock. */
export function notExpiredNowSql(alias: string): string {
  return `(${alias}.expires_at_nanos IS NULL OR ${alias}.pinned OR ${alias}.expires_at_nanos > ${nanosOf('clock_timestamp()')})`;
}
