import { uuidv7 } from '#contracts/uuid-v7.js';
import { JOB, recordAudit, type AuditActor } from '#database/audit-trail.js';
import { failpoint } from '#failpoints/failpoints.js';

/**
 * Records an erasure in the transaction that carries it out: in the list by which restored older backups are made to
 * forget again, and in the audit trail.
 * @param erased the scope and memory; without a memory, the whole scope was erased
 */
export async function recordErasure(
  tx: { query(text: string, values: unknown[]): Promise<unknown> },
  { scopeId, memoryUuid = null }: { readonly scopeId: string; readonly memoryUuid?: string | null },
  { now, by = JOB }: { readonly now: Date; readonly by?: AuditActor },
): Promise<void> {
  await tx.query('INSERT INTO erasures (erasure_id, erased_at, scope_id, memory_id) VALUES ($1, $2, $3, $4)', [
    ...[uuidv7(), now, scopeId, memoryUuid],
  ]);
  failpoint('audit.before-erasure');
  const operation = memoryUuid === null ? 'scope.erase' : 'memory.erase';
  await recordAudit(tx, by, { operation, outcome: 'done', at: now, scopeId, memoryUuid });
}
