import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { IsNull, type DataSource } from 'typeorm';
import { scopeOf, type Scope } from '#contracts/scope.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { isPermission, type Permission } from './permissions.js';

/** Who a credential stands for, and what it may do. */
export interface Identity {
  /** The API key's id, or the subject of a JWT. */
  readonly keyId: string;
  readonly auth: 'api_key' | 'jwt';
  readonly scope: Scope;
  readonly permissions: ReadonlySet<Permission>;
}

export interface NewApiKey {
  readonly namespace: string;
  readonly agent: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly expiresAt: Date | null;
}

/** A namespace or agent is 1 to 255 characters without control characters. */
export class InvalidScopeName extends Error {
  override readonly name = 'InvalidScopeName';
  constructor(readonly value: string) {
    super('a namespace or agent is 1 to 255 characters, without control characters');
  }
}

const KEY_BYTES = 32;

/**
 * Makes a key of 256 random bits, bound to one scope. The key is returned this once; only its hash is stored.
 * @throws InvalidScopeName
 */
export async function createApiKey(
  dataSource: DataSource,
  key: NewApiKey,
): Promise<{ readonly key: string; readonly keyId: string; readonly scope: Scope }> {
  const scope = await ensureScope(dataSource, key.namespace, key.agent);
  const secret = randomBytes(KEY_BYTES).toString('base64url');
  const keyId = uuidv7();
  await dataSource.getRepository(ApiKeyEntity).insert({
    scopeId: scope.scopeId,
    keyId,
    keyHash: hashOf(secret),
    name: key.name,
    permissions: [...key.permissions],
    createdAt: new Date(),
    expiresAt: key.expiresAt,
    revokedAt: null,
  });
  return { key: secret, keyId, scope };
}

/**
 * Registers a scope, if it is new.
 * @throws InvalidScopeName
 */
export async function ensureScope(dataSource: DataSource, namespace: string, agent: string): Promise<Scope> {
  for (const name of [namespace, agent])
    // eslint-disable-next-line no-control-regex -- control characters are what this refuses
    if (!/^[^\u0000-\u001f\u007f]{1,255}$/.test(name) || !name.isWellFormed()) throw new InvalidScopeName(name);
  const scope = scopeOf(namespace, agent);
  await dataSource.query('INSERT INTO scopes (scope_id, namespace, agent) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    scope.scopeId,
    namespace,
    agent,
  ]);
  return scope;
}

/** A key as lists show it: never the key itself. */
export type ListedApiKey = Omit<ApiKeyEntity, 'keyHash'> & Pick<Scope, 'namespace' | 'agent'>;

/** Keys of a scope, or of all scopes, oldest first; revoked ones only when asked for. */
export async function listApiKeys(
  dataSource: DataSource,
  filter: { readonly scopeId?: string; readonly revoked?: boolean },
): Promise<ListedApiKey[]> {
  return dataSource.query(
    `SELECT key_id AS "keyId", scope_id AS "scopeId", namespace, agent, name, permissions,
            k.created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"
     FROM api_keys AS k JOIN scopes USING (scope_id)
     WHERE ($1::uuid IS NULL OR scope_id = $1) AND ($2 OR revoked_at IS NULL)
     ORDER BY k.created_at, key_id`,
    [filter.scopeId ?? null, filter.revoked ?? false],
  );
}

/** Ends a key; false when there is none of that id, or it was ended before. */
export async function revokeApiKey(dataSource: DataSource, keyId: string): Promise<boolean> {
  const { affected } = await dataSource
    .getRepository(ApiKeyEntity)
    .update({ keyId, revokedAt: IsNull() }, { revokedAt: new Date() });
  return affected === 1;
}

/** The identity behind a key, or null when it is unknown, revoked or expired. */
export async function findIdentity(dataSource: DataSource, key: string, now: Date): Promise<Identity | null> {
  const rows: (Pick<Scope, 'namespace' | 'agent'> & { key_id: string; permissions: string[] })[] =
    await dataSource.query(
      `SELECT key_id, permissions, namespace, agent FROM api_keys JOIN scopes USING (scope_id)
       WHERE key_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
      [hashOf(key), now],
    );
  const row = rows[0];
  if (!row) return null;
  return {
    keyId: row.key_id,
    auth: 'api_key',
    scope: scopeOf(row.namespace, row.agent),
    permissions: new Set(row.permissions.filter(isPermission)),
  };
}

/** 256 random bits need no salt and no slow hash. */
export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
