import { uuidv7 } from '#contracts/uuid-v7.js';

/** Who does what is audited: by which way, under which request, with which key, and from where. */
export interface AuditActor {
  /** `cli` and `admin` are operators, `api` a caller with a key, `job` the service by itself. */
  readonly actor: 'cli' | 'admin' | 'api' | 'job';
  readonly requestId: string;
  /** Of the caller's key, or of the subject of its JWT; null: none. */
  readonly keyId?: string | null;
  /** Address of the caller, or user and host of a command; null: unknown. */
  readonly origin?: string | null;
}

/** The service itself, without a request. */
export const JOB: AuditActor = { actor: 'job', requestId: '' };

/** One entry: never text of a memory, nor a secret. */
export interface AuditRecord {
  readonly operation: string;
  /** `done`, or why it was refused. */
  readonly outcome: string;
  readonly at: Date;
  readonly scopeId?: string | null;
  /** The key that it is about, where it is about one; else the caller's. */
  readonly keyId?: string | null;
  readonly memoryUuid?: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Appends an entry, in the caller's transaction: what it tells of and the entry are never there without each other. */
export async function recordAudit(
  sql: { query(text: string, values: unknown[]): Promise<unknown> },
  { actor, requestId, keyId: caller = null, origin = null }: AuditActor,
  { operation, outcome, at, scopeId = null, keyId = caller, memoryUuid = null }: AuditRecord,
): Promise<void> {
  await sql.query(
    `INSERT INTO audit_events
       (entry_id, at, actor, request_id, operation, outcome, scope_id, key_id, memory_id, origin)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    // A subject of a JWT may be a person's name: it is not kept.
    [
      ...[uuidv7(), at, actor, requestId, operation, outcome, scopeId],
      ...[keyId !== null && UUID.test(keyId) ? keyId : null, memoryUuid, origin],
    ],
  );
}
