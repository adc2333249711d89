import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serverProperties } from './broker-settings.js';
import { engineDirectory } from './engines.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

const run = promisify(execFile);
const tools = fileURLToPath(new URL('../../tools/kafka/', import.meta.url));

/** A broker process; it may not respond yet. */
export interface LocalBroker {
  port: number;
  version: string;
  /** Directory of its records. */
  dataDir: string;
  /** Waits until `condition` is true; throws with the broker's last lines if it exits first. */
  untilReady: (condition: () => Promise<boolean>) => Promise<void>;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  /** Removes its data and formats the storage of a new cluster; call after `kill`. */
  empty: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Credentials for clients, in addition to the plain listener of every test broker. */
export interface BrokerSecurity {
  /** Settings that override those of all test brokers; `port` is the one for clients. */
  readonly properties: (port: number, plainPort: number) => Record<string, string>;
  /** Arguments for formatting its storage, for logins stored there. */
  readonly formatArguments: readonly string[];
}

/**
 * Starts a KRaft broker from the jars that tools/kafka/fetch.sh fetches.
 *
 * @param advertised port that clients are told, where something stands between
 *
 * Throws with what that script says if Java or Maven is missing and cannot be installed.
 */
export async function startLocalBroker(security?: BrokerSecurity, advertised?: number): Promise<LocalBroker> {
  await run(join(tools, 'fetch.sh'));
  const dir = engineDirectory('kafka');
  const port = await freePort();
  const properties = await writeProperties(dir, port, await freePort(), security, advertised);
  const format = (): Promise<void> => formatStorage(properties, security);
  await format();
  let broker: ChildProcess;
  const start = async (): Promise<void> => {
    broker = await spawnBroker(dir, properties);
  };
  const kill = (): Promise<void> => endBroker(broker);
  await start();
  return {
    port,
    version: await jarVersion(),
    dataDir: join(dir, 'data'),
    untilReady: (condition) => untilReady(broker, dir, condition),
    start,
    kill,
    empty: async () => {
      await rm(join(dir, 'data'), { recursive: true, force: true });
      await format();
    },
    stop: async () => {
      await kill();
      await rm(dir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function writeProperties(
  dir: string,
  port: number,
  controllerPort: number,
  security: BrokerSecurity | undefined,
  advertised = port,
): Promise<string> {
  const own = security?.properties(port, await freePort());
  const properties = serverProperties({
    listeners: `PLAINTEXT://127.0.0.1:${port}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${advertised}`,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'log.dirs': join(dir, 'data'),
    ...own,
  }).replace(/^listeners=.*$/m, `$&,CONTROLLER://127.0.0.1:${controllerPort}`);
  const file = join(dir, 'server.properties');
  await writeFile(file, properties);
  return file;
}

async function formatStorage(properties: string, security: BrokerSecurity | undefined): Promise<void> {
  // One argument: one id in 64 begins with a dash and would be parsed as a flag.
  const clusterId = `--cluster-id=${randomBytes(16).toString('base64url')}`;
  const given = ['format', clusterId, '--config', properties, ...(security?.formatArguments ?? [])];
  await run('java', javaArguments('kafka.tools.StorageTool', given));
}

/** Archive of the classes of a broker, made by fetch.sh; empty if Java could not make one. */
const ARCHIVE = join(tools, 'target/broker.jsa');

/**
 * These flags cut the start-up time to a quarter: one compiler tier, the garbage collector with the fewest threads, and
 * the archive of classes.
 */
function javaArguments(main: string, rest: string[]): string[] {
  const flags = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Djava.awt.headless=true'];
  const logging = `-Dlog4j2.configurationFile=${join(tools, 'log4j2.properties')}`;
  const archive = statSync(ARCHIVE).size > 0 ? [`-XX:SharedArchiveFile=${ARCHIVE}`] : [];
  return [...flags, ...archive, logging, '-cp', join(tools, 'target/libs/*'), main, ...rest];
}

async function spawnBroker(dir: string, properties: string): Promise<ChildProcess> {
  const log = await open(join(dir, 'broker.log'), 'a');
  try {
    const child = spawn('java', javaArguments('kafka.Kafka', [properties]), {
      cwd: dir,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn');
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

const READY_LIMIT_MS = 90_000;

async function untilReady(broker: ChildProcess, dir: string, condition: () => Promise<boolean>): Promise<void> {
  const state = await until(
    async () => (hasEnded(broker) ? 'ended' : (await condition()) && 'ready'),
    READY_LIMIT_MS,
    'an answer of Kafka',
  );
  if (state === 'ready') return;
  throw new Error(`Kafka ended: ${(await readFile(join(dir, 'broker.log'), 'utf8')).slice(-2000)}`);
}

function hasEnded(broker: ChildProcess): boolean {
  return broker.exitCode !== null || broker.signalCode !== null;
}

async function endBroker(broker: ChildProcess): Promise<void> {
  if (hasEnded(broker)) return;
  broker.ref();
  const exit = once(broker, 'exit');
  broker.kill('SIGKILL');
  await exit;
}

async function jarVersion(): Promise<string> {
  const jars = await readdir(join(tools, 'target/libs'));
  return jars.map((jar) => /^kafka-clients-(.+)\.jar$/.exec(jar)?.[1]).find((version) => version !== undefined) ?? '?';
}
