import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { OsAccount } from './embedded-postgres-account.js';
import { OWN_DIRECTORY, POSTGRES_ENVIRONMENT, POSTGRES_USER } from './embedded-postgres-cluster.js';
import { PostgresStartFailed } from './embedded-postgres-errors.js';

/** Location, program, user and port of a server. */
export interface ServerPlace {
  dataDir: string;
  clusterDir: string;
  program: string;
  account: OsAccount | undefined;
  port: number;
  password: string;
  /** In addition to `SETTINGS`, or instead of them. */
  settings: Readonly<Record<string, string>>;
}

/** A running server. */
export interface Server {
  pid: number;
  /** How the server ended (a signal's name or `status n`); resolves when it has. */
  exited: Promise<string>;
  /** Fast shutdown: open transactions are rolled back, and a checkpoint is written. */
  stop: () => Promise<void>;
}

/**
 * Settings: durable, local, and without users' text in the log (no statements, no rows, no ERROR messages that quote a
 * value).
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  password_encryption: 'scram-sha-256',
  jit: 'off',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const FAST_SHUTDOWN_LIMIT_MS = 60_000;
const POLL_MS = 25;
const REPORT_MS = 10_000;

/**
 * Starts postgres and resolves when it answers queries, however long its recovery takes. The server has a session of
 * its own, so that Ctrl-C reaches only this process, which stops the server after its own work is done.
 *
 * Throws PostgresStartFailed if it ends before that.
 */
export async function startServer(place: ServerPlace, log: (line: string) => void): Promise<Server> {
  const logFile = join(place.dataDir, 'postgres.log');
  const { child, exited } = await spawnServer(place, logFile);
  child.unref();
  try {
    await untilReady(place, logFile, exited, log);
  } catch (error) {
    await stopChild(child, exited);
    throw error;
  }
  return { pid: child.pid ?? 0, exited, stop: () => stopChild(child, exited) };
}

interface Spawned {
  child: ChildProcess;
  exited: Promise<string>;
}

async function spawnServer(place: ServerPlace, logFile: string): Promise<Spawned> {
  await rename(logFile, `${logFile}.1`).catch(() => undefined);
  const handle = await open(logFile, 'a', 0o600);
  try {
    const settings = Object.entries({ ...SETTINGS, ...place.settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = spawn(place.program, ['-D', OWN_DIRECTORY, '-p', String(place.port), ...settings], {
      cwd: place.clusterDir,
      env: POSTGRES_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', handle.fd, handle.fd],
      ...place.account,
    });
    // Listen before awaiting anything: a server that fails to start ends within milliseconds and emits this only once.
    return { child, exited: endOf(child) };
  } finally {
    await handle.close();
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('exit', (code, signal) => {
      resolve(signal ?? `status ${code ?? '?'}`);
    });
  });
}

async function untilReady(
  place: ServerPlace,
  logFile: string,
  exited: Promise<string>,
  log: (line: string) => void,
): Promise<void> {
  const started = Date.now();
  let reported = started;
  while (!(await answers(place))) {
    const exit = await Promise.race([exited, delay(POLL_MS)]);
    if (exit !== undefined)
      throw new PostgresStartFailed('postgres', exit, (await readFile(logFile, 'utf8')).slice(-4000));
    if (Date.now() - reported < REPORT_MS) continue;
    reported = Date.now();
    log(`postgres has been recovering for ${Math.round((reported - started) / 1000)} s`);
  }
}

/** Codes of a server that is not yet listening, or that is listening but still starting. */
const STARTING_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', '57P03']);

async function answers({ port, password }: ServerPlace): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: POSTGRES_USER, password, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [POSTGRES_USER]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${POSTGRES_USER}`);
    return true;
  } catch (error) {
    if (STARTING_CODES.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stopChild(child: ChildProcess, exited: Promise<string>): Promise<void> {
  child.ref();
  child.kill('SIGINT');
  const inTime = await Promise.race([exited.then(() => true), delay(FAST_SHUTDOWN_LIMIT_MS, false, { ref: false })]);
  if (inTime) return;
  child.kill('SIGQUIT');
  await exited;
}
