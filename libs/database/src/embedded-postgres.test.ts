import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { until } from '../../../test/harness/until.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';
import { findRunningPostgres } from './embedded-postgres-running.js';

const LIMIT_MS = 60_000;

let dataDir: string;
const servers: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'engraph-postgres-'));
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await removeDataDir();
});

async function removeDataDir(): Promise<void> {
  // Stops a server that a killed child left running.
  await startEmbeddedPostgres({ dataDir, log: () => undefined })
    .then((server) => server.stop())
    .catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
}

async function start(log: (line: string) => void = () => undefined, port?: number): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, ...(port === undefined ? {} : { port }) });
  servers.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts Postgres on the same data directory in a process of its own; `line` is its report of the outcome. */
function startInChild(user: { uid?: number; gid?: number } = {}): { child: ChildProcess; line: Promise<ChildLine> } {
  const root = new URL('../../../', import.meta.url);
  const script = new URL('test/harness/embedded-postgres-process.ts', root).pathname;
  const child = spawn(process.execPath, ['--import', './test/harness/run-typescript.mjs', script, dataDir], {
    cwd: root.pathname,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  });
  children.push(child);
  const line = once(createInterface(child.stdout), 'line').then(([text]) => JSON.parse(String(text)) as ChildLine);
  return { child, line };
}

interface ChildLine {
  url: string;
  pid: number;
  error: string;
  message: string;
}

/** Kills a first start once initdb has written something; false when initdb had ended by then. */
async function killedDuringInitdb(): Promise<boolean> {
  const { child } = startInChild();
  const begun = async (): Promise<boolean> =>
    (await readdir(dataDir, { recursive: true })).some((file) => /^postgres(?:$|\.init-.*\/)/.test(file));
  await until(begun, LIMIT_MS, 'a file of initdb');
  await killed(child);
  return !(await readdir(dataDir)).includes('postgres');
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

test('committed data and the password survive a stop and a start', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept (value text); INSERT INTO kept VALUES ($$x$$)');
  await first.stop();
  await expect(first.exited).resolves.toBe('status 0');
  const second = await start();
  expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 'x' }]);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
});

test('the server is durable, local, and accepts only the stored password', async () => {
  const { url, port } = await start();
  const settings = await query(
    url,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('full_page_writes') AS pages, current_setting('listen_addresses') AS listen,
              (SELECT rolpassword LIKE 'SCRAM-SHA-256$%' FROM pg_authid WHERE rolname = 'engraph') AS scram`,
  );
  expect(settings).toEqual([{ fsync: 'on', commit: 'on', pages: 'on', listen: '127.0.0.1', scram: true }]);
  const file = join(dataDir, 'postgres.password');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(new URL(url).password).toBe((await readFile(file, 'utf8')).trim());
  await expect(query(`postgres://engraph:wrong@127.0.0.1:${port}/engraph`, 'SELECT 1')).rejects.toMatchObject({
    code: '28P01',
  });
});

test('the log contains neither the text nor a row of a failed statement', async () => {
  const { url } = await start();
  await query(url, 'CREATE TABLE secrets (value text PRIMARY KEY CHECK (value <> $$the secret$$))');
  await expect(query(url, 'INSERT INTO secrets VALUES ($$the secret$$)')).rejects.toThrow('violates check');
  await expect(query(url, 'SELECT $$the secret$$::int')).rejects.toThrow('the secret');
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('the secret');
});

test('a second instance on the same directory is refused with the pid of the holder', async () => {
  await start();
  await expect(start()).rejects.toMatchObject({ name: 'DataDirInUse', holderPid: process.pid });
  const refused = await startInChild().line;
  expect(refused.error).toBe('DataDirInUse');
  expect(refused.message).toContain(`in use by process ${process.pid}`);
});

test('another command finds the running server, and none once it has stopped', async () => {
  expect(await findRunningPostgres(dataDir)).toBeNull();
  const { line } = startInChild();
  const { url, pid } = await line;
  expect(await findRunningPostgres(dataDir)).toBe(url);
  process.kill(pid, 'SIGINT');
  await until(async () => (await findRunningPostgres(dataDir)) === null, LIMIT_MS, 'the end of the server');
});

