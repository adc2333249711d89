import { pino } from 'pino';
import { Relay } from '#apps/api/src/kafka/relay.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { armFailpoints } from '#failpoints/failpoints.js';
import { KafkaEventPublisher } from '#messaging/event-publisher.js';
import { createKafka } from '#messaging/kafka.js';

/** A relay that stops itself just before its first request to Kafka, after reading events; prints its log. */
const [, , url = '', broker = '', topicPrefix = ''] = process.argv;
armFailpoints({ spec: 'publish.before-send=stop' });
const options = { url, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 };
const source = await createDataSource(options).initialize();
const kafka = createKafka({ brokers: [broker], clientId: 'relaying-process', log: () => undefined });
const publisher = new KafkaEventPublisher(kafka, { topicPrefix, maxRecordBytes: 7e6, referencesOnly: false });
const log = pino({
  hooks: {
    logMethod: ([fields]) => {
      const { error, fence } = fields as { error?: string; fence?: string };
      process.stdout.write(`${error ?? (fence === undefined ? 'other' : 'leads')}\n`);
    },
  },
});
new Relay({
  now: () => new Date(),
  pool: poolOf(source),
  pollMs: 20,
  sweepAfterMs: 3_600_000,
  log,
  publish: (events, assertMayPublish) => publisher.publish(events, assertMayPublish),
}).start();
