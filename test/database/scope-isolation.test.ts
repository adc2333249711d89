import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg, { type Pool } from 'pg';
import { scopeOf } from '#contracts/scope.js';
import { createServicePool } from '#database/data-source.js';
import { inScope } from '#database/in-scope.js';
import { testDatabase } from '../harness/services.js';

const ours = scopeOf('test', 'ours').scopeId;
const theirs = scopeOf('test', 'theirs').scopeId;

let owner: Pool;
let service: Pool;

beforeAll(async () => {
  const url = await testDatabase();
  owner = new pg.Pool({ connectionString: url, max: 1 });
  service = createServicePool({ url, poolSize: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  for (const [scopeId, name] of [
    [ours, 'Ada'],
    [theirs, 'Bob'],
  ] as const)
    await owner.query(
      `INSERT INTO entities (scope_id, entity_id, type_id, normal_form, canonical_name)
       VALUES ($1, gen_random_uuid(), 1, $2, $2)`,
      [scopeId, name],
    );
});
afterAll(async () => {
  await service.end();
  await owner.end();
});

const names = `SELECT canonical_name FROM entities`;

test('a statement that forgets its scope sees only the rows of the scope that is set', async () => {
  const { rows } = await inScope(service, ours).query(names);
  expect(rows).toEqual([{ canonical_name: 'Ada' }]);
});

test('a statement that names another scope sees nothing', async () => {
  const { rows } = await inScope(service, ours).query(`${names} WHERE scope_id = $1`, [theirs]);
  expect(rows).toEqual([]);
});

test('without a scope there are no rows, also on a connection that served one before', async () => {
  await inScope(service, ours).query(names);
  await inScope(service, ours).transaction((tx) => tx.query(names));
  expect((await service.query(names)).rows).toEqual([]);
  expect((await inScope(service, []).query(names)).rows).toEqual([]);
});

test('a transaction sees the rows of its scope, and changes no other', async () => {
  const renamed = await inScope(service, ours).transaction(async (tx) => {
    const { rowCount } = await tx.query(`UPDATE entities SET canonical_name = 'Ada L.'`);
    return rowCount;
  });
  expect(renamed).toBe(1);
  const { rows } = await owner.query<{ canonical_name: string }>(`${names} ORDER BY 1`);
  expect(rows.map((row) => row.canonical_name)).toEqual(['Ada L.', 'Bob']);
  await owner.query(`UPDATE entities SET canonical_name = 'Ada' WHERE scope_id = $1`, [ours]);
});

test('a row cannot be written into another scope', async () => {
  const insert = `INSERT INTO llm_jobs (scope_id, memory_id, run_at) VALUES ($1, gen_random_uuid(), now())`;
  await inScope(service, ours).query(insert, [ours]);
  await expect(inScope(service, ours).query(insert, [theirs])).rejects.toMatchObject({ code: '42501' });
});

test('a batch of several scopes may append to them, and read no memory of theirs', async () => {
  const insert = `INSERT INTO memories (scope_id, memory_id, kind, salience, created_at_nanos, occurred_at_nanos)
    SELECT scope_id, gen_random_uuid(), 0, 0, 0, 0 FROM unnest($1::uuid[]) AS row (scope_id)`;
  const both = inScope(service, [ours, theirs]);
  await both.query(insert, [[ours, theirs]]);
  await expect(inScope(service, [ours]).query(insert, [[ours, theirs]])).rejects.toMatchObject({ code: '42501' });
  expect((await both.query('SELECT FROM memories')).rows).toHaveLength(0);
  expect((await inScope(service, theirs).query('SELECT FROM memories')).rows).toHaveLength(1);
});

test('keys and secrets are out of reach of the service', async () => {
  for (const table of ['api_keys', 'audit_events', 'erasures', 'deployment_secrets', 'log_checkpoints'])
    await expect(inScope(service, ours).query(`SELECT FROM ${table}`)).rejects.toMatchObject({ code: '42501' });
});

test('a statement that could not be prepared is prepared anew, and one that failed works again', async () => {
  const late = 'SELECT count(*)::int AS n FROM comes_later WHERE n / $1 > 0';
  await expect(inScope(service, ours).query(late, [1])).rejects.toMatchObject({ code: '42P01' });
  await owner.query('CREATE TABLE comes_later AS SELECT 4 AS n');
  await owner.query('GRANT SELECT ON comes_later TO engraph_service');
  await expect(inScope(service, ours).query(late, [0])).rejects.toMatchObject({ code: '22012' });
  for (let i = 0; i < 2; i += 1) expect((await inScope(service, ours).query(late, [2])).rows).toEqual([{ n: 1 }]);
});

test('every table that carries a scope is closed to a service that sets none', async () => {
  const { rows } = await owner.query<{ table: string }>(
    `SELECT c.oid::regclass::text AS table FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
     WHERE c.relkind IN ('r', 'p') AND a.attname = 'scope_id' AND NOT a.attisdropped
       AND NOT c.relrowsecurity AND has_table_privilege('engraph_service', c.oid, 'SELECT')`,
  );
  expect(rows).toEqual([]);
});

test('the policy costs no index: a lookup by key stays one', async () => {
  const { rows } = await inScope(service, ours).query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT 1 FROM entities WHERE scope_id = '${ours}' AND entity_id = '${ours}'`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index.*Scan using entities_/);
});
