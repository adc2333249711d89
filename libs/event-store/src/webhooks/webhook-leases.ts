import type { Pool } from 'pg';
import { uuidv7 } from '#contracts/uuid-v7.js';
import type { EventType, LogPosition } from '#contracts/events.js';

/** Lease of a webhook in milliseconds, by the clock of the database. Each delivery renews it. */
export const WEBHOOK_LEASE_MS = 30_000;

/** A webhook whose events this process delivers. */
export interface LeasedWebhook {
  readonly scopeId: string;
  readonly webhookId: string;
  readonly leaseId: string;
  readonly url: string;
  readonly types: readonly EventType[] | null;
  readonly secret: Buffer;
  readonly failures: number;
  readonly after: LogPosition;
}

interface LeasedRow extends Omit<LeasedWebhook, 'after'>, LogPosition {}

/**
 * Leases active webhooks that are due and behind the end of their scopes' logs, those first that were due first. A
 * process that dies leaves its leases to end.
 */
export async function leaseWebhooks(pool: Pool, until: LogPosition, webhooks: number): Promise<LeasedWebhook[]> {
  const { rows } = await pool.query<LeasedRow>(
    `UPDATE webhooks SET lease_id = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
     WHERE (scope_id, webhook_id) IN (
       SELECT scope_id, webhook_id FROM webhooks AS due
       WHERE state = 'active' AND next_attempt_at <= clock_timestamp()
         AND (lease_until IS NULL OR lease_until <= clock_timestamp())
         AND EXISTS (
           SELECT FROM events
           WHERE events.scope_id = due.scope_id
             AND (events.epoch::bigint, events.txid, events.position) > (due.epoch::bigint, due.txid, due.position)
             AND (events.epoch::bigint, events.txid, events.position) <= ($3, $4::xid8, $5))
       ORDER BY next_attempt_at LIMIT $6 FOR UPDATE SKIP LOCKED)
     RETURNING scope_id AS "scopeId", webhook_id AS "webhookId", lease_id AS "leaseId", url, types, secret, failures,
       epoch, txid, position`,
    [uuidv7(), WEBHOOK_LEASE_MS, until.epoch, until.txid.toString(), until.position, webhooks],
  );
  return rows.map(({ epoch, txid, position, ...webhook }) => ({ ...webhook, after: { epoch, txid, position } }));
}

/** Scopes with active webhooks. */
export async function scopesWithWebhooks(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ scope_id: string }>(
    `SELECT DISTINCT scope_id FROM webhooks WHERE state = 'active'`,
  );
  return new Set(rows.map((row) => row.scope_id));
}

/**
 * Moves the position of a leased webhook, and renews its lease.
 * @param delivered whether an event was delivered, rather than passed over
 * @returns false if the lease is another's, or the webhook was removed or its position moved
 */
export async function advanceWebhook(
  pool: Pool,
  { scopeId, webhookId, leaseId }: LeasedWebhook,
  { epoch, txid, position }: LogPosition,
  delivered: boolean,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE webhooks SET epoch = $4, txid = $5::xid8, position = $6,
       lease_until = clock_timestamp() + $7 * interval '1 millisecond'
       ${delivered ? ', failures = 0, last_error = NULL, delivered_at = clock_timestamp()' : ''}
     WHERE scope_id = $1 AND webhook_id = $2 AND lease_id = $3`,
    [scopeId, webhookId, leaseId, epoch, txid.toString(), position, WEBHOOK_LEASE_MS],
  );
  return rowCount === 1;
}

/** Ends a lease; the webhook may be leased again at once. */
export async function releaseWebhook(pool: Pool, { scopeId, webhookId, leaseId }: LeasedWebhook): Promise<void> {
  await pool.query(
    `UPDATE webhooks SET lease_id = NULL, lease_until = NULL WHERE scope_id = $1 AND webhook_id = $2 AND lease_id = $3`,
    [scopeId, webhookId, leaseId],
  );
}

/**
 * Ends a lease after a failed attempt.
 * @param retryInMs milliseconds until the next attempt; null: there is none, and the webhook is dead
 * @param reason without anything that the endpoint answered
 */
export async function failWebhook(
  pool: Pool,
  { scopeId, webhookId, leaseId }: LeasedWebhook,
  failures: number,
  retryInMs: number | null,
  reason: string,
): Promise<void> {
  await pool.query(
    `UPDATE webhooks SET lease_id = NULL, lease_until = NULL, failures = $4, last_error = $5,
       state = CASE WHEN $6::float8 IS NULL THEN 'dead' ELSE state END,
       next_attempt_at = clock_timestamp() + coalesce($6::float8, 0) * interval '1 millisecond'
     WHERE scope_id = $1 AND webhook_id = $2 AND lease_id = $3`,
    [scopeId, webhookId, leaseId, failures, reason, retryInMs],
  );
}
