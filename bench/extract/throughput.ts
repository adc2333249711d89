import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, poolOf } from '#database/data-source.js';
import { ensureTopics } from '#messaging/ensure-topics.js';
import { KafkaEventPublisher } from '#messaging/event-publisher.js';
import { until } from '../../test/harness/until.js';
import type { Closing } from '../closing.js';
import { cpuSeconds, postmasterOf, residentMiB, serverCpuSeconds } from '../cpu.js';
import type { Databases } from '../databases.js';
import { startApp, type AppProcess } from '../processes.js';
import { publishFromLog, storeMemories } from './preload.js';

export interface ThroughputOptions {
  readonly extractors: number;
  readonly scopes: number;
  readonly perScope: number;
  /** Memories extracted as warm-up, for connections, caches and compiled code. */
  readonly warmUpPerScope: number;
  /** The same, of the first scope alone. */
  readonly warmUpOfFirst?: number;
  /** Base URL of the LLM, or null for none. */
  readonly llmUrl: string | null;
}

/** Addresses of a run's engines. */
export interface Engines {
  readonly databases: Databases;
  readonly kafka: Kafka;
  readonly brokers: readonly string[];
}

/** Costs of one run. CPU is in seconds per 1,000 memories. */
export interface Extracted {
  readonly perSecond: number;
  /** Of all extractors together. */
  readonly extractorCpu: number;
  readonly postgresCpu: number;
  /** Resident memory of the largest extractor at the end. */
  readonly memoryMiB: number;
}

export const PARTITIONS = 12;
const TOPICS_LIMIT_MS = 30_000;
const JOIN_LIMIT_MS = 60_000;
const RUN_LIMIT_MS = 900_000;
const POLL_MS = 20;

/** Memories per second from topic to graph, with database, topics and consumer group of the run's own. */
export async function measureThroughput(
  closing: Closing,
  engines: Engines,
  options: ThroughputOptions,
): Promise<Extracted> {
  const { databases, kafka } = engines;
  const topicPrefix = newTopicPrefix();
  const topics = await makeTopics(kafka, topicPrefix);
  const url = await databases.create();
  const dataSource = await connect(url);
  const publisher = new KafkaEventPublisher(kafka, { topicPrefix, maxRecordBytes: 7_000_000, referencesOnly: false });
  const apps: AppProcess[] = [];
  try {
    const { scopes, warmUpPerScope, warmUpOfFirst = 0 } = options;
    await storeMemories(dataSource, warmUpOfFirst > 0 ? 1 : scopes, warmUpOfFirst || warmUpPerScope);
    const env = extractorSettings(engines, url, topicPrefix, options.llmUrl);
    for (let n = 0; n < options.extractors; n += 1) apps.push(await startApp(closing, 'extractor', env));
    const postmaster = await postmasterOf(url);
    await untilJoined(kafka, `${topicPrefix}engraph-extractor`, options.extractors);
    const cpuOf = (): Cpu => ({
      extractors: apps.reduce((sum, app) => sum + cpuSeconds(app.pid), 0),
      postgres: serverCpuSeconds(postmaster),
    });
    const extracted = await timeExtraction(dataSource, publisher, options, cpuOf);
    return { ...extracted, memoryMiB: Math.max(...apps.map((app) => residentMiB(app.pid))) };
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await publisher.disconnect();
    await dataSource.destroy();
    await databases.drop(url);
    await deleteTopics(kafka, topics);
  }
}

/** A prefix that no other run has, so that topics and consumer group are its own. */
export function newTopicPrefix(): string {
  return `bench-${randomBytes(4).toString('hex')}.`;
}

export function connect(url: string): Promise<DataSource> {
  return createDataSource({ url, poolSize: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 0 }).initialize();
}

