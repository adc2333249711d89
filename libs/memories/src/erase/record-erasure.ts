import { uuidv7 } from '#contracts/uuid-v7.js';
import { JOB, recordAudit, type AuditActor } from '#database/audit-trail.js';
import { failpoint } from '#failpoints/failpoints.js';

/**
 * Writes down, in the transaction that erases it, what was erased: in the list by which a backup from before is made to
 * forget it again, and in the audit.
 * @param erased without a memory, the whole scope
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
