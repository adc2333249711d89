import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { postgresAccount } from './embedded-postgres-account.js';
import { postgresPrograms } from './embedded-postgres-binaries.js';
import { ensureCluster, ensurePassword } from './embedded-postgres-cluster.js';
import {
  DataDirUnusable,
  EmbeddedPostgresUnavailable,
  PostgresPortInUse,
  PostgresStartFailed,
} from './embedded-postgres-errors.js';
import { lockDataDir, type DataDirLock } from './embedded-postgres-lock.js';
import { endOrphan } from './embedded-postgres-orphan.js';
import { postgresUrl } from './embedded-postgres-running.js';
import { SERVICE_ROLE } from './schema/row-security.js';
import { startServer, type Server, type ServerPlace } from './embedded-postgres-server.js';

/** Options of `startEmbeddedPostgres`. */
export interface EmbeddedPostgresOptions {
  /** Directory for the cluster (`postgres/`), its password, log and lock; created if missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1; a free one by default. */
  port?: number;
  /** Receives a line about anything that took time or was repaired. */
  log: (line: string) => void;
  /** Settings of Postgres instead of the usual ones, which make it durable. */
  settings?: Readonly<Record<string, string>>;
}

/** A Postgres server run by this process. */
export interface EmbeddedPostgres {
  /** Connection string of the superuser to the database `engraph`. */
  url: string;
  /** Connection string of the login that serves requests, which `migrate` creates. */
  serviceUrl: string;
  port: number;
  pid: number;
  /** Resolves when the server has ended for any reason, with how: `status 0`, or a signal's name. */
  exited: Promise<string>;
  /** Shuts down fast and releases the data directory; a second call returns the same promise. */
  stop: () => Promise<void>;
}

/**
 * Starts a real, durable Postgres on `${dataDir}/postgres`, creating it on the first start, and resolves when it
 * answers. One process at a time owns a data directory. A server left by a killed process is stopped first; an
 * interrupted start leaves nothing that prevents the next. The server does not keep this process alive, and outlives it
 * unless `stop` is called.
 *
 * Throws DataDirInUse, DataDirUnusable, EmbeddedPostgresUnavailable, PostgresPasswordMissing, PostgresPortInUse and
 * PostgresStartFailed.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresUnavailable('it runs on Linux only; elsewhere use docker compose');
  }
  const dataDir = await createDataDir(options.dataDir);
  const lock = lockDataDir(dataDir);
  try {
    const servicePassword = await ensurePassword(join(dataDir, 'postgres-service.password'), false);
    const server = await startLocked(dataDir, options);
    return { ...handle(server, lock), serviceUrl: postgresUrl(server.port, servicePassword, SERVICE_ROLE) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

type StartedServer = Server & Pick<ServerPlace, 'port' | 'password'>;

async function createDataDir(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true });
    return await realpath(path);
  } catch (cause) {
    throw new DataDirUnusable(path, 'it cannot be created', { cause });
  }
}

async function startLocked(
  dataDir: string,
  { port, log, settings = {} }: EmbeddedPostgresOptions,
): Promise<StartedServer> {
  const clusterDir = join(dataDir, 'postgres');
  const account = await postgresAccount(dataDir, clusterDir);
  const programs = await postgresPrograms(account);
  const password = await ensureCluster(dataDir, clusterDir, programs.initdb, account);
  await endOrphan(dataDir, clusterDir, log);
  const place = { dataDir, clusterDir, program: programs.postgres, account, password, settings };
  return startWithRetry(() => claimPort(port), place, log);
}

const RETRIES = 240;
const RETRY_DELAY_MS = 250;

/**
 * Retries for a minute while a query of a killed server still runs (Postgres refuses to share the data with it), or
 * when another process took the free port first.
 */
async function startWithRetry(
  nextPort: () => Promise<number>,
  place: Omit<ServerPlace, 'port'>,
  log: (line: string) => void,
): Promise<StartedServer> {
  for (let retry = 0; ; retry += 1) {
    const port = await nextPort();
    try {
      const server = await startServer({ ...place, port }, log);
      return { ...server, port, password: place.password };
    } catch (error) {
      if (retry === RETRIES || !isTemporary(error)) throw error;
      if (retry === 0) log(`trying again: ${error.message}`);
      await delay(RETRY_DELAY_MS);
    }
  }
}

function isTemporary(error: unknown): error is PostgresStartFailed {
  if (!(error instanceof PostgresStartFailed)) return false;
  return /pre-existing shared memory block|could not create any TCP\/IP sockets/.test(error.logTail);
}

/** Returns `port`, or a free one, after binding it once. */
async function claimPort(port = 0): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      reject(cause.code === 'EADDRINUSE' ? new PostgresPortInUse(port) : cause);
    });
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  });
}

function handle(
  { pid, exited, port, password, stop }: StartedServer,
  lock: DataDirLock,
): Omit<EmbeddedPostgres, 'serviceUrl'> {
  let stopped: Promise<void> | undefined;
  return {
    url: postgresUrl(port, password),
    port,
    pid,
    exited,
    stop: () => {
      stopped ??= stop().finally(() => {
        lock.release();
      });
      return stopped;
    },
  };
}
