import { CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { credentialStore } from '#access/api-keys.js';
import { Authenticator } from '#access/authenticator.js';
import { kafkaSettings } from '#config/kafka-settings.js';
import { tracingOptions } from '#config/tracing-options.js';
import type { Config } from '#config/settings.js';
import { warnOfOneLogin } from '#config/warn-of-one-login.js';
import { openDatabase, type Database } from '#database/database.js';
import { RELAY_READER } from '#event-store/checkpoints.js';
import { KafkaCommandFeed } from '#messaging/command-feed.js';
import { KafkaDeadLetters } from '#messaging/dead-letter-publisher.js';
import { KafkaEventPublisher, MAX_RECORD_BYTES } from '#messaging/event-publisher.js';
import { createKafka } from '#messaging/kafka.js';
import { countDeadWebhooks } from '#event-store/webhooks/webhooks.js';
import type { Metrics } from '#telemetry/metrics.js';
import { serveMetrics } from '#telemetry/metrics-server.js';
import { observeProcess } from '#telemetry/observe-process.js';
import { Tracing } from '#tracing/tracing.js';
import { serveAdmin } from './admin/admin-listener.js';
import { ApiRootModule } from './api-root.module.js';
import { apiSettings } from './api-settings.js';
import { applyThresholds } from './apply-thresholds.js';
import { checkPeppersLogged } from './check-peppers-logged.js';
import { completedRequestListener } from './http/completed-request-listener.js';
import { createApp, listenOn } from './http/create-app.js';
import { factsOf } from './http/problems.js';
import type { ApiOptions } from './options/api-options.js';
import { traceRequests } from './http/trace-requests.js';
import { KafkaCommandHandler } from './kafka/command-handler.js';
import { Relay } from './kafka/relay.js';
import { tracePublishing } from './kafka/trace-publishing.js';
import { REQUEST_LIMITS, type RequestLimits } from './shared/request-limits.js';

const COMMAND_BATCH_SIZE = 200;

/** Running api app. */
export interface Api {
  /** Completes accepted work, then releases port, broker and database. */
  stop(): Promise<void>;
}

/** Starts the api app: HTTP, the relay to Kafka, and the consumer of the command topic. */
export async function startApi(
  config: Config,
  log: Logger,
  requestLimits: RequestLimits = REQUEST_LIMITS,
): Promise<Api> {
  const database = await openDatabase({
    url: config.DATABASE_URL,
    serviceUrl: config.DATABASE_SERVICE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    ...requestLimits,
    entities: ACCESS_ENTITIES,
  });
  warnOfOneLogin(config.DATABASE_SERVICE_URL, log);
  await applyThresholds(database.system, config, log);
  const settings = apiSettings(config);
  await checkPeppersLogged(database.dataSource, settings.peppers, database.clock.now(), log);
  const { metrics, readiness } = observeProcess(database, RELAY_READER);
  metrics.sample('engraph_webhooks_dead', {}, () => countDeadWebhooks(database.system));
  const tracing = Tracing.to(tracingOptions(config, 'engraph-api'));
  const { relay, publisher, commands, deadLetters } = kafkaSide(config, database, log, metrics, tracing);
  const served = {
    onCompleted: completedRequestListener(config, metrics, log),
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    clock: database.clock,
  };
  const app = await createApp(
    ApiRootModule.of(database, {
      ...settings,
      log,
      clock: database.clock,
      readiness,
      tracing,
      onCommit: () => {
        relay.nudge();
      },
      ...recordedIn(metrics),
    }),
    log,
    served,
  );
  traceRequests(app.getHttpAdapter().getInstance(), tracing);
  const scraped = await serveMetrics(metrics.registry, config.METRICS_PORT, config.METRICS_HOST);
  const admin = await serveAdmin({ ...config, peppers: settings.peppers, readiness }, database, log, served);
  await listenOn(app, config.PORT, config.HOST);
  relay.start();
  const handler = commandHandler(app, database, config, { log, tracing });
  commands.start((command) => handler.handle(command));
  return {
    async stop() {
      await commands.stop();
      await app.close();
      await admin.close();
      await scraped.close();
      await relay.stop();
      await Promise.all([publisher.disconnect(), deadLetters.disconnect()]);
      await tracing.stop();
      await database.close();
    },
  };
}

/** What the module tells of, as metrics. */
function recordedIn(metrics: Metrics): Pick<ApiOptions, 'onBatch' | 'onWebhookAttempt' | 'onStreams'> {
  return {
    onBatch: (writes, replayed) => {
      metrics.batchCommitted(writes, replayed);
    },
    onWebhookAttempt: (isDelivered) => {
      metrics.webhookAttempted(isDelivered);
    },
    onStreams: (open) => {
      metrics.eventStreams(open);
    },
  };
}

function kafkaSide(config: Config, { system, clock }: Database, log: Logger, metrics: Metrics, tracing: Tracing) {
  const topicPrefix = config.KAFKA_TOPIC_PREFIX;
  const kafka = createKafka({
    ...kafkaSettings(config),
    clientId: 'engraph-api',
    // At debug level: the client logs every failed connection; onError reports the consequence once.
    log: (level, message, details) => {
      log.debug({ kafka: { level, ...details } }, message);
    },
  });
  const publisher = new KafkaEventPublisher(kafka, {
    topicPrefix,
    maxRecordBytes: MAX_RECORD_BYTES,
    referencesOnly: config.KAFKA_REFERENCES_ONLY,
  });
  const deadLetters = new KafkaDeadLetters(kafka, { topicPrefix, maxValueBytes: 0 });
  const commands = new KafkaCommandFeed(kafka, {
    topicPrefix,
    groupId: `${topicPrefix}engraph-api`,
    chunkSize: COMMAND_BATCH_SIZE,
    reject: async (record) => {
      await deadLetters.publish(record);
      metrics.deadLetter('command');
    },
    onError: (error) => {
      log.warn(
        { error: error instanceof Error ? error.name : 'unknown' },
        'consuming commands failed and will be retried',
      );
    },
  });
  const relay = new Relay({
    pool: system,
    now: clock.now,
    publish: tracePublishing(tracing, (events, assertMayPublish) => publisher.publish(events, assertMayPublish)),
    pollMs: config.RELAY_POLL_MS,
    sweepAfterMs: config.SWEEP_AFTER_MS,
    log,
  });
  return { relay, publisher, commands, deadLetters };
}

function commandHandler(
  app: NestFastifyApplication,
  { credentials, service }: Database,
  config: Config,
  { log, tracing }: { log: Logger; tracing: Tracing },
): KafkaCommandHandler {
  return new KafkaCommandHandler({
    bus: app.get(CommandBus, { strict: false }),
    authenticator: app.get(Authenticator, { strict: false }),
    credentials: credentialStore(credentials),
    service,
    trusted: config.KAFKA_TRUSTED_COMMANDS,
    tracing,
    onUnforeseen: (error) => {
      log.error(factsOf(error), 'unexpected error in a command');
    },
  });
}
