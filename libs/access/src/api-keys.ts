import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from '#contracts/uuid-v7.js';
import type { DataSource } from 'typeorm';
import { ErasedScope, isErased } from '#database/erased-scopes.js';
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

/** A database, or one transaction of it. */
export type KeyStore = Pick<DataSource, 'query' | 'getRepository'>;

const KEY_BYTES = 32;

/**
 * Makes a key of 256 random bits, bound to one scope. The key is returned this once; only its hash is stored.
 * @throws InvalidScopeName, ErasedScope
 */
export async function createApiKey(
  store: KeyStore,
  key: NewApiKey,
): Promise<{ readonly key: string; readonly keyId: string; readonly scope: Scope }> {
  const scope = await ensureScope(store, key.namespace, key.agent);
  if (await isErased(store, scope.scopeId)) throw new ErasedScope(scope.scopeId);
  const secret = randomBytes(KEY_BYTES).toString('base64url');
  const keyId = uuidv7();
  await store.getRepository(ApiKeyEntity).insert({
    scopeId: scope.scopeId,
    keyId,
    keyHash: hashOf(secret),
    name: key.name,
    permissions: [...key.permissions],
    createdAt: new Date(),
    expiresAt: key.expiresAt,
    revokedAt: null,
    rotatedTo: null,
  });
  return { key: secret, keyId, scope };
}

/**
 * Registers a scope, if it is new.
 * @throws InvalidScopeName
 */
export async function ensureScope(store: Pick<KeyStore, 'query'>, namespace: string, agent: string): Promise<Scope> {
  for (const name of [namespace, agent])
    // eslint-disable-next-line no-control-regex -- control characters are what this refuses
    if (!/^[^\u0000-\u001f\u007f]{1,255}$/.test(name) || !name.isWellFormed()) throw new InvalidScopeName(name);
  const scope = scopeOf(namespace, agent);
  await store.query('INSERT INTO scopes (scope_id, namespace, agent) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    scope.scopeId,
    namespace,
    agent,
  ]);
  return scope;
}

/** The identity behind a key, or null when it is unknown, revoked or expired. */
export async function findIdentity(dataSource: DataSource, key: string, now: Date): Promise<Identity | null> {
  return (await findApiKey(dataSource, key, now))?.identity ?? null;
}

/** As `findIdentity`, with the time at which the key ends; null where it has none. */
export async function findApiKey(
  dataSource: DataSource,
  key: string,
  now: Date,
): Promise<{ readonly identity: Identity; readonly expiresAt: Date | null } | null> {
  const rows: FoundKey[] = await dataSource.query(
    `SELECT key_id, permissions, expires_at, namespace, agent FROM api_keys JOIN scopes USING (scope_id)
     WHERE key_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [hashOf(key), now],
  );
  const row = rows[0];
  if (!row) return null;
  const scope = scopeOf(row.namespace, row.agent);
  const permissions = new Set(row.permissions.filter(isPermission));
  return { identity: { keyId: row.key_id, auth: 'api_key', scope, permissions }, expiresAt: row.expires_at };
}

interface FoundKey {
  readonly key_id: string;
  readonly permissions: string[];
  readonly expires_at: Date | null;
  readonly namespace: string;
  readonly agent: string;
}

/** 256 random bits need no salt and no slow hash. */
export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
