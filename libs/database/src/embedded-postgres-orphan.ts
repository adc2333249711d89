import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataDirInUse } from './embedded-postgres-errors.js';
import { isServerOf, readRunningServer } from './embedded-postgres-running.js';

const FAST_SHUTDOWN_LIMIT_MS = 60_000;
const IMMEDIATE_SHUTDOWN_LIMIT_MS = 10_000;

/**
 * Stops a server that outlived the process that started it (Postgres survives a kill -9 of its parent), and removes the
 * pid file that a crash of the machine left. Call it with the data directory locked: then no live process of ours uses
 * that server. It is stopped rather than taken over, so that port, settings and version are those of this start.
 *
 * Throws DataDirInUse if the server does not end.
 */
export async function endOrphan(dataDir: string, clusterDir: string, log: (line: string) => void): Promise<void> {
  const server = await readRunningServer(clusterDir);
  if (server) {
    const { pid } = server;
    log(`stopping postgres ${pid}, which a process that was killed left running`);
    process.kill(pid, 'SIGINT');
    if (!(await ended(clusterDir, pid, FAST_SHUTDOWN_LIMIT_MS))) process.kill(pid, 'SIGQUIT');
    if (!(await ended(clusterDir, pid, IMMEDIATE_SHUTDOWN_LIMIT_MS))) throw new DataDirInUse(dataDir, pid);
  }
  // Postgres would take any live process of its user with that pid for a server; ours has been checked.
  await rm(join(clusterDir, 'postmaster.pid'), { force: true });
}

async function ended(clusterDir: string, pid: number, limitMs: number): Promise<boolean> {
  const limit = Date.now() + limitMs;
  while (await isServerOf(clusterDir, pid)) {
    if (Date.now() > limit) return false;
    await delay(25);
  }
  return true;
}
