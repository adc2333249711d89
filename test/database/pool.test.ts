import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, createServicePool, createSession, poolOf } from '#database/data-source.js';
import { isDatabaseUnavailable, isStatementTimeout } from '#database/errors.js';
import { migrate } from '#database/migrate.js';
import type { Sql } from '#database/sql.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';

let dataSource: DataSource;
let pool: Pool;

beforeAll(async () => {
  const url = await testDatabase();
  dataSource = createDataSource({ url, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  await dataSource.initialize();
  pool = poolOf(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
});

test('a statement with parameters is prepared once per connection', async () => {
  const client = await pool.connect();
  for (let i = 0; i < 3; i += 1) await client.query('SELECT $1::int + 1 AS prepared_once', [i]);
  const { rows } = await client.query(`SELECT FROM pg_prepared_statements WHERE statement LIKE '%prepared_once%'`);
  client.release();
  expect(rows).toHaveLength(1);
});

test('integers of the database come back exact', async () => {
  const { rows } = await pool.query<{ row: object }>(
    `SELECT 1700000000000000001::bigint AS a, 18446744073709551615::numeric AS b, '{"n": 9007199254740993}'::jsonb AS c`,
  );
  expect(rows[0]).toEqual({ a: 1700000000000000001n, b: 18446744073709551615n, c: { n: 9007199254740993n } });
});

test('a lent connection that breaks while idle fails its next statement, and nothing else', async () => {
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  const gone = async (): Promise<boolean> =>
    (await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid])).rowCount === 0;
  await until(gone, 60_000, 'the end of the connection');
  const failure: unknown = await client.query('SELECT 1').catch((error: unknown) => error);
  client.release(true);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('the server itself ends a statement that takes too long', async () => {
  const url = await testDatabase();
  const limited = createDataSource({ url, poolSize: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 1_000 });
  await limited.initialize();
  // The client's own timeout is 50 ms longer: it must not expire, however late the server's error arrives.
  const slow = { text: 'SELECT pg_sleep(30)', query_timeout: 60_000 };
  const failure: unknown = await poolOf(limited)
    .query(slow)
    .catch((error: unknown) => error);
  await limited.destroy();
  expect(failure).toMatchObject({ code: '57014' });
  expect([isDatabaseUnavailable(failure), isStatementTimeout(failure)]).toEqual([true, true]);
});

/** Settings of a connection as reported by the server; null if unknown. */
async function settingsOf(sql: Sql): Promise<object | undefined> {
  const { rows } = await sql.query<object>(
    `SELECT current_setting('tcp_keepalives_idle') AS keepalive, current_setting('tcp_user_timeout') AS peer,
            current_setting('idle_in_transaction_session_timeout') AS idle,
            current_setting('transaction_timeout', true) AS transaction,
            current_setting('client_connection_check_interval', true) AS client`,
  );
  return rows[0];
}

test('every connection notices a peer that is gone, and none that serves lets a transaction lie', async () => {
  const limits = { url: await testDatabase(), poolSize: 1, connectTimeoutMs: 5_000 };
  const owner = await createDataSource({ ...limits, statementTimeoutMs: 2_800 }).initialize();
  const extractor = createServicePool({ ...limits, statementTimeoutMs: 60_000 });
  const maintenance = await createDataSource({ ...limits, statementTimeoutMs: 0 }).initialize();
  const session = createSession(limits);
  await session.connect();
  const found = [poolOf(owner), extractor, poolOf(maintenance), session].map(settingsOf);
  const serving = { keepalive: '5', peer: '10000', idle: '10s', client: '5s' };
  const lasting = { keepalive: '5', peer: '60000', idle: '1min', transaction: '0' };
  expect(await Promise.all(found)).toEqual([
    { ...serving, transaction: '1min' },
    { ...serving, transaction: '5min' },
    { ...lasting, client: '5s' },
    { ...lasting, client: '0' },
  ]);
  await session.end();
  await Promise.all([owner.destroy(), extractor.end(), maintenance.destroy()]);
});

test('a transaction that the server ended because it lay idle is a fault of the surroundings', async () => {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = '50ms'`);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const gone = async (): Promise<boolean> =>
    (await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid])).rowCount === 0;
  await until(gone, 60_000, 'the end of the session');
  const failure: unknown = await client.query('COMMIT').catch((error: unknown) => error);
  client.release(true);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect(isDatabaseUnavailable(Object.assign(new Error('idle'), { code: '25P03' }))).toBe(true);
});

test('a new epoch and its default are one transaction', async () => {
  const url = await testDatabase();
  const restored = createDataSource({ url, poolSize: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  await restored.initialize();
  const there = poolOf(restored);
  await there.query('UPDATE log_epochs SET system_identifier = 1');
  await there.query(`
    CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION refuse()`);
  await expect(migrate(url)).rejects.toThrow('refused');
  expect((await there.query('SELECT epoch FROM log_epochs')).rows).toEqual([{ epoch: 1 }]);
  await there.query('DROP EVENT TRIGGER refuse');
  await migrate(url);
  const { rows } = await there.query(
    `SELECT max(epoch) AS epoch, (SELECT column_default FROM information_schema.columns
     WHERE table_name = 'events' AND column_name = 'epoch') AS "default" FROM log_epochs`,
  );
  await restored.destroy();
  expect(rows).toEqual([{ epoch: 2, default: '2' }]);
});
