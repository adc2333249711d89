import { LessThan, type EntityManager } from 'typeorm';
import { recordAudit, type AuditActor } from '#database/audit-trail.js';
import type { KeyStore } from './api-keys.js';
import { AuditEventEntity } from './audit-event.entity.js';

/** Operator who manages credentials, with request id and origin. */
export interface Operator extends AuditActor {
  readonly actor: 'cli' | 'admin';
}

/** Operations in the audit log. `authenticate` is a call of the admin listener with a wrong token. */
export type AuditedOperation =
  | 'keys.create'
  | 'keys.list'
  | 'keys.rotate'
  | 'keys.revoke'
  | 'audit.list'
  | 'audit.prune'
  | 'authenticate'
  | 'dead_letters.list'
  | 'erasures.export'
  | 'backup.create';

/** Why an operation was refused. */
export type Refusal =
  'invalid_scope_name' | 'erased_scope' | 'unknown_key' | 'revoked' | 'expired' | 'already_rotated' | 'wrong_token';

/** Scope and key of an operation; null if it failed before they were known. */
interface Concerns {
  readonly scopeId: string | null;
  readonly keyId: string | null;
}

/** An operation on credentials that was refused and audited as refused. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
  constructor(
    readonly reason: Refusal,
    readonly concerns: Concerns = { scopeId: null, keyId: null },
  ) {
    super(`refused: ${reason}`);
  }
}

/** Entry of the audit log. */
export interface AuditEntry {
  readonly entryId: string;
  readonly at: Date;
  readonly actor: string;
  readonly requestId: string;
  readonly operation: string;
  /** `done`, or the reason of a refusal. */
  readonly outcome: string;
  readonly scopeId: string | null;
  /** Null if the scope does not exist, or no longer. */
  readonly namespace: string | null;
  readonly agent: string | null;
  readonly keyId: string | null;
  /** Memory that was erased or restored. */
  readonly memoryUuid: string | null;
  /** Origin of the request. */
  readonly origin: string | null;
}

/** Result of an operation, with its scope and key. */
interface AuditedResult<T> {
  readonly result: T;
  readonly concerns?: Concerns;
}

/**
 * Runs an operation and writes its audit entry in one transaction, so that neither exists without the other. `work`
 * must refuse before it changes anything; the entry of a refusal is committed, then the refusal is thrown.
 * @throws OperationRefused
 */
export async function audited<T>(
  transactions: Transactions,
  operator: Operator,
  operation: AuditedOperation,
  now: Date,
  work: (tx: EntityManager) => Promise<AuditedResult<T>>,
): Promise<T> {
  const end = await transactions.transaction(async (tx) => {
    const done = await work(tx).catch((error: unknown) => {
      if (error instanceof OperationRefused) return error;
      throw error;
    });
    const outcome = done instanceof OperationRefused ? done.reason : 'done';
    await recordAudit(tx, operator, { operation, outcome, at: now, ...done.concerns });
    return done;
  });
  if (end instanceof OperationRefused) throw end;
  return end.result;
}

/** Starts transactions; a DataSource. */
export interface Transactions extends KeyStore {
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>;
}

/**
 * Lists one page of entries, newest first, of one key or of all; `next` is null on the last page. Listing is audited
 * too.
 */
export function listAudit(
  transactions: Transactions,
  operator: Operator,
  page: AuditPage,
  now: Date,
): Promise<{ readonly entries: AuditEntry[]; readonly next: string | null }> {
  return audited(transactions, operator, 'audit.list', now, async (tx) => {
    const found = await selectEntries(tx, { ...page, limit: page.limit + 1 });
    const entries = found.slice(0, page.limit);
    return { result: { entries, next: found.length > page.limit ? (entries.at(-1)?.entryId ?? null) : null } };
  });
}

export interface AuditPage {
  readonly keyId: string | null;
  /** Id of the last entry of the previous page. */
  readonly before: string | null;
  readonly limit: number;
}

function selectEntries(tx: EntityManager, { keyId, before, limit }: AuditPage): Promise<AuditEntry[]> {
  return tx.query(
    `SELECT entry_id AS "entryId", at, actor, request_id AS "requestId", operation, outcome,
            a.scope_id AS "scopeId", namespace, agent, key_id AS "keyId", memory_id AS "memoryUuid", origin
     FROM audit_events AS a LEFT JOIN scopes ON scopes.scope_id = a.scope_id
     WHERE ($1::uuid IS NULL OR entry_id < $1) AND ($2::uuid IS NULL OR key_id = $2)
     ORDER BY entry_id DESC LIMIT $3`,
    [before, keyId, limit],
  );
}

/** Minimum age of entries that may be pruned. */
export const MIN_RETENTION_DAYS = 90;

/**
 * Deletes entries before a time, and audits that; there is no other way to delete entries.
 * @returns number of deleted entries
 * @throws RangeError if `before` is less than 90 days ago
 */
export function pruneAudit(transactions: Transactions, operator: Operator, before: Date, now: Date): Promise<number> {
  if (before.getTime() > now.getTime() - MIN_RETENTION_DAYS * 86_400_000)
    throw new RangeError(`entries of the last ${String(MIN_RETENTION_DAYS)} days are kept`);
  return audited(transactions, operator, 'audit.prune', now, async (tx) => {
    await tx.query(`SELECT set_config('engraph.audit_retention', 'on', true)`);
    const { affected } = await tx.delete(AuditEventEntity, { at: LessThan(before) });
    return { result: affected ?? 0 };
  });
}
