import type { EntityManager } from 'typeorm';
import { ErasedScope } from '#database/erased-scopes.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { ScopeEntity } from './scope.entity.js';
import { createApiKey, InvalidScopeName, type NewApiKey } from './api-keys.js';
import { NO_PEPPERS, type Peppers } from './key-hash.js';
import { audited, OperationRefused, type Operator, type Transactions } from './audit.js';
import { isPermission, type Permission } from './permissions.js';

/** New key with its secret, which is shown only now. */
export interface MadeKey extends NewApiKey {
  readonly key: string;
  readonly keyId: string;
  readonly scopeId: string;
}

/** New key that replaces another one. */
export interface RotatedKey extends MadeKey {
  readonly replaces: string;
  /** Time at which the replaced key stops working. */
  readonly oldKeyEndsAt: Date;
}

/** Maximum grace period of a rotation, in seconds: 30 days. */
export const LONGEST_GRACE_S = 30 * 86_400;

/** Creates a key, and registers its scope if it is new. @throws OperationRefused invalid_scope_name, erased_scope */
export function createKey(
  transactions: Transactions,
  operator: Operator,
  key: NewApiKey,
  now: Date,
  peppers: Peppers = NO_PEPPERS,
): Promise<MadeKey> {
  return audited(transactions, operator, 'keys.create', now, async (tx) => {
    const made = await insertKey(tx, key, peppers);
    return { result: made, concerns: made };
  });
}

/**
 * Creates a key with the same scope, permissions, name and expiry, and ends the old one: now, or after the grace period
 * unless it expires earlier. The old key is locked, so the second of two concurrent rotations is refused.
 * @throws OperationRefused unknown_key, revoked, expired, already_rotated, erased_scope
 */
export function rotateKey(
  transactions: Transactions,
  operator: Operator,
  rotation: { readonly keyId: string; readonly graceSeconds: number },
  now: Date,
  peppers: Peppers = NO_PEPPERS,
): Promise<RotatedKey> {
  return audited(transactions, operator, 'keys.rotate', now, async (tx) => {
    const old = await lockKey(tx, rotation.keyId);
    if (old.rotatedTo !== null) throw refused('already_rotated', old);
    if (old.revokedAt !== null) throw refused('revoked', old);
    if (old.expiresAt !== null && old.expiresAt <= now) throw refused('expired', old);
    const made = await insertKey(tx, { ...(await scopeNames(tx, old)), ...sameAs(old) }, peppers);
    const oldKeyEndsAt = endOf(old, rotation.graceSeconds, now);
    const ended = rotation.graceSeconds === 0 ? { revokedAt: now } : { expiresAt: oldKeyEndsAt };
    await tx.update(ApiKeyEntity, { keyId: old.keyId }, { ...ended, rotatedTo: made.keyId });
    return { result: { ...made, replaces: old.keyId, oldKeyEndsAt }, concerns: old };
  });
}

/** Revokes a key, even an expired one. @throws OperationRefused unknown_key, revoked */
export async function revokeKey(
  transactions: Transactions,
  operator: Operator,
  keyId: string,
  now: Date,
): Promise<void> {
  await audited(transactions, operator, 'keys.revoke', now, async (tx) => {
    const key = await lockKey(tx, keyId);
    if (key.revokedAt !== null) throw refused('revoked', key);
    await tx.update(ApiKeyEntity, { keyId }, { revokedAt: now });
    return { result: undefined, concerns: key };
  });
}

async function insertKey(tx: EntityManager, key: NewApiKey, peppers: Peppers): Promise<MadeKey> {
  try {
    const { key: secret, keyId, scope } = await createApiKey(tx, key, peppers);
    return { ...key, key: secret, keyId, scopeId: scope.scopeId };
  } catch (error) {
    if (error instanceof ErasedScope)
      throw new OperationRefused('erased_scope', { scopeId: error.scopeId, keyId: null });
    if (error instanceof InvalidScopeName) throw new OperationRefused('invalid_scope_name');
    throw error;
  }
}

async function lockKey(tx: EntityManager, keyId: string): Promise<ApiKeyEntity> {
  const key = await tx.findOne(ApiKeyEntity, { where: { keyId }, lock: { mode: 'pessimistic_write' } });
  if (!key) throw new OperationRefused('unknown_key', { scopeId: null, keyId });
  return key;
}

function refused(reason: 'revoked' | 'expired' | 'already_rotated', key: ApiKeyEntity): OperationRefused {
  return new OperationRefused(reason, key);
}

async function scopeNames(tx: EntityManager, { scopeId }: ApiKeyEntity): Promise<{ namespace: string; agent: string }> {
  const { namespace, agent } = await tx.findOneByOrFail(ScopeEntity, { scopeId });
  return { namespace, agent };
}

function sameAs({ name, permissions, expiresAt }: ApiKeyEntity): {
  name: string;
  permissions: Permission[];
  expiresAt: Date | null;
} {
  return { name, permissions: permissions.filter(isPermission), expiresAt };
}

function endOf({ expiresAt }: ApiKeyEntity, graceSeconds: number, now: Date): Date {
  const afterGrace = new Date(now.getTime() + graceSeconds * 1000);
  return expiresAt !== null && expiresAt < afterGrace ? expiresAt : afterGrace;
}
