import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningPostgres, readRunningServer } from '#database/embedded-postgres-running.js';
import { freePort } from '../../harness/free-port.js';
import { builtPrograms } from '../../harness/programs.js';
import { until } from '../../harness/until.js';
import { runCommand, type Deployment } from './deployment.js';
import { mountSmallDisk } from './disk.js';
import { baseEnv, type DeploymentOptions } from './full-deployment.js';
import { Program } from './program.js';
import { Versions } from './versions.js';

const DISK_MB = 1_500;

/** The program of `npm start`: one process with its own Postgres. */
export async function startEmbeddedDeployment({
  root,
  olderRoot,
  env,
  programs: mains = builtPrograms,
}: DeploymentOptions): Promise<Deployment> {
  const workDir = await mkdtemp(join(tmpdir(), 'engraph-campaign-'));
  const dataDir = join(workDir, 'disk');
  await mkdir(dataDir);
  const disk = await mountSmallDisk(dataDir, DISK_MB);
  const port = await freePort();
  const reachedFile = join(workDir, 'reached');
  const common = { ...baseEnv(dataDir), ...env, PORT: String(port), ENGRAPH_FAILPOINTS_REACHED: reachedFile };
  const script = mains('standalone');
  const versions = new Versions(root, olderRoot ?? null);
  const program = new Program({ name: 'standalone', script, root: versions.root, workDir, env: common });
  program.start();
  const databaseUrl = (): Promise<string | null> => findRunningPostgres(dataDir);
  return {
    mode: 'embedded',
    programs: [program],
    versions,
    // The starting program migrates the tables.
    upgrade: () => versions.upgrade((newer) => program.runFrom(newer)),
    apis: [{ program, baseUrl: `http://127.0.0.1:${String(port)}` }],
    ...{ postgres: null, broker: null, proxies: new Map(), disk, reachedFile, workDir, databaseUrl },
    command: async (args, failpoints, own) => {
      // A command during the start of the service would start the database itself.
      await until(async () => (await databaseUrl()) !== null, 120_000, 'the database of the service');
      return runCommand(versions.root, { ...common, ...own }, args, failpoints, mains);
    },
    stop: async () => {
      await program.stop();
      await endPostgres(dataDir);
      await disk?.remove();
      await rm(workDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** The Postgres of a killed service keeps running. */
async function endPostgres(dataDir: string): Promise<void> {
  const server = await readRunningServer(join(dataDir, 'postgres'));
  if (!server) return;
  process.kill(server.pid, 'SIGINT');
  await until(
    async () => (await readRunningServer(join(dataDir, 'postgres'))) === undefined,
    60_000,
    'the end of Postgres',
  );
}