test('after kill -9 of its process the orphaned server is replaced and no committed data is lost', async () => {
  const { child, line } = startInChild();
  const { url, pid } = await line;
  await query(url, 'CREATE TABLE kept (value int); INSERT INTO kept VALUES (1)');
  await killed(child);
  expect(await query(url, 'SELECT value FROM kept')).toEqual([{ value: 1 }]);
  const lines: string[] = [];
  const next = await start((text) => lines.push(text));
  expect(lines.join()).toContain(`stopping postgres ${pid}`);
  expect(next.pid).not.toBe(pid);
  expect(await query(next.url, 'SELECT value FROM kept')).toEqual([{ value: 1 }]);
});

test('a first start killed during initdb does not prevent the next', async () => {
  // If initdb ended before the kill, try again in another directory.
  while (!(await killedDuringInitdb())) {
    await removeDataDir();
    dataDir = await mkdtemp(join(tmpdir(), 'engraph-postgres-'));
  }
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.init-'))).toEqual([]);
});

test('a server killed by SIGKILL starts again with its committed data', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept (value int); INSERT INTO kept VALUES (1)');
  process.kill(first.pid, 'SIGKILL');
  await expect(first.exited).resolves.toBe('SIGKILL');
  await first.stop();
  const second = await start(undefined, first.port);
  expect(second.port).toBe(first.port);
  expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 1 }]);
});

test('a start waits for the end of a query that outlived its killed server', async () => {
  const first = await start();
  const slow = query(first.url, 'SELECT count(*) FROM generate_series(1, 8000000)').catch(() => []);
  const running = `SELECT pid FROM pg_stat_activity WHERE query LIKE '%generate_series%' AND pid <> pg_backend_pid()`;
  // The query is stopped until the start has met it; on a slow machine it would end earlier.
  const pid = await until(
    async () => {
      const [row] = await query(first.url, running);
      if (!row) return undefined;
      process.kill(Number(row['pid']), 'SIGSTOP');
      return Number(row['pid']);
    },
    LIMIT_MS,
    'the slow query',
  );
  process.kill(first.pid, 'SIGKILL');
  await first.stop();
  await expect(stat(`/proc/${pid}`)).resolves.toBeDefined();
  const goOn = (): boolean => process.kill(pid, 'SIGCONT');
  await start((line) => line.startsWith('trying again') && goOn()).catch((error: unknown) => {
    goOn();
    throw error;
  });
  expect(await stat(`/proc/${pid}/cwd`).catch(() => 'ended')).toBe('ended');
  await slow;
});

test('a stale pid file, whose pid another process has now, does not prevent a start', async () => {
  const first = await start();
  await first.stop();
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  const other = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' });
  children.push(other);
  const stale = [other.pid, dataDir, 1, first.port, '', '127.0.0.1', '1 1', 'ready'].join('\n');
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), stale);
  const second = await start();
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(other.exitCode ?? other.signalCode).toBeNull();
});

test('a taken port, a lost password and a foreign file are refused with named errors', async () => {
  const first = await start();
  const held = dataDir;
  dataDir = await mkdtemp(join(tmpdir(), 'engraph-postgres-'));
  await expect(start(undefined, first.port)).rejects.toMatchObject({ name: 'PostgresPortInUse', port: first.port });
  await rm(dataDir, { recursive: true });
  dataDir = held;
  await first.stop();
  await rm(join(dataDir, 'postgres.password'));
  await expect(start()).rejects.toMatchObject({ name: 'PostgresPasswordMissing' });
  await rm(join(dataDir, 'postgres/PG_VERSION'));
  await expect(start()).rejects.toMatchObject({ name: 'DataDirUnusable' });
});

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

(isRoot && !readableByOthers() ? test.skip : test)('a user other than root runs it under its own id', async () => {
  if (isRoot) await chown(dataDir, NOBODY, NOBODY);
  const { child, line } = startInChild(isRoot ? { uid: NOBODY, gid: NOBODY } : {});
  const { url, pid } = await line;
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await stat(`/proc/${pid}`)).uid).toBe(isRoot ? NOBODY : process.getuid?.());
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  await expect(stat(`/proc/${pid}`)).rejects.toMatchObject({ code: 'ENOENT' });
});

/** Whether the user nobody can read the sources, which may be below a private directory. */
function readableByOthers(): boolean {
  const place = new URL('.', import.meta.url).pathname;
  return spawnSync('test', ['-r', place], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0;
}
