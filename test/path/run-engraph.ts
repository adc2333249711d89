import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { createApiKey } from '#access/api-keys.js';
import { PERMISSIONS, type Permission } from '#access/permissions.js';
import type { RequestLimits } from '#apps/api/src/shared/request-limits.js';
import { startApi } from '#apps/api/src/start-api.js';
import { startExtractor } from '#apps/extractor/src/start-extractor.js';
import { startStandalone, type StandaloneTimes } from '#apps/standalone/src/start-standalone.js';
import type { Logger } from 'pino';
import { kafkaSettings } from '#config/kafka-settings.js';
import { loadConfig } from '#config/load-config.js';
import { createLog } from '#config/log.js';
import type { Config } from '#config/settings.js';
import { createDataSource } from '#database/data-source.js';
import { migrate } from '#database/migrate.js';
import { ensureTopics } from '#messaging/ensure-topics.js';
import { createKafka } from '#messaging/kafka.js';
import { freePort } from '../harness/free-port.js';
import { PATIENT } from '../harness/patient.js';
import { serviceUrlOf } from '../harness/service-url.js';
import { testDatabase, testKafka } from '../harness/services.js';
import { createClient, type Client } from './client.js';

/** How memories reach the extractor: directly from the log (`npm start`), or by Kafka (compose). */
export const FEEDS = ['log', 'kafka'] as const;
export type Feed = (typeof FEEDS)[number];

/** A running Engraph. */
export interface RunningEngraph {
  readonly databaseUrl: string;
  readonly baseUrl: string;
  /** Brokers and topics of the events; null with the log feed. */
  readonly kafka: { readonly brokers: string[]; readonly topicPrefix: string } | null;
  /** Client with a new key of the scope. */
  client(namespace: string, agent: string, permissions?: readonly Permission[]): Promise<Client>;
  stop(): Promise<void>;
}

/** The caller's own engines, instead of the shared ones of the test run. */
export interface OwnEngines {
  /** An empty database. */
  readonly databaseUrl: string;
  readonly brokers: string[];
}

export interface RunOptions {
  readonly log?: Logger;
  readonly requestLimits?: RequestLimits;
}

/** Starts api and extractor on a new database. */
export async function runEngraph(
  feed: Feed,
  settings: Record<string, string> = {},
  own?: OwnEngines,
  options: RunOptions = {},
): Promise<RunningEngraph> {
  const databaseUrl = own?.databaseUrl ?? (await testDatabase());
  const serviceUrl = serviceUrlOf(databaseUrl);
  await migrate(databaseUrl, serviceUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'engraph-path-'));
  const port = String(await freePort());
  const kafka = feed === 'kafka' ? await kafkaOf(own) : null;
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    DATABASE_SERVICE_URL: serviceUrl,
    DATA_DIR: dataDir,
    PORT: port,
    EXTRACTOR_PORT: String(await freePort()),
    METRICS_PORT: '0',
    RELAY_POLL_MS: '20',
    // How sure extraction is of what a test tells it is another matter: docs/quality.md, test/laws/thresholds.test.ts.
    FACT_MIN_CONFIDENCE: '0',
    KAFKA_BROKERS: kafka?.brokers.join(',') ?? '',
    KAFKA_TOPIC_PREFIX: kafka?.topicPrefix ?? '',
    ...settings,
  });
  const { log, ...times } = { log: createLog('test', 'silent'), ...PATIENT, ...options };
  const stops = kafka
    ? await startFull(config, log, kafka, times)
    : [await startStandalone(config, databaseUrl, log, times)].map((engraph) => () => engraph.stop());
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    databaseUrl,
    baseUrl,
    kafka,
    client: async (namespace, agent, permissions = PERMISSIONS) =>
      createClient(baseUrl, await makeKey(databaseUrl, namespace, agent, permissions)),
    async stop() {
      for (const stop of stops) await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function kafkaOf(own: OwnEngines | undefined): Promise<{ brokers: string[]; topicPrefix: string }> {
  return own ? { brokers: own.brokers, topicPrefix: '' } : testKafka();
}

async function startFull(
  config: Config,
  log: Logger,
  { brokers, topicPrefix }: { brokers: string[]; topicPrefix: string },
  { requestLimits, stageBudgetMs }: Required<StandaloneTimes>,
): Promise<(() => Promise<void>)[]> {
  const kafka = createKafka({ ...kafkaSettings(config), brokers, clientId: 'path-tests', log: () => undefined });
  await ensureTopics(kafka, { topicPrefix, partitions: config.KAFKA_PARTITIONS });
  const api = await startApi(config, log, requestLimits);
  const extractor = await startExtractor(config, log, stageBudgetMs);
  return [() => extractor.stop(), () => api.stop()];
}

/** Creates a key of a scope directly in the database. */
export async function makeKey(
  url: string,
  namespace: string,
  agent: string,
  permissions: readonly Permission[],
): Promise<string> {
  const dataSource = createDataSource({
    url,
    poolSize: 4,
    connectTimeoutMs: 60_000,
    statementTimeoutMs: 0,
    entities: ACCESS_ENTITIES,
  });
  await dataSource.initialize();
  try {
    const { key } = await createApiKey(dataSource, { namespace, agent, name: 'test', permissions, expiresAt: null });
    return key;
  } finally {
    await dataSource.destroy();
  }
}
