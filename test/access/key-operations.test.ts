import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { findIdentity, type NewApiKey } from '#access/api-keys.js';
import { listAudit, type Operator } from '#access/audit.js';
import { createKey, revokeKey, rotateKey } from '#access/key-operations.js';
import { listKeys } from '#access/list-keys.js';
import { createDataSource } from '#database/data-source.js';
import { testDatabase } from '../harness/services.js';

const NOW = new Date('2026-05-01T12:00:00Z');
const OPERATOR: Operator = { actor: 'cli', requestId: 'request-1' };

let source: DataSource;

beforeAll(async () => {
  const url = await testDatabase();
  const options = { url, poolSize: 8, connectTimeoutMs: 10_000, statementTimeoutMs: 0, entities: ACCESS_ENTITIES };
  source = await createDataSource(options).initialize();
});
afterAll(async () => {
  await source.destroy();
});

function newKey(more: Partial<NewApiKey> = {}, now = NOW) {
  const key = { namespace: 'acme', agent: randomUUID(), name: 'for tests', permissions: ['recall'] as const };
  return createKey(source, OPERATOR, { ...key, expiresAt: null, ...more }, now);
}

const rotate = (keyId: string, graceSeconds = 0, now = NOW) =>
  rotateKey(source, OPERATOR, { keyId, graceSeconds }, now);

const keysOf = async (agent: string, revoked = true, now = NOW) =>
  (await listKeys(source, OPERATOR, { namespace: null, agent, revoked, after: null, limit: 10 }, now)).keys;

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const auditOf = async (keyId: string | null) =>
  (await listAudit(source, OPERATOR, { limit: 10, before: null, keyId }, NOW)).entries;

test('a key rotated without grace ends at once, and its heir has its scope, permissions, name and expiry', async () => {
  const old = await newKey({ expiresAt: later(86_400) });
  const heir = await rotate(old.keyId);
  expect(await findIdentity(source, old.key, NOW)).toBeNull();
  const found = await findIdentity(source, heir.key, NOW);
  expect(found).toMatchObject({ keyId: heir.keyId, scope: { namespace: 'acme', agent: old.agent } });
  expect([...(found?.permissions ?? [])]).toEqual(['recall']);
  const [before, after] = await keysOf(old.agent);
  expect(before).toMatchObject({ keyId: old.keyId, state: 'revoked', rotatedTo: heir.keyId });
  expect(after).toMatchObject({ keyId: heir.keyId, state: 'active', name: 'for tests', expiresAt: later(86_400) });
});

test('a key rotated with a grace works on until that is over', async () => {
  const old = await newKey();
  const heir = await rotate(old.keyId, 60);
  expect(heir.oldKeyEndsAt).toEqual(later(60));
  expect(await findIdentity(source, old.key, later(59))).not.toBeNull();
  expect(await findIdentity(source, old.key, later(60))).toBeNull();
  expect((await keysOf(old.agent)).map(({ state }) => state)).toEqual(['expiring', 'active']);
  expect((await keysOf(old.agent, true, later(60))).map(({ state }) => state)).toEqual(['expired', 'active']);
});

test('a grace never lets a key live longer than it would have, nor shortens its heir', async () => {
  const old = await newKey({ expiresAt: later(30) });
  const heir = await rotate(old.keyId, 60);
  expect(heir.oldKeyEndsAt).toEqual(later(30));
  expect(heir.expiresAt).toEqual(later(30));
  const long = await newKey({ expiresAt: later(600) });
  expect(await rotate(long.keyId, 60)).toMatchObject({ oldKeyEndsAt: later(60), expiresAt: later(600) });
});

test('of many rotations at once one makes an heir, the others are refused', async () => {
  const old = await newKey();
  const ends = await Promise.allSettled(Array.from({ length: 6 }, () => rotate(old.keyId, 60)));
  const refused = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason as unknown);
  expect(refused).toHaveLength(5);
  for (const reason of refused) expect(reason).toMatchObject({ reason: 'already_rotated' });
  expect(await keysOf(old.agent)).toHaveLength(2);
});

