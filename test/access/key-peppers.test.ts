import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { createApiKey, findIdentity } from '#access/api-keys.js';
import { checkPeppers, WrongPepper } from '#access/check-peppers.js';
import { NO_PEPPERS, type Peppers } from '#access/key-hash.js';
import { createDataSource } from '#database/data-source.js';
import { testDatabase } from '../harness/services.js';

const NOW = new Date('2026-05-01T12:00:00Z');
const FIRST: Peppers = { current: 'first pepper of this deployment, long', previous: '' };
const SECOND: Peppers = { current: 'second pepper of this deployment, long', previous: FIRST.current };

let source: DataSource;

beforeAll(async () => {
  const options = { url: await testDatabase(), poolSize: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
  source = await createDataSource({ ...options, entities: ACCESS_ENTITIES }).initialize();
});
afterAll(() => source.destroy());

function keyOf(peppers?: Peppers) {
  const key = { namespace: 'acme', agent: randomUUID(), name: '', permissions: ['recall'] as const, expiresAt: null };
  return createApiKey(source, key, peppers);
}

async function storedHash(keyId: string): Promise<Buffer | undefined> {
  const rows: { key_hash: Buffer }[] = await source.query('SELECT key_hash FROM api_keys WHERE key_id = $1', [keyId]);
  return rows[0]?.key_hash;
}

test('who has the database and not the pepper cannot tell whether a key is in it', async () => {
  const { key, keyId } = await keyOf(FIRST);
  expect(await storedHash(keyId)).toEqual(createHmac('sha256', FIRST.current).update(key).digest());
  expect(await findIdentity(source, key, NOW, FIRST)).toMatchObject({ keyId });
  for (const wrong of [NO_PEPPERS, { current: 'a pepper that is not this one, long', previous: '' }])
    expect(await findIdentity(source, key, NOW, wrong)).toBeNull();
});

test('a key made before there was a pepper stays valid, and is hashed with it at its first use', async () => {
  const { key, keyId } = await keyOf();
  expect(await storedHash(keyId)).toEqual(createHash('sha256').update(key).digest());
  for (const peppers of [FIRST, FIRST]) expect(await findIdentity(source, key, NOW, peppers)).toMatchObject({ keyId });
  expect(await storedHash(keyId)).toEqual(createHmac('sha256', FIRST.current).update(key).digest());
});

test('a pepper is replaced without a key that ends: each is hashed anew when it is used', async () => {
  const { key, keyId } = await keyOf(FIRST);
  expect(await findIdentity(source, key, NOW, SECOND)).toMatchObject({ keyId });
  expect(await findIdentity(source, key, NOW, { ...SECOND, previous: '' })).toMatchObject({ keyId });
  expect(await findIdentity(source, key, NOW, FIRST)).toBeNull();
});

test('a wrong pepper is told at the start, and one that some keys still need is counted', async () => {
  await source.query('DELETE FROM api_keys');
  await keyOf();
  expect(await checkPeppers(source, NO_PEPPERS, NOW)).toBe(0);
  await keyOf(FIRST);
  expect(await checkPeppers(source, FIRST, NOW)).toBe(0);
  await expect(checkPeppers(source, NO_PEPPERS, NOW)).rejects.toThrow(new WrongPepper(1));
  await expect(checkPeppers(source, { ...SECOND, previous: '' }, NOW)).rejects.toThrow(WrongPepper);
  await keyOf(SECOND);
  expect(await checkPeppers(source, { ...SECOND, previous: '' }, NOW)).toBe(1);
});