/** Resolves when each of `members` processes has its share of the partitions. */
export async function untilJoined(kafka: Kafka, groupId: string, members: number): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await until(
      async () => {
        const [group] = (await admin.describeGroups([groupId])).groups;
        return group?.state === 'Stable' && group.members.length === members;
      },
      JOIN_LIMIT_MS,
      `a stable group of ${String(members)}`,
    );
  } finally {
    await admin.disconnect();
  }
}

/** Creates the topics and returns their names; retries while the broker's metadata lacks them. */
export async function makeTopics(kafka: Kafka, topicPrefix: string): Promise<string[]> {
  const options = { topicPrefix, partitions: PARTITIONS };
  const reports = await until(() => ensureTopics(kafka, options), TOPICS_LIMIT_MS, 'the topics');
  return reports.map((report) => report.topic);
}

async function deleteTopics(kafka: Kafka, topics: string[]): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.deleteTopics({ topics }).finally(() => admin.disconnect());
}

function extractorSettings({ brokers }: Engines, url: string, topicPrefix: string, llmUrl: string | null) {
  return {
    DATABASE_URL: url,
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_TOPIC_PREFIX: topicPrefix,
    ...(llmUrl === null
      ? {}
      : { LLM_BASE_URL: llmUrl, LLM_MODEL: 'stand-in', LLM_POLICY: 'always', LLM_CONCURRENCY: '1' }),
  };
}

interface Cpu {
  readonly extractors: number;
  readonly postgres: number;
}

/** Measures from the first memory that leaves `pending` to the last that is settled. */
async function timeExtraction(
  dataSource: DataSource,
  publisher: KafkaEventPublisher,
  { scopes, perScope, warmUpPerScope, warmUpOfFirst = 0 }: ThroughputOptions,
  cpuOf: () => Cpu,
): Promise<Omit<Extracted, 'memoryMiB'>> {
  const pool = poolOf(dataSource);
  const measured = scopes * perScope;
  const warm = await publishFromLog(pool, publisher, warmUpOfFirst || scopes * warmUpPerScope);
  await waitForOpen(pool, ({ pending, jobs }) => pending + jobs === 0);
  await storeMemories(dataSource, scopes, perScope, Math.max(warmUpOfFirst, warmUpPerScope));
  const published = publishFromLog(pool, publisher, measured, warm);
  const first = await waitForOpen(pool, ({ pending }) => pending < measured);
  const [startedAt, before] = [performance.now(), cpuOf()];
  await published;
  await waitForOpen(pool, ({ pending, jobs }) => pending + jobs === 0);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = cpuOf();
  await requireAllExtracted(pool);
  const memories = first.pending + first.jobs;
  return {
    perSecond: memories / seconds,
    extractorCpu: ((after.extractors - before.extractors) / memories) * 1000,
    postgresCpu: ((after.postgres - before.postgres) / memories) * 1000,
  };
}

interface Open {
  /** Memories that no extractor has taken through its stages. */
  readonly pending: number;
  /** Memories that the LLM has not read. */
  readonly jobs: number;
}

async function waitForOpen(pool: Pool, wanted: (open: Open) => boolean): Promise<Open> {
  const limit = performance.now() + RUN_LIMIT_MS;
  for (;;) {
    const { rows } = await pool.query<{ pending: number; jobs: number }>(
      `SELECT (SELECT count(*)::int FROM memory_extractions WHERE state = 'pending') AS pending,
              (SELECT count(*)::int FROM llm_jobs) AS jobs`,
    );
    const open = rows[0];
    if (open && wanted(open)) return open;
    if (performance.now() > limit) throw new Error(`extraction has not come to its end: ${JSON.stringify(open)}`);
    await delay(POLL_MS);
  }
}

async function requireAllExtracted(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ state: string; memories: number }>(
    `SELECT state, count(*)::int AS memories FROM memory_extractions WHERE state NOT IN ('done', 'partial') GROUP BY state`,
  );
  if (rows.length > 0) throw new Error(`not all memories were extracted: ${JSON.stringify(rows)}`);
}
