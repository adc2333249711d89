import type { Pool } from 'pg';
import type { EventType, LogPosition } from '#contracts/events.js';
import type { Sql } from '#database/sql.js';

/** A webhook as its owner sees it. */
export interface Webhook {
  readonly webhookId: string;
  readonly url: string;
  /** Null: all. */
  readonly types: readonly EventType[] | null;
  /** `dead` once it has failed too often, until it is resumed. */
  readonly state: 'active' | 'dead';
  /** Failed attempts since the last delivery. */
  readonly failures: number;
  readonly lastError: string | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
}

const COLUMNS = `webhook_id AS "webhookId", url, types, state, failures, last_error AS "lastError",
  delivered_at AS "deliveredAt", created_at AS "createdAt"`;

export interface NewWebhook {
  readonly webhookId: string;
  readonly url: string;
  readonly types: readonly EventType[] | null;
  readonly secret: Buffer;
  /** Position after which its events begin. */
  readonly after: LogPosition;
  readonly createdAt: Date;
}

/**
 * Stores a webhook.
 * @param atMost maximum webhooks of the scope
 * @returns null if the scope has that many
 */
export async function createWebhook(
  tx: Sql,
  scopeId: string,
  { webhookId, url, types, secret, after, createdAt }: NewWebhook,
  atMost: number,
): Promise<Webhook | null> {
  // Serialized: two concurrent counts would each see room for one more.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`engraph webhooks of ${scopeId}`]);
  const { rows } = await tx.query<Webhook>(
    `INSERT INTO webhooks (scope_id, webhook_id, url, types, secret, epoch, txid, position, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7::xid8, $8, $9
     WHERE (SELECT count(*) FROM webhooks WHERE scope_id = $1) < $10
     RETURNING ${COLUMNS}`,
    [
      ...[scopeId, webhookId, url, types, secret, after.epoch, after.txid.toString(), after.position],
      ...[createdAt, atMost],
    ],
  );
  return rows[0] ?? null;
}

/** The webhooks of a scope, oldest first. */
export async function listWebhooks(sql: Sql, scopeId: string): Promise<Webhook[]> {
  const { rows } = await sql.query<Webhook>(`SELECT ${COLUMNS} FROM webhooks WHERE scope_id = $1 ORDER BY webhook_id`, [
    scopeId,
  ]);
  return rows;
}

/** Removes a webhook. @returns null if there is none */
export async function deleteWebhook(sql: Sql, scopeId: string, webhookId: string): Promise<Webhook | null> {
  const { rows } = await sql.query<Webhook>(
    `DELETE FROM webhooks WHERE scope_id = $1 AND webhook_id = $2 RETURNING ${COLUMNS}`,
    [scopeId, webhookId],
  );
  return rows[0] ?? null;
}

/** Lets a webhook go on now, where it is, as if it had never failed. @returns null if there is none */
export async function resumeWebhook(sql: Sql, scopeId: string, webhookId: string): Promise<Webhook | null> {
  const { rows } = await sql.query<Webhook>(
    `UPDATE webhooks SET state = 'active', failures = 0, next_attempt_at = now()
     WHERE scope_id = $1 AND webhook_id = $2 RETURNING ${COLUMNS}`,
    [scopeId, webhookId],
  );
  return rows[0] ?? null;
}

/** Number of webhooks of all scopes that are dead. */
export async function countDeadWebhooks(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ dead: number }>(
    `SELECT count(*)::int AS dead FROM webhooks WHERE state = 'dead'`,
  );
  return rows[0]?.dead ?? 0;
}
