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

/** Events and bytes in hand at a time. */
const LIMITS = { events: 1_000, bytes: 8 * 1024 * 1024 };
/**
 * A broker that lost its disk counts producers from the first again, and refuses one whose number a producer of before still
 * uses. Each try has the next number.
 */
const TRIES = 20;
/** Lines of progress are this far apart. */
const PROGRESS_MS = 10_000;

/** `engraph republish`. */
export function addRepublishCommand(program: Command): void {
  program
    .command('republish')
    .description('publish a range of the log to Kafka once more, as after a broker lost its disk')
    .requiredOption('--since <time>', 'events recorded since then, ISO 8601', parseTime)
    .option('--until <time>', 'and before then', parseTime, null)
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
    let told = performance.now();
    try {
      const republished = await publishRange({
        ...{ pool: poolOf(dataSource), reader: RELAY_READER, since, until, limits: LIMITS },
        publish: (events) => tryAgain(TRIES, () => publisher.publish(events)),
        onProgress: (published) => {
          if (performance.now() - told < PROGRESS_MS) return;
          told = performance.now();
          print({ published });
        },
      });
      print({ republished });
    } finally {
      await publisher.disconnect();
    }
  });
}

/** @throws what the last try throws */
async function tryAgain(tries: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (tries <= 1 || !isOutOfOrder(error)) throw error;
    await tryAgain(tries - 1, work);
  }
}

/** Whether the broker knows other records under the producer's number. */
function isOutOfOrder(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('type' in error && error.type === 'OUT_OF_ORDER_SEQUENCE_NUMBER') || isOutOfOrder(error.cause);
}
