import { uuidv7 } from '#contracts/uuid-v7.js';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { ErasedScope, isErased } from '#database/erased-scopes.js';
import { scopeOf, type Scope } from '#contracts/scope.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { isMistyped, newKey } from './key-format.js';
import { hashesOf, hashApiKey, NO_PEPPERS, type KeyHash, type Peppers } from './key-hash.js';
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

/** What a credential is looked up in: connections of the service's role will do. */
export interface CredentialStore {
  query<Rows>(text: string, values?: unknown[]): Promise<Rows>;
}

/** A pool as what credentials are looked up in. */
export function credentialStore(pool: Pick<Pool, 'query'>): CredentialStore {
  return {
    query: async <Rows>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Rows,
  };
}

/**
 * Makes a key of 256 random bits, bound to one scope. The key is returned this once; only its hash is stored, made with
 * the present pepper.
 * @throws InvalidScopeName, ErasedScope
 */
export async function createApiKey(
  store: KeyStore,
  key: NewApiKey,
  peppers: Peppers = NO_PEPPERS,
): Promise<{ readonly key: string; readonly keyId: string; readonly scope: Scope }> {
  const scope = await ensureScope(store, key.namespace, key.agent);
  if (await isErased(store, scope.scopeId)) throw new ErasedScope(scope.scopeId);
  const secret = newKey();
  const { hash, pepperId } = hashApiKey(secret, peppers.current);
  const keyId = uuidv7();
  const [{ now }]: [{ now: Date }] = await store.query('SELECT clock_timestamp() AS now');
  await store.getRepository(ApiKeyEntity).insert({
    scopeId: scope.scopeId,
    keyId,
    keyHash: hash,
    pepperId,
    name: key.name,
    permissions: [...key.permissions],
    createdAt: now,
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
export async function ensureScope(store: CredentialStore, namespace: string, agent: string): Promise<Scope> {
  for (const name of [namespace, agent])
    // eslint-disable-next-line no-control-regex -- control characters are what this refuses
    if (!/^[^\u0000-\u001f\u007f]{1,255}$/.test(name) || !name.isWellFormed()) throw new InvalidScopeName(name);
  const scope = scopeOf(namespace, agent);
  await store.query('SELECT register_scope($1, $2, $3)', [scope.scopeId, namespace, agent]);
  return scope;
}

/** The identity behind a key, or null when it is unknown, revoked or expired. */
export async function findIdentity(
  store: CredentialStore,
  key: string,
  now: Date,
  peppers: Peppers = NO_PEPPERS,
): Promise<Identity | null> {
  return (await findApiKey(store, key, now, peppers))?.identity ?? null;
}

/**
 * As `findIdentity`, with the time at which the key ends; null where it has none. A key that was hashed without the
 * present pepper is hashed anew. The index is searched by hashes, and of those a caller cannot choose the bits: how long
 * that takes tells nothing of the keys that are there.
 */
export async function findApiKey(
  store: CredentialStore,
  key: string,
  now: Date,
  peppers: Peppers = NO_PEPPERS,
): Promise<{ readonly identity: Identity; readonly expiresAt: Date | null } | null> {
  if (isMistyped(key)) return null;
  const [present, ...older] = hashesOf(key, peppers);
  const rows: FoundKey[] = await store.query('SELECT * FROM find_api_key($1, $2)', [
    [present, ...older].map(({ hash }) => hash),
    now,
  ]);
  const row = rows[0];
  if (!row) return null;
  await rehash(store, row.key_hash, present);
  const scope = scopeOf(row.namespace, row.agent);
  const permissions = new Set(row.permissions.filter(isPermission));
  return { identity: { keyId: row.key_id, auth: 'api_key', scope, permissions }, expiresAt: row.expires_at };
}

/** A process without a pepper leaves hashes as they are: one that has it made them. */
async function rehash(store: CredentialStore, stored: Buffer, { hash, pepperId }: KeyHash): Promise<void> {
  if (pepperId === null || stored.equals(hash)) return;
  await store.query('SELECT rehash_api_key($1, $2, $3)', [stored, hash, pepperId]);
}

interface FoundKey {
  readonly key_hash: Buffer;
  readonly key_id: string;
  readonly permissions: string[];
  readonly expires_at: Date | null;
  readonly namespace: string;
  readonly agent: string;
}
