import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { AuditEntry } from './audit.js';
import type { MadeKey, RotatedKey } from './key-operations.js';
import type { ListedApiKey } from './list-keys.js';

/** JSON of a listed key, for CLI and HTTP. */
export function viewOfKey(key: ListedApiKey): object {
  return {
    ...{ key_id: key.keyId, state: key.state, namespace: key.namespace, agent: key.agent, scope_id: key.scopeId },
    ...{ name: key.name, permissions: key.permissions, created_at: key.createdAt.toISOString() },
    ...{ expires_at: timeOrNull(key.expiresAt), revoked_at: timeOrNull(key.revokedAt), rotated_to: key.rotatedTo },
  };
}

/** JSON of a new key with its secret. */
export function viewOfMadeKey(made: MadeKey): object {
  return {
    ...{ key: made.key, key_id: made.keyId, namespace: made.namespace, agent: made.agent, scope_id: made.scopeId },
    ...{ name: made.name, permissions: made.permissions, expires_at: timeOrNull(made.expiresAt) },
  };
}

/** JSON of a rotated key: as `viewOfMadeKey`, with the key it replaces and when that one ends. */
export function viewOfRotatedKey(made: RotatedKey): object {
  return { ...viewOfMadeKey(made), replaces: made.replaces, old_key_ends_at: made.oldKeyEndsAt.toISOString() };
}

export function viewOfAuditEntry(entry: AuditEntry): object {
  return {
    ...{ entry_id: entry.entryId, at: entry.at.toISOString(), actor: entry.actor, request_id: entry.requestId },
    ...{ operation: entry.operation, outcome: entry.outcome, key_id: entry.keyId },
    ...{ scope_id: entry.scopeId, namespace: entry.namespace, agent: entry.agent },
    memory_id: entry.memoryUuid === null ? null : memoryIdOfUuid(entry.memoryUuid),
    origin: entry.origin,
  };
}

function timeOrNull(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
