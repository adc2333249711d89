import type { ApiKeyEntity } from './api-key.entity.js';
import type { KeyStore } from './api-keys.js';
import { audited, type Operator, type Transactions } from './audit.js';
import type { Scope } from '#contracts/scope.js';

/** `expiring`: replaced by another key, and valid until its grace period ends. */
export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

/** Listed key, without the key and its hash. */
export interface ListedApiKey extends Omit<ApiKeyEntity, 'keyHash' | 'pepperId'>, Pick<Scope, 'namespace' | 'agent'> {
  readonly state: KeyState;
}

export interface KeyFilter {
  readonly namespace: string | null;
  readonly agent: string | null;
  /** Whether to include revoked keys. */
  readonly revoked: boolean;
  /** Id of the last key of the previous page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Lists one page of keys in order of creation; `next` is null on the last page. */
export function listKeys(
  transactions: Transactions,
  operator: Operator,
  filter: KeyFilter,
  now: Date,
): Promise<{ readonly keys: ListedApiKey[]; readonly next: string | null }> {
  return audited(transactions, operator, 'keys.list', now, async (tx) => {
    const found = await selectKeys(tx, { ...filter, limit: filter.limit + 1 });
    const keys = found.slice(0, filter.limit).map((key) => ({ ...key, state: stateOf(key, now) }));
    return { result: { keys, next: found.length > filter.limit ? (keys.at(-1)?.keyId ?? null) : null } };
  });
}

function selectKeys(
  store: Pick<KeyStore, 'query'>,
  { namespace, agent, revoked, after, limit }: KeyFilter,
): Promise<Omit<ListedApiKey, 'state'>[]> {
  return store.query(
    `SELECT key_id AS "keyId", scope_id AS "scopeId", namespace, agent, name, permissions,
            k.created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
            rotated_to AS "rotatedTo"
     FROM api_keys AS k JOIN scopes USING (scope_id)
     WHERE ($1::text IS NULL OR namespace = $1) AND ($2::text IS NULL OR agent = $2)
       AND ($3 OR revoked_at IS NULL) AND ($4::uuid IS NULL OR key_id > $4)
     ORDER BY key_id LIMIT $5`,
    [namespace, agent, revoked, after, limit],
  );
}

function stateOf(
  { revokedAt, expiresAt, rotatedTo }: Pick<ApiKeyEntity, 'revokedAt' | 'expiresAt' | 'rotatedTo'>,
  now: Date,
): KeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return rotatedTo === null ? 'active' : 'expiring';
}
