import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '#database/data-source.js';
import { testDatabase } from '../../../test/harness/services.js';
import { ACCESS_ENTITIES } from './access-entities.js';
import { createApiKey, ensureScope, findIdentity, InvalidScopeName } from './api-keys.js';
import { Authenticator } from './authenticator.js';
import { revokeKey } from './key-operations.js';

let source: DataSource;

beforeAll(async () => {
  const url = await testDatabase();
  const options = { url, poolSize: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 0, entities: ACCESS_ENTITIES };
  source = await createDataSource(options).initialize();
});

afterAll(async () => {
  await source.destroy();
});

function newKey(expiresAt: Date | null = null) {
  const permissions = ['encode', 'recall'] as const;
  return createApiKey(source, { namespace: 'acme', agent: randomUUID(), name: 'test', permissions, expiresAt });
}

test('a key resolves to its scope and permissions, and an unknown key to null', async () => {
  const { key, keyId, scope } = await newKey();
  const found = { keyId, auth: 'api_key', scope, permissions: new Set(['encode', 'recall']) };
  expect(await findIdentity(source, key, new Date())).toEqual(found);
  expect(await findIdentity(source, `${key}x`, new Date())).toBeNull();
  expect(await findIdentity(source, '', new Date())).toBeNull();
});

test('no stored row contains a key', async () => {
  const keys = await Promise.all([newKey(), newKey()]);
  for (const { key, keyId } of keys) {
    const rows: { row: string; key_hash: Buffer }[] = await source.query(
      'SELECT k::text AS row, key_hash FROM api_keys AS k WHERE key_id = $1',
      [keyId],
    );
    const [stored] = rows;
    expect(stored?.key_hash).toHaveLength(32);
    expect(stored?.row).not.toContain(key);
    expect(stored?.row).not.toContain(key.slice('engraph_sk_'.length, -6));
    expect(stored?.row).not.toContain(Buffer.from(key).toString('hex'));
  }
  expect(keys[0].key).not.toBe(keys[1].key);
});

test('a key is valid until the moment it expires', async () => {
  const expiresAt = new Date('2026-03-14T12:00:00Z');
  const { key } = await newKey(expiresAt);
  expect(await findIdentity(source, key, new Date(expiresAt.getTime() - 1))).not.toBeNull();
  expect(await findIdentity(source, key, expiresAt)).toBeNull();
});

test('a scope is registered once by concurrent callers', async () => {
  const agent = randomUUID();
  const [first, second] = await Promise.all([ensureScope(source, 'acme', agent), ensureScope(source, 'acme', agent)]);
  expect(first).toEqual(second);
  const rows: unknown[] = await source.query('SELECT FROM scopes WHERE agent = $1', [agent]);
  expect(rows).toHaveLength(1);
});

test.each(['', 'a\nb', 'a\0', '\u007f', 'x'.repeat(256), '\ud800'])('the scope name %j is refused', async (name) => {
  await expect(ensureScope(source, name, 'agent')).rejects.toThrow(InvalidScopeName);
  await expect(ensureScope(source, 'acme', name)).rejects.toThrow(InvalidScopeName);
});

test('an authenticator queries the database once per key and cache time, also for an unknown key', async () => {
  const { key } = await newKey();
  const authenticator = new Authenticator(source, undefined, null, () => 1);
  const [identity] = await Promise.all(Array.from({ length: 20 }, () => authenticator.authenticate(key)));
  expect(identity).not.toBeNull();
  expect(await authenticator.authenticate('unknown')).toBeNull();
  await source.query(`UPDATE api_keys SET permissions = '{admin}' WHERE key_id = $1`, [identity?.keyId]);
  expect(await authenticator.authenticate(key)).toBe(identity);
});

/** Revokes a key as an operator. */
const revoke = (keyId: string) => revokeKey(source, { actor: 'cli', requestId: randomUUID() }, keyId, new Date());

test('a revoked key stops working within 5 seconds on every replica that has it cached', async () => {
  const { key, keyId } = await newKey();
  let elapsed = 1;
  const replicas = [1, 2].map(() => new Authenticator(source, undefined, null, () => elapsed));
  const answers = () => Promise.all(replicas.map(async (replica) => (await replica.authenticate(key)) !== null));
  expect(await answers()).toEqual([true, true]);
  elapsed += 1_000;
  await revoke(keyId);
  expect(await answers()).toEqual([true, true]);
  elapsed += 4_999;
  expect(await answers()).toEqual([false, false]);
});

test('a slow look-up does not extend the time that a revoked key works', async () => {
  const { key, keyId } = await newKey();
  let elapsed = 1;
  const slow = Object.create(source, {
    query: {
      value: async (text: string, values: unknown[]) => {
        const rows: unknown = await source.query(text, values);
        if (elapsed === 1) {
          await revoke(keyId);
          elapsed += 2_800;
        }
        return rows;
      },
    },
  }) as DataSource;
  const replica = new Authenticator(slow, undefined, null, () => elapsed);
  expect(await replica.authenticate(key)).not.toBeNull();
  elapsed = 5_001;
  expect(await replica.authenticate(key)).toBeNull();
});

test('a cached key stops working at the moment it expires', async () => {
  const expiresAt = new Date('2026-03-14T12:00:00Z');
  const { key } = await newKey(expiresAt);
  let now = new Date(expiresAt.getTime() - 1);
  const authenticator = new Authenticator(source, () => now);
  expect(await authenticator.authenticate(key)).not.toBeNull();
  now = expiresAt;
  expect(await authenticator.authenticate(key)).toBeNull();
});

test('an unreachable database is an error, not an unknown key', async () => {
  const options = {
    url: 'postgres://nobody@127.0.0.1:1/none',
    poolSize: 4,
    connectTimeoutMs: 500,
    statementTimeoutMs: 0,
  };
  const authenticator = new Authenticator(createDataSource(options));
  await expect(authenticator.authenticate('key')).rejects.toThrow();
});
