import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { listAudit, pruneAudit } from '#access/audit.js';
import { inScope } from '#database/in-scope.js';
import { openDatabase, type Database } from '#database/database.js';
import { eraseScope } from '#memories/erase/erase-scope.js';
import { eraseForgotten } from '#memories/forget/erase-forgotten.js';
import { lockScope } from '#database/in-locked-scope.js';
import { restoreMemory } from '#memories/restore/restore-memory.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

const OPERATOR = { actor: 'cli', requestId: 'request-1', origin: 'ops@host' } as const;
const TEXT = 'Gwendolyn keeps her secret in Wuppertal.';
const PAGE = { keyId: null, before: null, limit: 1000 };

let engraph: RunningEngraph;
let database: Database;
let owner: Pool;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION: 'off' });
  const url = engraph.databaseUrl;
  const limits = { connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
  database = await openDatabase({ url, poolSize: 6, ...limits, entities: ACCESS_ENTITIES });
  owner = database.system;
});
afterAll(async () => {
  await database.close();
  await engraph.stop();
});

const entries = async () => (await listAudit(database.dataSource, OPERATOR, PAGE, new Date())).entries;

test('erasures by a key, by the service itself and of a scope, and restores, are audited: who, when, what, from where', async () => {
  const client = await engraph.client('acme', 'audited');
  const stored = async () =>
    ((await client.post('/v1/memories', { text: TEXT })).body as { memory_id: string }).memory_id;
  const [hard, soft, back] = [await stored(), await stored(), await stored()];
  await client.delete('/v1/memories', { memory_id: hard, hard: true });
  for (const id of [soft, back]) await client.delete('/v1/memories', { memory_id: id });
  const scope = (await owner.query<{ scope_id: string }>(`SELECT scope_id FROM scopes WHERE agent = 'audited'`))
    .rows[0];
  const scopeId = scope?.scope_id ?? '';
  const tx = await owner.connect();
  await tx.query('BEGIN');
  await lockScope(tx, scopeId);
  await restoreMemory(tx, scopeId, uuidOfMemoryId(back) ?? '', new Date(), OPERATOR);
  await tx.query('COMMIT');
  tx.release();
  await eraseForgotten(owner, new Date(Date.now() + 8 * 86_400_000), 10);
  await eraseScope(owner, scopeId, { now: new Date(), by: OPERATOR });
  const told = (await entries()).filter((entry) => entry.scopeId === scopeId).reverse();
  expect(told).toMatchObject([
    { operation: 'memory.erase', actor: 'api', outcome: 'done', memoryUuid: uuidOfMemoryId(hard), origin: '127.0.0.1' },
    { operation: 'memory.restore', actor: 'cli', memoryUuid: uuidOfMemoryId(back), origin: 'ops@host' },
    { operation: 'memory.erase', actor: 'job', memoryUuid: uuidOfMemoryId(soft), keyId: null },
    { operation: 'scope.erase', actor: 'cli', memoryUuid: null, requestId: 'request-1' },
  ]);
  const { rows } = await owner.query<{ key_id: string }>('SELECT key_id FROM api_keys WHERE scope_id = $1', [scopeId]);
  expect(told[0]?.keyId).toBe(rows[0]?.key_id);
  const all = await owner.query<{ row: string }>('SELECT a::text AS row FROM audit_events AS a');
  for (const { row } of all.rows) expect(row).not.toMatch(/Gwendolyn|Wuppertal/);
  const erased = await owner.query('SELECT memory_id FROM erasures WHERE scope_id = $1 ORDER BY erasure_id', [scopeId]);
  expect(erased.rows).toEqual([
    { memory_id: uuidOfMemoryId(hard) },
    { memory_id: uuidOfMemoryId(soft) },
    { memory_id: null },
  ]);
});

test('the audit and the list of erasures are appended by the service, in its scope, and changed by nobody', async () => {
  const [ours, theirs] = [randomUUID(), randomUUID()];
  const into = `INSERT INTO audit_events (entry_id, at, actor, request_id, operation, outcome, scope_id)
    VALUES (gen_random_uuid(), now(), 'api', '', 'memory.erase', 'done', $1)`;
  await inScope(database.service, ours).query(into, [ours]);
  const erasure = `INSERT INTO erasures (erasure_id, erased_at, scope_id, memory_id) VALUES (gen_random_uuid(), now(), $1, $2)`;
  const denied = { code: '42501' };
  await expect(inScope(database.service, ours).query(into, [theirs])).rejects.toMatchObject(denied);
  for (const table of ['audit_events', 'erasures']) {
    for (const statement of [`SELECT FROM ${table}`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
      await expect(inScope(database.service, ours).query(statement)).rejects.toMatchObject(denied);
    await expect(inScope(database.service, ours).query(`UPDATE ${table} SET scope_id = NULL`)).rejects.toMatchObject(
      denied,
    );
    await inScope(database.service, ours).query(erasure, [ours, randomUUID()]);
    for (const statement of [
      `UPDATE ${table} SET scope_id = gen_random_uuid()`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ])
      await expect(owner.query(statement)).rejects.toThrow('is appended, never changed');
  }
});

test('the service writes down what callers erase: no entry in the name of an operator, and no erasure of a whole scope', async () => {
  const ours = randomUUID();
  const service = inScope(database.service, ours);
  const denied = { code: '42501' };
  for (const [actor, operation] of [
    ['cli', 'memory.erase'],
    ['admin', 'memory.erase'],
    ['job', 'memory.erase'],
    ['api', 'keys.create'],
    ['api', 'scope.erase'],
  ])
    await expect(
      service.query(
        `INSERT INTO audit_events (entry_id, at, actor, request_id, operation, outcome, scope_id)
         VALUES (gen_random_uuid(), now(), $2, '', $3, 'done', $1)`,
        [ours, actor, operation],
      ),
    ).rejects.toMatchObject(denied);
  // A restore would erase the scope because of it.
  const wholeScope = 'INSERT INTO erasures (erasure_id, erased_at, scope_id) VALUES (gen_random_uuid(), now(), $1)';
  await expect(service.query(wholeScope, [ours])).rejects.toMatchObject(denied);
});

test('entries go by the retention alone, which keeps 90 days and is audited', async () => {
  const now = new Date();
  const before = new Date(now.getTime() - 100 * 86_400_000);
  await owner.query(
    `INSERT INTO audit_events (entry_id, at, actor, request_id, operation, outcome)
     VALUES (gen_random_uuid(), $1, 'cli', 'old', 'keys.list', 'done')`,
    [new Date(before.getTime() - 1)],
  );
  const kept = (await entries()).length;
  await expect(async () => pruneAudit(database.dataSource, OPERATOR, now, now)).rejects.toThrow(RangeError);
  expect(await pruneAudit(database.dataSource, OPERATOR, before, now)).toBe(1);
  const after = await entries();
  // One entry is removed; the entries of the list, the pruning and this list are added, each after its own result.
  expect(after).toHaveLength(kept + 1);
  expect(after.filter(({ operation }) => operation === 'audit.prune')).toMatchObject([
    { outcome: 'done', actor: 'cli', origin: 'ops@host' },
  ]);
});