test('a key that is unknown, revoked, expired or rotated cannot be rotated, and each refusal is in the audit', async () => {
  const revoked = await newKey();
  await revokeKey(source, OPERATOR, revoked.keyId, NOW);
  const expired = await newKey({ expiresAt: NOW });
  const rotated = await newKey();
  await rotate(rotated.keyId, 60);
  for (const [keyId, reason] of [
    [randomUUID(), 'unknown_key'],
    [revoked.keyId, 'revoked'],
    [expired.keyId, 'expired'],
    [rotated.keyId, 'already_rotated'],
  ] as const) {
    await expect(rotate(keyId)).rejects.toMatchObject({ name: 'OperationRefused', reason });
    expect(await auditOf(keyId)).toContainEqual(
      expect.objectContaining({ operation: 'keys.rotate', outcome: reason, keyId, actor: 'cli' }),
    );
  }
  expect(await keysOf(revoked.agent)).toHaveLength(1);
  expect(await keysOf(expired.agent)).toHaveLength(1);
});

test('a revoked key is nobody, and is revoked once; one that does not exist is told apart', async () => {
  const { key, keyId, agent } = await newKey();
  await revokeKey(source, OPERATOR, keyId, NOW);
  expect(await findIdentity(source, key, NOW)).toBeNull();
  await expect(revokeKey(source, OPERATOR, keyId, later(1))).rejects.toMatchObject({ reason: 'revoked' });
  await expect(revokeKey(source, OPERATOR, randomUUID(), NOW)).rejects.toMatchObject({ reason: 'unknown_key' });
  expect(await keysOf(agent, false)).toEqual([]);
  expect(await keysOf(agent)).toMatchObject([{ keyId, revokedAt: NOW }]);
});

test('keys are listed page by page in the order in which they were made, and nothing secret with them', async () => {
  const namespace = randomUUID();
  const made = [];
  for (let i = 0; i < 5; i += 1) made.push(await newKey({ namespace, agent: `agent-${String(i % 2)}` }));
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const filter = { namespace, agent: null, revoked: false, limit: 2, after };
    const { keys, next } = await listKeys(source, OPERATOR, filter, NOW);
    seen.push(...keys.map(({ keyId }) => keyId));
    for (const key of keys) {
      expect(key).not.toHaveProperty('keyHash');
      for (const { key: secret } of made) expect(JSON.stringify(key)).not.toContain(secret);
    }
    after = next;
  } while (after !== null);
  expect(seen).toEqual(made.map(({ keyId }) => keyId));
  const ofOne = await keysOf('agent-1');
  expect(ofOne.map(({ keyId }) => keyId)).toEqual([made[1]?.keyId, made[3]?.keyId]);
});

test('the audit names operator, request, operation, scope and key, newest first, and holds no secret', async () => {
  const made = await newKey();
  const heir = await rotate(made.keyId, 60);
  await revokeKey(source, { actor: 'admin', requestId: 'request-2' }, made.keyId, later(1));
  const common = { keyId: made.keyId, scopeId: made.scopeId, namespace: 'acme', agent: made.agent, outcome: 'done' };
  expect(await auditOf(made.keyId)).toMatchObject([
    { ...common, operation: 'keys.revoke', actor: 'admin', requestId: 'request-2', at: later(1) },
    { ...common, operation: 'keys.rotate', actor: 'cli', requestId: 'request-1', at: NOW },
    { ...common, operation: 'keys.create' },
  ]);
  const rows: unknown = await source.query('SELECT a::text FROM audit_events AS a');
  for (const { key } of [made, heir]) expect(JSON.stringify(rows)).not.toContain(key);
});

test('an operation whose audit cannot be written has not been done', async () => {
  const made = await newKey();
  const nameless = { actor: 'cli', requestId: null as unknown as string } as const;
  await expect(revokeKey(source, nameless, made.keyId, NOW)).rejects.toThrow(/request_id/);
  expect(await findIdentity(source, made.key, NOW)).not.toBeNull();
});

test('a scope name that cannot be is refused, audited, and leaves neither scope nor key', async () => {
  await expect(newKey({ namespace: 'a\nb' })).rejects.toMatchObject({ reason: 'invalid_scope_name' });
  const [latest] = await auditOf(null);
  expect(latest).toMatchObject({ operation: 'keys.create', outcome: 'invalid_scope_name', scopeId: null, keyId: null });
});
