import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { createApiKey } from '#access/api-keys.js';
import { stringifyExact } from '#contracts/exact-json.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { migrate } from '#database/migrate.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { ensureTopics } from '#messaging/ensure-topics.js';
import { createKafka } from '#messaging/kafka.js';
import { startKafka, type TestKafka } from '../harness/kafka.js';
import { startPostgres, type TestPostgres } from '../harness/postgres.js';
import { until } from '../harness/until.js';
import { freePort } from '../harness/free-port.js';
import { load, type LoadReport } from './load.js';
import { Supervised } from './supervised.js';

/** Final counts. All but `acknowledged` and `unanswered` must be 0. */
export interface FaultReport {
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly lost: number;
  readonly doubled: number;
  readonly unansweredTwice: number;
  readonly notExtractedOnce: number;
  readonly rebuildDifferences: number;
}

const SETTLE_LIMIT_MS = 180_000;
const START_LIMIT_MS = 240_000;

/** Separate engines and apps in processes, because they are killed. */
export interface Installation {
  readonly postgres: TestPostgres;
  readonly kafka: TestKafka;
  readonly url: string;
  readonly apps: Apps;
  stop(): Promise<void>;
}

/** Starts them, and returns when the api responds. */
export async function startInstallation(): Promise<Installation> {
  const cleanUps: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  };
  try {
    const postgres = await startPostgres();
    cleanUps.push(() => postgres.stop());
    const kafka = await startKafka();
    cleanUps.push(() => kafka.stop());
    const url = await postgres.createDatabase();
    const apps = await startApps(url, kafka.brokers);
    cleanUps.push(() => apps.stop());
    await until(
      () => fetch(`${apps.baseUrl}/health/ready`).then((response) => response.ok),
      START_LIMIT_MS,
      `the api (${apps.api.output})`,
    );
    return { postgres, kafka, url, apps, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Writes memories while api, extractor, broker and Postgres are each killed with SIGKILL, at even distances, and
 * counts what was lost or doubled.
 */
export async function killNine(
  { postgres, kafka, url, apps }: Installation,
  writes: number,
  say: (line: string) => void,
): Promise<FaultReport> {
  const faults = [
    ['the api', () => apps.api.kill()],
    ['an extractor', () => apps.extractor.kill()],
    ['the broker', () => kafka.kill().then(() => kafka.restart())],
    ['Postgres', () => postgres.kill().then(() => postgres.restart())],
  ] as const;
  const struck: Promise<void>[] = [];
  const onProgress = (ended: number): void => {
    const due = faults[struck.length];
    if (!due || ended < (writes * (struck.length + 1)) / (faults.length + 1)) return;
    say(`kill -9 of ${due[0]} after ${String(ended)} writes`);
    struck.push(due[1]());
  };
  const report = await load({ baseUrl: apps.baseUrl, key: apps.key, writes, workers: 16, onProgress });
  await Promise.all(struck);
  say(`${String(report.acknowledged.size)} acknowledged, ${String(report.unanswered.size)} unanswered`);
  return judge(url, report, say);
}

interface Apps {
  readonly api: Supervised;
  readonly extractor: Supervised;
  readonly baseUrl: string;
  readonly key: string;
  stop(): Promise<void>;
}

async function startApps(url: string, brokers: readonly string[]): Promise<Apps> {
  const dataDir = await mkdtemp(join(tmpdir(), 'engraph-faults-'));
  const [port, extractorPort, secondPort] = [await freePort(), await freePort(), await freePort()].map(String);
  await migrate(url);
  const kafka = createKafka({ brokers, clientId: 'faults', log: () => undefined });
  await ensureTopics(kafka, { topicPrefix: '', partitions: 12 });
  const key = await keyOf(url);
  const env = {
    ...process.env,
    DATABASE_URL: url,
    KAFKA_BROKERS: brokers.join(','),
    PORT: port,
    METRICS_PORT: '0',
    DATA_DIR: dataDir,
    SWEEP_AFTER_MS: '5000',
    LOG_LEVEL: 'error',
  };
  const api = new Supervised('dist/apps/api/src/main.js', env);
  const extractor = new Supervised('dist/apps/extractor/src/main.js', { ...env, EXTRACTOR_PORT: extractorPort });
  const second = new Supervised('dist/apps/extractor/src/main.js', { ...env, EXTRACTOR_PORT: secondPort });
  const all = [api, extractor, second];
  all.forEach((app) => {
    app.start();
  });
  const stop = async (): Promise<void> => {
    await Promise.all(all.map((app) => app.stop()));
    await rm(dataDir, { recursive: true });
  };
  return { api, extractor, baseUrl: `http://127.0.0.1:${String(port)}`, key, stop };
}

async function keyOf(url: string): Promise<string> {
  const dataSource = await connect(url);
  const permissions = ['encode', 'recall'] as const;
  const { key } = await createApiKey(dataSource, {
    ...{ namespace: 'faults', agent: 'one', name: 'faults', permissions, expiresAt: null },
  });
  await dataSource.destroy();
  return key;
}

function connect(url: string) {
  const options = { url, poolSize: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 0, entities: ACCESS_ENTITIES };
  return createDataSource(options).initialize();
}

/** Waits until nothing is pending, then compares the state with the acknowledgements. */
async function judge(url: string, report: LoadReport, say: (line: string) => void): Promise<FaultReport> {
  const dataSource = await until(() => connect(url), START_LIMIT_MS, 'Postgres');
  const pool = poolOf(dataSource);
  try {
    const started = Date.now();
    await until(
      async () => (await pool.query(`SELECT FROM memory_extractions WHERE state = 'pending' LIMIT 1`)).rowCount === 0,
      SETTLE_LIMIT_MS,
      'the end of extraction',
    );
    say(`extraction settled ${String(Date.now() - started)} ms after the last write`);
    const rows = await outcomes(pool);
    const notOnce = rows.filter((row) => row.extracted !== row.copies || row.read !== row.copies);
    for (const row of notOnce) say(`not extracted once: ${stringifyExact(row)}`);
    const copies = new Map(rows.map((row) => [row.text, row.copies]));
    const acknowledged = [...report.acknowledged.keys()];
    return {
      acknowledged: acknowledged.length,
      unanswered: report.unanswered.size,
      lost: acknowledged.filter((text) => !copies.has(text)).length,
      doubled: acknowledged.filter((text) => (copies.get(text) ?? 0n) > 1n).length,
      unansweredTwice: [...report.unanswered].filter((text) => (copies.get(text) ?? 0n) > 1n).length,
      notExtractedOnce: notOnce.length,
      rebuildDifferences: (await rebuildGraph(pool, 'verify')).differences,
    };
  } finally {
    await dataSource.destroy();
  }
}

/** Outcome of each text. */
interface Outcome {
  readonly text: string;
  readonly copies: bigint;
  readonly extracted: bigint;
  readonly read: bigint;
  /** State and stage reports of each copy. */
  readonly standing: unknown;
}

/** On a slow machine, a stage may exceed its budget and be partial; nothing else may interrupt it. */
const READ = `x.state = 'done' OR x.state = 'partial' AND NOT EXISTS (
  SELECT FROM jsonb_array_elements(x.stages) AS stage
  WHERE stage->>'state' NOT IN ('done', 'skipped') AND coalesce(stage->>'error', '') NOT LIKE 'out of time%')`;

async function outcomes(pool: Pool): Promise<Outcome[]> {
  const { rows } = await pool.query<Outcome>(
    `SELECT text, count(DISTINCT memory_id) AS copies, count(event_id) AS extracted,
            count(DISTINCT memory_id) FILTER (WHERE ${READ}) AS read,
            jsonb_agg(jsonb_build_array(x.state, x.stages)) AS standing
     FROM memories JOIN memory_extractions AS x USING (scope_id, memory_id)
     LEFT JOIN events AS e ON e.scope_id = memories.scope_id AND e.stream_id = memory_id AND type = 'MemoryExtracted'
     GROUP BY text`,
  );
  return rows;
}
