import type { Command } from 'commander';
import { kafkaSettings } from '#config/kafka-settings.js';
import { requireSettings } from '#config/load-config.js';
import { poolOf } from '#database/data-source.js';
import { RELAY_READER } from '#event-store/checkpoints.js';
import { publishRange } from '#event-store/publish-range.js';
import { KafkaEventPublisher, MAX_RECORD_BYTES } from '#messaging/event-publisher.js';
import { createKafka } from '#messaging/kafka.js';
import { parseTime } from './shared/parse-options.js';
import { print, withDatabase } from './shared/with-database.js';

interface RepublishOptions {
  readonly since: Date;
  readonly until: Date | null;
}

/** Maximum events and bytes per batch. */
const LIMITS = { events: 1_000, bytes: 8 * 1024 * 1024 };
/**
 * Attempts per batch. A broker that lost its disk assigns producer ids from the first again, and rejects records of an
 * id that an earlier producer still uses. Each attempt gets the next id.
 */
const MAX_ATTEMPTS = 20;
/** Minimum interval between progress lines. */
const PROGRESS_INTERVAL_MS = 10_000;

/** Adds `engraph republish`. */
export function addRepublishCommand(program: Command): void {
  program
    .command('republish')
    .description('publish a range of the log to Kafka again, for example after a broker lost its data')
    .requiredOption('--since <time>', 'first time of the range, ISO 8601', parseTime)
    .option('--until <time>', 'end of the range, ISO 8601', parseTime, null)
    .action(republish);
}

async function republish({ since, until }: RepublishOptions): Promise<void> {
  await withDatabase(async (dataSource, config) => {
    requireSettings(config, ['KAFKA_BROKERS']);
    const kafka = createKafka({ ...kafkaSettings(config), clientId: 'engraph-republish', log: () => undefined });
    const publisher = new KafkaEventPublisher(kafka, {
      topicPrefix: config.KAFKA_TOPIC_PREFIX,
      maxRecordBytes: MAX_RECORD_BYTES,
      referencesOnly: config.KAFKA_REFERENCES_ONLY,
    });
    let reportedAt = performance.now();
    try {
      const republished = await publishRange({
        ...{ pool: poolOf(dataSource), reader: RELAY_READER, since, until, limits: LIMITS },
        publish: (events) => retryOutOfOrder(MAX_ATTEMPTS, () => publisher.publish(events)),
        onProgress: (published) => {
          if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
          reportedAt = performance.now();
          print({ published });
        },
      });
      print({ republished });
    } finally {
      await publisher.disconnect();
    }
  });
}

/** Retries `work` while the broker reports an out-of-order sequence number. @throws the error of the last attempt */
async function retryOutOfOrder(attempts: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (attempts <= 1 || !isOutOfOrder(error)) throw error;
    await retryOutOfOrder(attempts - 1, work);
  }
}

/** Whether the broker knows other records under the producer's id. */
function isOutOfOrder(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('type' in error && error.type === 'OUT_OF_ORDER_SEQUENCE_NUMBER') || isOutOfOrder(error.cause);
}
