import type { EntityManager } from 'typeorm';
import { recordAudit, type AuditActor } from '#database/audit-trail.js';
import type { KeyStore } from './api-keys.js';

/** Who works on credentials, under which request id, and from where. */
export interface Operator extends AuditActor {
  readonly actor: 'cli' | 'admin';
}

/** `authenticate` is a call of the admin listener without its token. */
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

/** What an operation was about; null where it did not come so far. */
interface Concerns {
  readonly scopeId: string | null;
  readonly keyId: string | null;
}

/** An operation on credentials that was refused, and is in the audit as such. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
  constructor(
    readonly reason: Refusal,
    readonly concerns: Concerns = { scopeId: null, keyId: null },
  ) {
    super(`refused: ${reason}`);
  }
}

/** An entry of the audit as it is read. */
export interface AuditEntry {
  readonly entryId: string;
  readonly at: Date;
  readonly actor: string;
  readonly requestId: string;
  readonly operation: string;
  /** `done`, or why it was refused. */
  readonly outcome: string;
  readonly scopeId: string | null;
  /** Null where the scope is not there, or no longer. */
  readonly namespace: string | null;
  readonly agent: string | null;
  readonly keyId: string | null;
  /** The memory that was erased or restored. */
  readonly memoryUuid: string | null;
  /** From where. */
  readonly origin: string | null;
}

/** What is done for an operation, and what it was about. */
interface Done<T> {
  readonly result: T;
  readonly concerns?: Concerns;
}

/**
 * Carries out an operation and writes its entry in one transaction: neither is ever there without the other. `work`
 * refuses before it changes anything; the refusal is committed, then thrown.
 * @throws OperationRefused
 */
export async function audited<T>(
  transactions: Transactions,
  operator: Operator,
  operation: AuditedOperation,
  now: Date,
  work: (tx: EntityManager) => Promise<Done<T>>,
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

/** What begins transactions: a DataSource. */
export interface Transactions extends KeyStore {
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>;
}

/** One page of entries, newest first, of one key or of all; `next` is null on the last one. Reading is audited too. */
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
  /** The entry that the page before ended with. */
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

/** Entries younger than this are kept whatever is asked. */
export const MIN_RETENTION_DAYS = 90;

/**
 * Removes entries from before a time, the one way in which any goes, and audits that; how many there were.
 * @throws RangeError for a time less than 90 days ago
 */
export function pruneAudit(transactions: Transactions, operator: Operator, before: Date, now: Date): Promise<number> {
  if (before.getTime() > now.getTime() - MIN_RETENTION_DAYS * 86_400_000)
    throw new RangeError(`entries of the last ${String(MIN_RETENTION_DAYS)} days are kept`);
  return audited(transactions, operator, 'audit.prune', now, async (tx) => {
    await tx.query(`SELECT set_config('engraph.audit_retention', 'on', true)`);
    const [rows] = await tx.query<[object[]]>('DELETE FROM audit_events WHERE at < $1 RETURNING entry_id', [before]);
    return { result: rows.length };
  });
}
