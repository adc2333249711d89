import { uuidV7Source } from '#contracts/uuid-v7.js';

/** The actor of an audited operation: by which way, under which request, with which key, and from where. */
export interface AuditActor {
  /** `cli` and `admin` are operators, `api` is a caller with a key, `job` is the service itself. */
  readonly actor: 'cli' | 'admin' | 'api' | 'job';
  readonly requestId: string;
  /** Id of the caller's key, or subject of its JWT; null when there is none. */
  readonly keyId?: string | null;
  /** Address of the caller, or user and host of a command; null when unknown. */
  readonly origin?: string | null;
}

/** The service itself, without a request. */
export const JOB: AuditActor = { actor: 'job', requestId: '' };

/** An audit entry; never contains text of a memory or a secret. */
export interface AuditRecord {
  readonly operation: string;
  /** `done`, or the reason of the refusal. */
  readonly outcome: string;
  readonly at: Date;
  readonly scopeId?: string | null;
  /** Key that the operation concerns; the caller's key by default. */
  readonly keyId?: string | null;
  readonly memoryUuid?: string | null;
}

/** Entry ids follow the database's time, so that entries of machines with different clocks are listed in one order. */
const nextEntryId = uuidV7Source();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Appends an audit entry in the caller's transaction, so that the operation and its entry are committed together or not
 * at all.
 */
export async function recordAudit(
  sql: { query(text: string, values: unknown[]): Promise<unknown> },
  { actor, requestId, keyId: caller = null, origin = null }: AuditActor,
  { operation, outcome, at, scopeId = null, keyId = caller, memoryUuid = null }: AuditRecord,
): Promise<void> {
  await sql.query(
    `INSERT INTO audit_events
       (entry_id, at, actor, request_id, operation, outcome, scope_id, key_id, memory_id, origin)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    // The subject of a JWT may be a person's name, so a key id is stored only when it is a UUID.
    [
      ...[nextEntryId(at.getTime()), at, actor, requestId, operation, outcome, scopeId],
      ...[keyId !== null && UUID.test(keyId) ? keyId : null, memoryUuid, origin],
    ],
  );
}
