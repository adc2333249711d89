import { uuidV7Source } from '#contracts/uuid-v7.js';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { ErasedScope, isErased } from '#database/erased-scopes.js';
import { scopeOf, type Scope } from '#contracts/scope.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { isMistyped, newKey } from './key-format.js';
import { hashesOf, hashApiKey, NO_PEPPERS, type KeyHash, type Peppers } from './key-hash.js';
import { isPermission, type Permission } from './permissions.js';

/** Identity and permissions behind a credential. */
export interface Identity {
  /** Id of the API key, or subject of the JWT. */
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

/** DataSource, or one transaction of it. */
export type KeyStore = Pick<DataSource, 'query' | 'getRepository'>;

/** Database access for looking up credentials; the service role suffices. */
export interface CredentialStore {
  query<Rows>(text: string, values?: unknown[]): Promise<Rows>;
}

/** Key ids follow the database's time, so that keys made on machines with different clocks are listed in one order. */
const nextKeyId = uuidV7Source();

/** Wraps a pool as a CredentialStore. */
export function credentialStore(pool: Pick<Pool, 'query'>): CredentialStore {
  return {
    query: async <Rows>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Rows,
  };
}

/**
 * Creates a key of 256 random bits, bound to one scope. The key is returned only here; its hash, made with the current
 * pepper, is stored.
 * @throws InvalidScopeName
 * @throws ErasedScope
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
  const [{ now }]: [{ now: Date }] = await store.query('SELECT clock_timestamp() AS now');
  const keyId = nextKeyId(now.getTime());
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

/** Registers a scope if it is new. @throws InvalidScopeName */
export async function ensureScope(store: CredentialStore, namespace: string, agent: string): Promise<Scope> {
  for (const name of [namespace, agent])
    // eslint-disable-next-line no-control-regex -- control characters are what this refuses
    if (!/^[^\u0000-\u001f\u007f]{1,255}$/.test(name) || !name.isWellFormed()) throw new InvalidScopeName(name);
  const scope = scopeOf(namespace, agent);
  await store.query('SELECT register_scope($1, $2, $3)', [scope.scopeId, namespace, agent]);
  return scope;
}

/** Identity of a key; null if it is unknown, revoked or expired. */
export async function findIdentity(
  store: CredentialStore,
  key: string,
  now: Date,
  peppers: Peppers = NO_PEPPERS,
): Promise<Identity | null> {
  return (await findApiKey(store, key, now, peppers))?.identity ?? null;
}

/**
 * Identity of a key with its expiry, which is null if it never expires. A key that was hashed without the current
 * pepper is rehashed. The index is searched by hash, whose bits a caller cannot choose, so response times reveal
 * nothing about existing keys.
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

/**
 * Stores the hash with the current pepper. A process without a pepper keeps stored hashes, which a process with one may
 * have made.
 */
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
