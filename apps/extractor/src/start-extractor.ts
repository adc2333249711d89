import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { Config } from '#config/settings.js';
import { tracingOptions } from '#config/tracing-options.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { configuredThresholds, warnOfOtherThresholds } from '#config/claim-thresholds.js';
import { warnOfOneLogin } from '#config/warn-of-one-login.js';
import { openDatabase } from '#database/database.js';
import { observeProcess } from '#telemetry/observe-process.js';
import { Tracing } from '#tracing/tracing.js';
import { Extractor } from './extractor.js';
import { KafkaMemoryFeed } from './kafka-feed.js';
import { countLlmJobs } from '#extraction-jobs/llm/llm-jobs.js';
import { ProbesModule } from './probes.module.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** The projection of a large batch may be slow; a statement that takes longer is an infrastructure error. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** Running extractor app. */
export interface ExtractorApp {
  /** Completes the batch in progress and releases its partitions. */
  stop(): Promise<void>;
}

/**
 * Starts the extractor app, as a member of the consumer group of the memory topic, and its probes.
 * @param stageBudgetMs time budget of each stage for a memory, if not the default
 */
export async function startExtractor(config: Config, log: Logger, stageBudgetMs?: number): Promise<ExtractorApp> {
  const database = await openDatabase({
    url: config.DATABASE_URL,
    serviceUrl: config.DATABASE_SERVICE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  warnOfOneLogin(config.DATABASE_SERVICE_URL, log);
  warnOfOtherThresholds(await recordThresholds(database.system, configuredThresholds(config)), config, log);
  const { metrics, readiness } = observeProcess(database);
  const feed = new KafkaMemoryFeed(config, log, metrics);
  metrics.sample('engraph_llm_jobs_pending', {}, () => countLlmJobs(database.system));
  metrics.sample('engraph_consumer_lag_records', { group: feed.groupId }, () => feed.lag());
  const tracing = Tracing.to(tracingOptions(config, 'engraph-extractor'));
  const extractor = new Extractor(config, database, feed, log, { observer: metrics, tracing, stageBudgetMs });
  const probes = await NestFactory.create<NestFastifyApplication>(
    ProbesModule.of({ readiness, metrics, feedState: () => feed.state }),
    new FastifyAdapter(),
    { logger: false, abortOnError: false },
  );
  await probes.listen(config.EXTRACTOR_PORT, config.HOST);
  await extractor.start();
  return {
    async stop() {
      await extractor.stop();
      await probes.close();
      await tracing.stop();
      await database.close();
    },
  };
}
