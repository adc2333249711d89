import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafka } from '#messaging/kafka.js';
import { FLOODS, type Flood } from '../../test/fairness/floods.js';
import { useQuietly, type Met } from '../../test/fairness/innocent.js';
import { prepareTarget } from '../../test/fairness/prepare-target.js';
import { startKafka } from '../../test/harness/kafka.js';
import type { Closing } from '../closing.js';
import { createKey } from '../create-key.js';
import { startDatabases, type Databases } from '../databases.js';
import { makeTopics, newTopicPrefix, untilJoined } from '../extract/throughput.js';
import { startApp, startProgram } from '../processes.js';

export interface FairnessOptions {
  readonly seconds: number;
  readonly connections: number;
  readonly kafka: boolean;
}

/** Measurements of a quiet tenant during a flood, or without one. */
export interface Beside {
  readonly flood: Flood | null;
  readonly met: Met;
}

export interface FairnessResults {
  readonly options: FairnessOptions;
  readonly services: readonly string[];
  readonly modes: readonly { readonly mode: 'embedded' | 'Kafka'; readonly runs: readonly Beside[] }[];
}

/** Memories of the noisy tenant that name its hub: more than can be forgotten while the quiet tenant is measured. */
const HUB_MEMORIES = 1_500;
const TO_EXTRACT = 10_000;
/** The backlog is there before the quiet tenant is measured. */
const WARM_UP_SECONDS = 2;

/** Measures a quiet tenant while another floods the service, for each kind of flood. */
export async function benchFairness(closing: Closing, options: FairnessOptions): Promise<FairnessResults> {
  const databases = await startDatabases(closing);
  const modes: FairnessResults['modes'][number][] = [];
  const embedded = await startEmbedded(closing, databases);
  modes.push({ mode: 'embedded', runs: await measure(closing, embedded, options) });
  await embedded.stop();
  const services = [databases.postgres.description];
  if (options.kafka) {
    const broker = await startKafka();
    closing.add(() => broker.stop());
    services.push(broker.description);
    const full = await startFull(closing, databases, broker.brokers);
    modes.push({ mode: 'Kafka', runs: await measure(closing, full, options) });
    await full.stop();
  }
  return { options, services, modes };
}

interface Service {
  readonly port: number;
  readonly databaseUrl: string;
  stop(): Promise<unknown>;
}

async function startEmbedded(closing: Closing, databases: Databases): Promise<Service> {
  const databaseUrl = await databases.create();
  const dataDir = await mkdtemp(join(tmpdir(), 'engraph-bench-'));
  closing.add(() => rm(dataDir, { recursive: true, force: true }));
  const app = await startApp(closing, 'standalone', { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  return { port: app.port, databaseUrl, stop: () => app.stop() };
}

async function startFull(closing: Closing, databases: Databases, brokers: readonly string[]): Promise<Service> {
  const databaseUrl = await databases.create();
  const topicPrefix = newTopicPrefix();
  const kafka = createKafka({ brokers: [...brokers], clientId: 'engraph-bench', log: () => undefined });
  await makeTopics(kafka, topicPrefix);
  const settings = { DATABASE_URL: databaseUrl, KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC_PREFIX: topicPrefix };
  const api = await startApp(closing, 'api', settings);
  const extractor = await startApp(closing, 'extractor', settings);
  await untilJoined(kafka, `${topicPrefix}engraph-extractor`, 1);
  return { port: api.port, databaseUrl, stop: () => Promise.all([api.stop(), extractor.stop()]) };
}

async function measure(
  closing: Closing,
  { port, databaseUrl }: Service,
  { seconds, connections }: FairnessOptions,
): Promise<Beside[]> {
  const [noisy, quiet] = [await createKey(databaseUrl, 'noisy'), await createKey(databaseUrl, 'quiet')];
  const target = await prepareTarget(port, noisy, HUB_MEMORIES);
  await useQuietly(port, quiet, WARM_UP_SECONDS);
  const runs: Beside[] = [{ flood: null, met: await useQuietly(port, quiet, seconds) }];
  for (const flood of FLOODS) {
    const limit = flood === 'memories to extract' ? { limit: TO_EXTRACT } : {};
    const program = await startProgram(closing, 'fairness/flood.ts', { flood, target, connections, ...limit });
    await useQuietly(port, quiet, WARM_UP_SECONDS);
    runs.push({ flood, met: await useQuietly(port, quiet, seconds) });
    await program.stop();
    process.stderr.write(`${flood}: ${String(runs.at(-1)?.met.refused)} refused\n`);
  }
  return runs;
}
