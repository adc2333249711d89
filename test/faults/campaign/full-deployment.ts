import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../harness/free-port.js';
import { startKafka } from '../../harness/kafka.js';
import { builtPrograms, type MainModules } from '../../harness/programs.js';
import { until } from '../../harness/until.js';
import { runCommand, type ApiProgram, type Broker, type Deployment } from './deployment.js';
import { mountSmallDisk } from './disk.js';
import { PostgresEngine } from './postgres-engine.js';
import { Program } from './program.js';
import { SilentProxy } from './silent-proxy.js';
import { Versions } from './versions.js';

const DISK_MB = 1_500;
const PARTITIONS = '6';
const READY_LIMIT_MS = 120_000;

export interface DeploymentOptions {
  /** Root of the built repository. */
  readonly root: string;
  /** Root of a built earlier commit, with which the deployment starts. */
  readonly olderRoot?: string | undefined;
  /** Settings in addition to those that the campaign needs. */
  readonly env: Readonly<Record<string, string>>;
  /** What is started of the repository; by default, what is shipped. */
  readonly programs?: MainModules;
}

/** Two apis and two extractors with their own Postgres and broker, each connected to Postgres by a proxy. */
export async function startFullDeployment({
  root,
  olderRoot,
  env,
  programs: mains = builtPrograms,
}: DeploymentOptions): Promise<Deployment> {
  const workDir = await mkdtemp(join(tmpdir(), 'engraph-campaign-'));
  const cleanUps: (() => Promise<unknown>)[] = [() => rm(workDir, { recursive: true, force: true, maxRetries: 20 })];
  const stop = async (): Promise<void> => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  };
  try {
    const dataDir = join(workDir, 'disk');
    await mkdir(dataDir);
    const disk = await mountSmallDisk(dataDir, DISK_MB);
    if (disk) cleanUps.push(disk.remove);
    const postgres = await PostgresEngine.start(dataDir);
    cleanUps.push(() => postgres.stop());
    const { broker, proxy } = await startBroker(cleanUps);
    const reachedFile = join(workDir, 'reached');
    const common = {
      ...baseEnv(workDir),
      ...env,
      KAFKA_BROKERS: broker.brokers.join(','),
      ENGRAPH_FAILPOINTS_REACHED: reachedFile,
    };
    const operator = { ...common, KAFKA_PARTITIONS: PARTITIONS, ...loginsAt(postgres) };
    const versions = new Versions(root, olderRoot ?? null);
    await makeReady(versions.root, operator, mains);
    const proxies = new Map([['broker', proxy]]);
    const apis: ApiProgram[] = [];
    const programs: Program[] = [];
    for (const name of ['api-1', 'api-2', 'extractor-1', 'extractor-2']) {
      const toPostgres = new SilentProxy(await freePort(), () => postgres.port);
      await toPostgres.start();
      cleanUps.push(() => toPostgres.stop());
      proxies.set(name, toPostgres);
      const port = await freePort();
      const place = name.startsWith('api') ? { PORT: String(port) } : { EXTRACTOR_PORT: String(port) };
      const script = mains(name.startsWith('api') ? 'api' : 'extractor');
      const program = new Program({
        name,
        script,
        root: versions.root,
        workDir,
        env: { ...common, ...place, ...loginsAt(postgres, toPostgres.port) },
      });
      programs.push(program);
      if (name.startsWith('api')) apis.push({ program, baseUrl: `http://127.0.0.1:${String(port)}` });
      cleanUps.push(() => program.stop());
      program.start();
    }
    return {
      mode: 'full',
      ...{ programs, versions, apis, postgres, broker, proxies, disk, reachedFile, workDir, stop },
      upgrade: () => versions.upgrade((newer) => makeReady(newer, operator, mains)),
      databaseUrl: () => Promise.resolve(postgres.url),
      command: (args, failpoints, own) => runCommand(versions.root, { ...operator, ...own }, args, failpoints, mains),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connection strings of the owner and the service, through a proxy if there is one. */
function loginsAt({ url, serviceUrl, port }: PostgresEngine, proxyPort = port): Record<string, string> {
  const through = (to: string): string => Object.assign(new URL(to), { port: String(proxyPort) }).href;
  return { DATABASE_URL: through(url), DATABASE_SERVICE_URL: through(serviceUrl) };
}

/** Creates tables and topics of a version; retries while Postgres or the broker is unavailable. */
async function makeReady(root: string, env: Readonly<Record<string, string>>, mains: MainModules): Promise<void> {
  for (const make of ['migrate', 'topics']) {
    let errors = '';
    const made = async (): Promise<boolean> => {
      const outcome = await runCommand(root, env, [make], '', mains);
      errors = outcome.errors;
      return outcome.code === 0;
    };
    await until(made, READY_LIMIT_MS, `engraph ${make}`).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${errors}`);
    });
  }
}

/** Environment variables passed to programs, besides the settings. */
export function baseEnv(workDir: string): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR !== '' && { TMPDIR }),
    DATA_DIR: workDir,
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOW_PRIVATE: 'on',
  };
}

async function startBroker(cleanUps: (() => Promise<unknown>)[]): Promise<{ broker: Broker; proxy: SilentProxy }> {
  let brokerPort = 0;
  const proxy = new SilentProxy(await freePort(), () => brokerPort);
  await proxy.start();
  cleanUps.push(() => proxy.stop());
  const kafka = await startKafka({ port: proxy.port, leadsTo: (port) => (brokerPort = port) });
  cleanUps.push(() => kafka.stop());
  const broker: Broker = {
    brokers: kafka.brokers,
    kills: 0,
    killAndRestart: async () => {
      broker.kills += 1;
      await kafka.kill();
      await kafka.restart();
    },
  };
  return { broker, proxy };
}
