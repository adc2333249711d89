import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { scopeOf } from '#contracts/scope.js';
import { openDatabase, type Database } from '#database/database.js';
import { inScope } from '#database/in-scope.js';
import { migrate } from '#database/migrate.js';
import { query } from '../harness/postgres.js';
import { serviceUrlOf } from '../harness/service-url.js';
import { testDatabase } from '../harness/services.js';

const LIMITS = { poolSize: 6, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
const ours = scopeOf('test', 'ours').scopeId;
const theirs = scopeOf('test', 'theirs').scopeId;

let url: string;
let database: Database;

beforeAll(async () => {
  url = await testDatabase();
  await migrate(url, serviceUrlOf(url));
  database = await openDatabase({ ...LIMITS, url, serviceUrl: serviceUrlOf(url) });
  for (const scopeId of [ours, theirs])
    await database.system.query(
      `INSERT INTO events (scope_id, stream_id, event_id, type, schema_version, data_bytes, data)
       VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'MemoryEncoded', 1, 2, '{"text": "kept"}')`,
      [scopeId],
    );
});
afterAll(() => database.close());

const DENIED = { code: expect.stringMatching(/^(42501|0LP01)$/) };

test('the service logs in as itself and can become nobody else, not the owner either', async () => {
  const { rows } = await database.service.query('SELECT session_user::text AS session, current_user::text AS current');
  expect(rows).toEqual([{ session: 'engraph_service', current: 'engraph_service' }]);
  const owner = decodeURIComponent(new URL(url).username);
  for (const statement of [`SET ROLE ${owner}`, `SET SESSION AUTHORIZATION ${owner}`, `SET ROLE pg_read_all_data`])
    await expect(database.service.query(statement)).rejects.toMatchObject(DENIED);
  const client = await database.service.connect();
  try {
    // With the owner's login, this would suffice.
    await client.query('RESET ROLE; RESET SESSION AUTHORIZATION');
    expect((await client.query('SELECT current_user::text AS current')).rows).toEqual([{ current: 'engraph_service' }]);
    expect((await client.query('SELECT FROM events')).rows).toHaveLength(0);
    for (const table of ['api_keys', 'deployment_secrets', 'log_checkpoints'])
      await expect(client.query(`SELECT FROM ${table}`)).rejects.toMatchObject(DENIED);
  } finally {
    client.release();
  }
});

test('rows of other scopes are neither read nor written by it, nor is row security or a trigger put off', async () => {
  expect((await inScope(database.service, ours).query('SELECT FROM events')).rows).toHaveLength(1);
  const into = `INSERT INTO events (scope_id, stream_id, event_id, type, schema_version, data_bytes, data)
    VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'MemoryEncoded', 1, 2, '{}')`;
  await expect(inScope(database.service, ours).query(into, [theirs])).rejects.toMatchObject(DENIED);
  for (const statement of [
    'ALTER TABLE events DISABLE ROW LEVEL SECURITY',
    'ALTER TABLE events DISABLE TRIGGER ALL',
    'DROP POLICY one_scope ON events',
    'SET session_replication_role = replica',
    'CREATE TABLE public.mine ()',
    `ALTER ROLE engraph_service BYPASSRLS`,
    `COPY events TO PROGRAM 'true'`,
  ])
    await expect(database.service.query(statement)).rejects.toMatchObject(DENIED);
});

test('a login that is the owner, or could become it, is refused as that of the service', async () => {
  await expect(openDatabase({ ...LIMITS, url, serviceUrl: url })).rejects.toMatchObject({
    name: 'ServiceLoginTooStrong',
  });
});

test('a login that could become what passes row security by, or reads and writes whatever there is, is refused as well', async () => {
  await query(url, `CREATE ROLE passes_by_rows BYPASSRLS`);
  const strong = new URL(serviceUrlOf(url));
  strong.password = 'strong-password';
  for (const role of ['passes_by_rows', 'pg_read_all_data', 'pg_write_all_data', 'pg_execute_server_program']) {
    strong.username = `member_of_${role}`;
    await query(
      url,
      `CREATE ROLE ${strong.username} LOGIN PASSWORD '${strong.password}' IN ROLE engraph_service, ${role}`,
    );
    await expect(openDatabase({ ...LIMITS, url, serviceUrl: strong.href })).rejects.toMatchObject({
      ...{ name: 'ServiceLoginTooStrong', login: strong.username },
    });
  }
});

test('its password is set anew by migrate, and a login of another name is left to the administrator', async () => {
  await query(url, `CREATE ROLE custom_service LOGIN PASSWORD 'custom-password' IN ROLE engraph_service`).catch(
    () => undefined,
  );
  const custom = new URL(serviceUrlOf(url));
  custom.username = 'custom_service';
  custom.password = 'custom-password';
  await migrate(url, custom.href);
  const other = await openDatabase({ ...LIMITS, url, serviceUrl: custom.href });
  expect((await inScope(other.service, ours).query('SELECT FROM events')).rows).toHaveLength(1);
  await other.close();
  custom.password = 'wrong-password';
  await expect(migrate(url, custom.href)).rejects.toMatchObject({ name: 'ServiceLoginNotMade' });

  await query(url, `ALTER ROLE engraph_service PASSWORD 'other-password'`);
  await expect(openDatabase({ ...LIMITS, url, serviceUrl: serviceUrlOf(url) })).rejects.toMatchObject({
    code: '28P01',
  });
  await migrate(url, serviceUrlOf(url));
  const again = await openDatabase({ ...LIMITS, url, serviceUrl: serviceUrlOf(url) });
  await again.close();
  const [stored] = await query(url, `SELECT rolpassword FROM pg_authid WHERE rolname = 'engraph_service'`);
  expect(stored?.['rolpassword']).toMatch(/^SCRAM-SHA-256\$4096:/);
});

test('events are changed by nobody: neither the service nor the owner can update, delete or truncate them', async () => {
  for (const statement of [`UPDATE events SET data = '{}'`, 'DELETE FROM events', 'TRUNCATE events']) {
    await expect(inScope(database.service, ours).query(statement)).rejects.toMatchObject(DENIED);
    await expect(database.system.query(statement)).rejects.toThrow('events are appended, never changed');
  }
  const [{ scope_id, stream_id }] = (
    await database.system.query<{ scope_id: string; stream_id: string }>(
      'SELECT scope_id, stream_id FROM events WHERE scope_id = $1',
      [ours],
    )
  ).rows as [{ scope_id: string; stream_id: string }];
  const redact = (scope: string) =>
    inScope(database.service, scope).query(`SELECT redact_events($1, $2, '{}', '1')`, [scope_id, stream_id]);
  // Of a memory that was not erased, and of another scope.
  await expect(redact(ours)).rejects.toMatchObject(DENIED);
  await database.system.query(
    `INSERT INTO memories (scope_id, memory_id, kind, salience, created_at_nanos, occurred_at_nanos, erased)
     VALUES ($1, $2, 0, 0, 0, 0, true)`,
    [scope_id, stream_id],
  );
  await expect(redact(theirs)).rejects.toMatchObject(DENIED);
  const texts = async () =>
    (await database.system.query<{ text: string | null }>(`SELECT data ->> 'text' AS text FROM events`)).rows.map(
      ({ text }) => text,
    );
  expect(await texts()).toEqual(['kept', 'kept']);
  await redact(ours);
  expect((await texts()).toSorted()).toEqual([null, 'kept'].toSorted());
});

test('an erased scope takes its events along, and only those', async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const erase = `DELETE FROM events WHERE set_config('engraph.event_change', 'erasure', true) IS NOT NULL`;
    await expect(client.query(erase)).rejects.toThrow('never changed');
    await client.query('INSERT INTO erased_scopes (scope_id, erased_at) VALUES ($1, now())', [theirs]);
    expect((await client.query(`${erase} AND scope_id = $1`, [theirs])).rowCount).toBe(1);
    await expect(client.query('DELETE FROM events')).rejects.toThrow('never changed');
  } finally {
    await client.end();
  }
});
