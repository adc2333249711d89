import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { POSTGRES_USER } from './embedded-postgres-cluster.js';

/** State of a server according to its pid file. */
export interface RunningServer {
  pid: number;
  port: number;
  /** Whether it has finished recovery. */
  ready: boolean;
}

/**
 * Returns the connection string of the embedded Postgres that another process runs on `dataDir`, or null if none is
 * ready there. For commands beside a running service: they use its server and leave it running.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const clusterDir = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  const server = clusterDir === undefined ? undefined : await readRunningServer(clusterDir);
  if (!server?.ready) return null;
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  return postgresUrl(server.port, password);
}

/** Connection string to the database of the embedded Postgres, by default for the superuser. */
export function postgresUrl(port: number, password: string, user = POSTGRES_USER): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${POSTGRES_USER}`;
}

/** Reads the pid file of a cluster; undefined if it names no live server of that cluster. */
export async function readRunningServer(clusterDir: string): Promise<RunningServer | undefined> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (Number.isNaN(pid) || !(await isServerOf(clusterDir, pid))) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** Whether a process is a server of this cluster; the pid alone proves nothing, because it may have been reused. */
export async function isServerOf(clusterDir: string, pid: number): Promise<boolean> {
  try {
    const [cluster, cwd] = await Promise.all([stat(clusterDir), stat(`/proc/${pid}/cwd`)]);
    const program = (await readFile(`/proc/${pid}/comm`, 'utf8')).trim();
    return program === 'postgres' && cwd.dev === cluster.dev && cwd.ino === cluster.ino;
  } catch {
    return false;
  }
}
