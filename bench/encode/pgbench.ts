import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endedChildrenCpuSeconds } from '../cpu.js';
import { percentile } from '../statistics.js';
import type { Load } from '../http-load.js';

const run = promisify(execFile);

/** Debian keeps the server's programs here, one folder per version. */
const DEBIAN_PROGRAMS = '/usr/lib/postgresql';

/** The pgbench of this machine, and what it calls itself. @throws where there is none */
export async function findPgbench(): Promise<{ program: string; version: string }> {
  const versions = existsSync(DEBIAN_PROGRAMS) ? readdirSync(DEBIAN_PROGRAMS) : [];
  const installed = versions.sort().reverse();
  const programs = installed.map((version) => join(DEBIAN_PROGRAMS, version, 'bin/pgbench')).filter(existsSync);
  for (const program of [...programs, 'pgbench', '/usr/bin/pgbench']) {
    const answer = await run(program, ['--version']).catch(() => null);
    if (answer) return { program, version: answer.stdout.trim() };
  }
  throw new Error("there is no pgbench here; Debian's package postgresql has it");
}

/** Runs `SELECT bench_encode()` in prepared mode on `clients` connections. */
export async function runPgbench(program: string, url: string, clients: number, seconds: number): Promise<Load> {
  const dir = await mkdtemp(join(tmpdir(), 'engraph-bench-'));
  try {
    await writeFile(join(dir, 'encode.sql'), 'SELECT bench_encode();\n');
    const counts = ['-c', String(clients), '-j', String(Math.min(2, clients)), '-T', String(seconds)];
    const args = ['-n', '-M', 'prepared', ...counts, '-l', '--log-prefix', 'latency', '-f', 'encode.sql'];
    const cpuBefore = endedChildrenCpuSeconds();
    const { stdout } = await run(program, args, { cwd: dir, env: connection(url), timeout: (seconds + 30) * 1000 });
    const cpuSeconds = endedChildrenCpuSeconds() - cpuBefore;
    const latencies = await readLatencies(dir);
    return {
      clients,
      completed: numberIn(stdout, /transactions actually processed: (\d+)/),
      perSecond: numberIn(stdout, /tps = ([\d.]+)/),
      p50Ms: percentile(latencies, 0.5),
      p99Ms: percentile(latencies, 0.99),
      cpuSeconds,
    };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** By environment variable, because arguments are visible to other users. */
function connection(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
  };
}

/** Milliseconds of every transaction: the third field of a line, in microseconds. */
async function readLatencies(dir: string): Promise<number[]> {
  const files = (await readdir(dir)).filter((name) => name.startsWith('latency'));
  const logs = await Promise.all(files.map((name) => readFile(join(dir, name), 'utf8')));
  return logs.flatMap((log) =>
    log
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1000),
  );
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error('pgbench did not say what it measured');
  return Number(found);
}
