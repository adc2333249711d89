import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Linux counts CPU time in hundredths of a second for every reader of /proc. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

/** CPU seconds that a process, with all its threads, has used. 0 where it is gone. */
export function cpuSeconds(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/** CPU seconds that those children of this process have used which have ended. */
export function endedChildrenCpuSeconds(): number {
  return timesOf(process.pid)?.ended ?? 0;
}

/** Process id of the Postgres server that a connection string leads to; it must run on this machine. */
export async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return timesOf(rows[0]?.pid ?? 0)?.parent ?? 0;
  } finally {
    await client.end();
  }
}

/** CPU seconds that a Postgres server has used, its background processes and ended sessions included. */
export function serverCpuSeconds(postmaster: number): number {
  const server = timesOf(postmaster);
  const living = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = living.flatMap((name) => timesOf(Number(name)) ?? []).filter((t) => t.parent === postmaster);
  return (server?.own ?? 0) + (server?.ended ?? 0) + children.reduce((sum, child) => sum + child.own, 0);
}

/** Memory of a process that is in RAM, in MiB; 0 where it is gone. */
export function residentMiB(pid: number): number {
  try {
    const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return 0;
  }
}

function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The second field, the program's name, may hold blanks.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (i) => fields[i],
    );
    return { parent, own: (user + system) / TICKS_PER_SECOND, ended: (endedUser + endedSystem) / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}
