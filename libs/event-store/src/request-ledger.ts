import { hash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import type { Sql } from '#database/sql.js';
import { erasedAmong, ErasedScope } from '#database/erased-scopes.js';

/** How long the ledger keeps a request id, in milliseconds. */
export const IDEMPOTENCY_WINDOW_MS = 24 * 60 * 60 * 1000;

/** Thrown when a request id comes again with another operation or other parameters. */
export class RequestConflict extends Error {
  override readonly name = 'RequestConflict';
  constructor(readonly requestId: string) {
    super('this request id was used for another operation or with other parameters');
  }
}

/** Identity of a write in the ledger. */
export interface LedgerKey {
  readonly scopeId: string;
  readonly requestId: string;
  readonly operation: string;
  /** SHA-256 over operation and canonical parameters. */
  readonly fingerprint: Buffer;
}

export interface LedgerRow {
  readonly scope_id: string;
  readonly request_id: string;
  readonly fingerprint: Buffer;
  readonly result: unknown;
}

/** SHA-256 over the operation and its validated parameters; key order and white space do not matter. */
export function fingerprintOf(operation: string, parameters: object): Buffer {
  return hash('sha256', `${operation}\0${canonicalJson(parameters)}`, 'buffer');
}

/** Entries created up to this time no longer count, whether or not the clean-up job has removed them. */
export function ledgerHorizon(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_WINDOW_MS);
}

/**
 * Reserves a request id for a write inside its transaction. Waits for a concurrent transaction with the same id.
 * @returns null when the id is new; the earlier result when this is a replay
 * @throws RequestConflict when the id belongs to another operation or other parameters; ErasedScope
 */
export async function reserveRequestId(
  tx: ClientBase,
  key: LedgerKey,
  result: object,
  now: Date,
): Promise<{ readonly result: unknown } | null> {
  const inserted = await tx.query(
    `INSERT INTO request_ledger (scope_id, request_id, operation, fingerprint, result, created_at)
     SELECT $1::uuid, $2, $3, $4::bytea, $5::jsonb, $6::timestamptz
     WHERE NOT EXISTS (SELECT FROM erased_scopes WHERE scope_id = $1)
     ON CONFLICT (scope_id, request_id) DO UPDATE
       SET operation = excluded.operation, fingerprint = excluded.fingerprint,
           result = excluded.result, created_at = excluded.created_at
       WHERE request_ledger.created_at <= $7`,
    [key.scopeId, key.requestId, key.operation, key.fingerprint, stringifyExact(result), now, ledgerHorizon(now)],
  );
  if (inserted.rowCount === 1) return null;
  const [entry] = await readRequests(tx, [key]);
  if (!entry) throw await reasonOfAbsence(tx, key.scopeId);
  if (!entry.fingerprint.equals(key.fingerprint)) throw new RequestConflict(key.requestId);
  return { result: entry.result };
}

/** Largest difference assumed between the clocks of a broker and of Postgres. */
const CLOCK_MARGIN_MS = 60 * 60 * 1000;

/**
 * Whether a request is so old that its ledger entry may have expired, and there is none. Such a request may or may not
 * have been carried out. Compares by the database's clock.
 */
export async function isPastIdempotencyWindow(
  sql: Sql,
  scopeId: string,
  requestId: string,
  madeAt: Date,
): Promise<boolean> {
  const { rows } = await sql.query<{ past: boolean }>(
    `SELECT $3::timestamptz < now() - $4::float8 * interval '1 ms'
        AND NOT EXISTS (
          SELECT FROM request_ledger
          WHERE scope_id = $1 AND request_id = $2 AND created_at > now() - $5::float8 * interval '1 ms') AS past`,
    [scopeId, requestId, madeAt, IDEMPOTENCY_WINDOW_MS - CLOCK_MARGIN_MS, IDEMPOTENCY_WINDOW_MS],
  );
  return rows[0]?.past === true;
}

/** Request ids among these that belong to writes that were carried out, so that a repeat only returns their result. */
export async function knownRequests(
  sql: Sql,
  scopeId: string,
  requestIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ request_id: string }>(
    'SELECT request_id FROM request_ledger WHERE scope_id = $1 AND request_id = ANY ($2::text[]) AND created_at > $3',
    [scopeId, requestIds, ledgerHorizon(now)],
  );
  return new Set(rows.map((row) => row.request_id));
}

/** Replaces the result of an entry made in the same transaction. */
export async function completeRequest(tx: ClientBase, key: LedgerKey, result: object): Promise<void> {
  await tx.query('UPDATE request_ledger SET result = $3 WHERE scope_id = $1 AND request_id = $2', [
    key.scopeId,
    key.requestId,
    stringifyExact(result),
  ]);
}

/**
 * Reads the entries of the given ids. It must be a statement of its own, after the insert that conflicted with them, to
 * see what was committed meanwhile.
 */
export async function readRequests(
  sql: Sql,
  keys: readonly Pick<LedgerKey, 'scopeId' | 'requestId'>[],
): Promise<LedgerRow[]> {
  const { rows } = await sql.query<LedgerRow>(
    `SELECT scope_id, request_id, fingerprint, result
     FROM unnest($1::uuid[], $2::text[]) AS wanted (scope_id, request_id)
     JOIN request_ledger USING (scope_id, request_id)`,
    [keys.map((k) => k.scopeId), keys.map((k) => k.requestId)],
  );
  return rows;
}

/** Error to throw when an id has no entry although it could not be inserted. */
export async function reasonOfAbsence(sql: Sql, scopeId: string): Promise<Error> {
  if ((await erasedAmong(sql, [scopeId])).has(scopeId)) return new ErasedScope(scopeId);
  return new Error('the ledger entry vanished between two statements');
}

/** Removes at most `limit` expired entries; returns how many were removed. */
export async function expireRequests(sql: ClientBase | Pool, now: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM request_ledger WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM request_ledger WHERE created_at <= $1 LIMIT $2))`,
    [ledgerHorizon(now), limit],
  );
  return rowCount ?? 0;
}

/** JSON with the keys of every object sorted, and undefined properties left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).filter(([, property]) => property !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, property]) => `${JSON.stringify(key)}:${canonicalJson(property)}`).join(',')}}`;
}
