import type { Logger } from 'pino';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import type { Peppers } from '#access/key-hash.js';
import { applyThresholds } from '#apps/api/src/apply-thresholds.js';
import { serveAdmin, type AdminListener } from '#apps/api/src/admin/admin-listener.js';
import { ApiRootModule } from '#apps/api/src/api-root.module.js';
import { completedRequestListener } from '#apps/api/src/http/completed-request-listener.js';
import { apiSettings } from '#apps/api/src/api-settings.js';
import { checkPeppersLogged } from '#apps/api/src/check-peppers-logged.js';
import { createApp, listenOn } from '#apps/api/src/http/create-app.js';
import { traceRequests } from '#apps/api/src/http/trace-requests.js';
import { REQUEST_LIMITS, type RequestLimits } from '#apps/api/src/shared/request-limits.js';
import { Extractor, type ExtractorOptions } from '#apps/extractor/src/extractor.js';
import { countLlmJobs } from '#extraction-jobs/llm/llm-jobs.js';
import { LOG_FEED_READER, LogFeed } from '#apps/extractor/src/log-feed.js';
import { tracingOptions } from '#config/tracing-options.js';
import type { Config } from '#config/settings.js';
import { warnOfOneLogin } from '#config/warn-of-one-login.js';
import { openDatabase, type Database } from '#database/database.js';
import { migrate } from '#database/migrate.js';
import { Sweeper } from '#memories/extraction/sweeper.js';
import { serveMetrics, type MetricsServer } from '#telemetry/metrics-server.js';
import { observeProcess } from '#telemetry/observe-process.js';
import { Tracing } from '#tracing/tracing.js';
import { ensureDemoKey, type DemoKey } from './demo-key.js';

/** Running api and extractor in one process. */
export interface Standalone {
  readonly baseUrl: string;
  /** Null if Postgres is not the embedded one. */
  readonly demoKey: DemoKey | null;
  /** Completes accepted work, then releases port and database. */
  stop(): Promise<void>;
}

/** The projection of a large batch may be slow, and no request waits for it. */
const EXTRACTOR_TIMEOUTS = { connectTimeoutMs: 5_000, statementTimeoutMs: 60_000 } as const;

/** Timeouts without a setting. */
export interface StandaloneTimes {
  readonly requestLimits?: RequestLimits;
  /** Time budget of each stage for a memory, if not the default. */
  readonly stageBudgetMs?: number;
}

/**
 * Starts api and extractor on one database, fed by the event log, without Kafka.
 * @param databaseUrl Postgres to use; it is migrated first
 */
export async function startStandalone(
  config: Config,
  databaseUrl: string,
  log: Logger,
  { requestLimits = REQUEST_LIMITS, stageBudgetMs }: StandaloneTimes = {},
): Promise<Standalone> {
  await migrate(databaseUrl, config.DATABASE_SERVICE_URL);
  warnOfOneLogin(config.DATABASE_SERVICE_URL, log);
  const { database, extractorDatabase } = await openDatabases(config, databaseUrl, requestLimits);
  await applyThresholds(database.system, config, log);
  const tracing = Tracing.to(tracingOptions(config, 'engraph'));
  const settings = apiSettings(config);
  const { metrics, readiness } = observeProcess(database, config.EXTRACTION ? LOG_FEED_READER : undefined);
  metrics.sample('engraph_llm_jobs_pending', {}, () => countLlmJobs(database.system));
  const { feed, extractor, sweeper } = extraction(config, extractorDatabase, log, {
    ...{ observer: metrics, tracing, stageBudgetMs },
  });
  const options = {
    ...settings,
    log,
    clock: database.clock,
    readiness,
    tracing,
    onCommit: () => {
      feed.nudge();
    },
    onBatch: (writes: number, replayed: number) => {
      metrics.batchCommitted(writes, replayed);
    },
  };
  const onCompleted = completedRequestListener(config, metrics, log);
  const served = { onCompleted, requestTimeoutMs: config.REQUEST_TIMEOUT_MS, clock: database.clock };
  const app = await createApp(ApiRootModule.of(database, options), log, served);
  traceRequests(app.getHttpAdapter().getInstance(), tracing);
  let admin: AdminListener | undefined;
  let scraped: MetricsServer | undefined;
  const stop = async (): Promise<void> => {
    await app.close();
    await admin?.close();
    await scraped?.close();
    await sweeper.stop();
    await extractor?.stop();
    await tracing.stop();
    await extractorDatabase.close();
    await database.close();
  };
  try {
    await checkPeppersLogged(database.dataSource, settings.peppers, database.clock.now(), log);
    const demoKey = await demoKeyOf(config, database, settings.peppers);
    scraped = await serveMetrics(metrics.registry, config.METRICS_PORT, config.METRICS_HOST);
    admin = await serveAdmin({ ...config, peppers: settings.peppers, readiness }, database, log, served);
    await listenOn(app, config.PORT, config.HOST);
    await extractor?.start();
    if (extractor) sweeper.start();
    return { baseUrl: `http://${config.HOST}:${String(config.PORT)}`, demoKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function demoKeyOf(config: Config, { dataSource, clock }: Database, peppers: Peppers): Promise<DemoKey | null> {
  if (config.DATABASE_URL !== '') return null;
  return ensureDemoKey(dataSource, { dataDir: config.DATA_DIR, days: config.DEMO_KEY_DAYS, peppers, now: clock.now() });
}

/** Creates feed, extractor and sweeper; the extractor is null if EXTRACTION is off. */
function extraction(config: Config, database: Database, log: Logger, options: ExtractorOptions) {
  const onError = (error: unknown): void => {
    log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'extraction failed and will be retried');
  };
  const feed = new LogFeed({
    pool: database.system,
    chunk: config.EXTRACTOR_BATCH_SIZE,
    pollMs: config.RELAY_POLL_MS,
    onError,
  });
  const extractor = config.EXTRACTION ? new Extractor(config, database, feed, log, options) : null;
  const sweeper = new Sweeper({
    pool: database.system,
    now: database.clock.now,
    sweepAfterMs: config.SWEEP_AFTER_MS,
    publish: async (events) => extractor?.handle(events),
    onError,
    onSwept: (memories) => {
      log.warn({ memories }, 'pending memories were handed to extraction again');
    },
  });
  return { feed, extractor, sweeper };
}

/**
 * Opens separate pools for api and extractor: requests never wait for extraction, and extraction has longer timeouts.
 */
async function openDatabases(config: Config, url: string, requestLimits: RequestLimits) {
  const poolSize = config.DATABASE_POOL_SIZE;
  const serviceUrl = config.DATABASE_SERVICE_URL;
  const database = await openDatabase({ url, serviceUrl, poolSize, ...requestLimits, entities: ACCESS_ENTITIES });
  const extractorDatabase = await openDatabase({ url, serviceUrl, poolSize, ...EXTRACTOR_TIMEOUTS });
  return { database, extractorDatabase };
}
