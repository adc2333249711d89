import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chmod, chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OsAccount } from './embedded-postgres-account.js';
import { DataDirUnusable, PostgresPasswordMissing, PostgresStartFailed } from './embedded-postgres-errors.js';

/** Name of the superuser, and of the database. */
export const POSTGRES_USER = 'engraph';

/** Environment of the Postgres processes; they do not get that of this process, which may contain keys. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Data directory argument of Postgres, which is started inside that directory. So a user without access to a parent
 * directory (root's own, for instance) can still run it, because root enters the directory before it becomes that user.
 */
export const OWN_DIRECTORY = '/proc/self/cwd';

const UNFINISHED = 'postgres.init-';

/**
 * Creates the cluster `clusterDir` inside `dataDir` unless it exists, and returns its password. The cluster is created
 * under another name and renamed when it is complete and synced, so an interrupted start leaves none.
 *
 * Throws PostgresPasswordMissing, DataDirUnusable, and PostgresStartFailed when initdb fails.
 */
export async function ensureCluster(
  dataDir: string,
  clusterDir: string,
  initdb: string,
  account: OsAccount | undefined,
): Promise<string> {
  const exists = await fileExists(join(clusterDir, 'PG_VERSION'));
  const password = await ensurePassword(join(dataDir, 'postgres.password'), exists);
  if (exists) return password;
  if ((await readdir(clusterDir).catch(() => [])).length > 0) {
    throw new DataDirUnusable(dataDir, `${clusterDir} contains files other than a database: move them away`);
  }
  await removeUnfinished(dataDir);
  const unfinished = await mkdtemp(join(dataDir, UNFINISHED));
  if (account) await chown(unfinished, account.uid, account.gid);
  await runInitdb(initdb, unfinished, password, account);
  await rename(unfinished, clusterDir);
  await syncDirectory(dataDir);
  return password;
}

async function fileExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/**
 * Reads the password from `file`, or creates it.
 * @throws PostgresPasswordMissing when the file is missing or empty although the cluster exists
 */
export async function ensurePassword(file: string, clusterExists: boolean): Promise<string> {
  const stored = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (stored !== '') return stored;
  if (clusterExists) throw new PostgresPasswordMissing(file);
  const password = randomBytes(24).toString('base64url');
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return password;
}

/** Removes leftovers of interrupted starts; with retries, since an orphaned initdb may still be writing there. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(UNFINISHED)) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20 });
  }
}

/**
 * Runs initdb. The collation is Postgres' own C.UTF-8, which is the same on every machine, so that an upgrade of the
 * system's C library cannot break an index. The password goes through a pipe that the shell makes, since other users
 * could read a file or an argument.
 */
async function runInitdb(
  program: string,
  dir: string,
  password: string,
  account: OsAccount | undefined,
): Promise<void> {
  await chmod(dir, 0o700);
  const options = [
    `--pgdata=${OWN_DIRECTORY}`,
    `--username=${POSTGRES_USER}`,
    '--auth=scram-sha-256',
    '--pwfile=/dev/stdin',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const child = spawn('/bin/sh', ['-c', 'printf %s "$NEW_PASSWORD" | exec "$0" "$@"', program, ...options], {
    cwd: dir,
    env: { ...POSTGRES_ENVIRONMENT, NEW_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exit = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve(signal ?? `status ${code ?? '?'}`);
    });
  });
  if (exit !== 'status 0') throw new PostgresStartFailed('initdb', exit, output);
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
