import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Ends the engines that a test run registered (see engines.ts) and removes their directories and the run's own. Run as
 * a program (`node sweep.mjs RUN_DIR`) it first waits for the end of the run, so that Ctrl-C or a kill leaks nothing.
 */
export async function sweep(runDir) {
  const names = await readdir(join(runDir, 'engines')).catch(() => []);
  const engines = await Promise.all(
    names.map((name) => readFile(join(runDir, 'engines', name), 'utf8').then(JSON.parse)),
  );
  const dirs = engines.flatMap(({ dir }) => dir ?? []);
  await Promise.all(dirs.map(endProcessesIn));
  if (engines.some(({ containers }) => containers)) await removeContainers(runDir);
  for (const dir of [...dirs, runDir]) await rm(dir, { recursive: true, force: true, maxRetries: 20 });
}

/** Start time of a living process, in clock ticks since boot, which tells it from a later one with its pid. */
export function startTimeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

const LIMIT_MS = 3_000;

/** An engine and its children run inside their data directory, which is how they are found whatever their pids are. */
async function endProcessesIn(dir) {
  // Postgres cleans up its shared memory on SIGQUIT; Java would print its threads.
  for (const { pid, program } of processesIn(dir)) signal(pid, program === 'java' ? 'SIGKILL' : 'SIGQUIT');
  for (let waited = 0; processesIn(dir).length > 0 && waited < LIMIT_MS; waited += 50) await delay(50);
  for (const { pid } of processesIn(dir)) signal(pid, 'SIGKILL');
}

function processesIn(dir) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const cwd = `${readlinkSync(`/proc/${pid}/cwd`)}/`;
        const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
        return cwd.startsWith(`${dir}/`) ? [{ pid: Number(pid), program }] : [];
      } catch {
        return [];
      }
    });
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

async function removeContainers(runDir) {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const { container } = await getContainerRuntimeClient();
  const found = await container.dockerode.listContainers({
    all: true,
    filters: { label: [`engraph.test-run=${runDir}`] },
  });
  for (const { Id } of found) await container.getById(Id).remove({ force: true, v: true });
}

function lives({ pid, startTime }) {
  try {
    process.kill(pid, 0);
    return startTimeOf(pid) === startTime;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , runDir] = process.argv;
  const owner = JSON.parse(readFileSync(join(runDir, 'owner.json'), 'utf8'));
  while (lives(owner) && existsSync(runDir)) await delay(250);
  await sweep(runDir);
}
