import type { Command } from 'commander';
import { kafkaSettings } from '#config/kafka-settings.js';
import { loadConfig, requireSettings } from '#config/load-config.js';
import { migrate } from '#database/migrate.js';
import { ensureTopics } from '#messaging/ensure-topics.js';
import { createKafka } from '#messaging/kafka.js';
import { databaseOf, print } from './shared/with-database.js';

/** Adds `engraph migrate|topics`. */
export function addSetupCommands(program: Command): void {
  program.command('migrate').description('migrate the database to the newest schema').action(migrateDatabase);
  program.command('topics').description('create missing Kafka topics').action(makeTopics);
}

async function migrateDatabase(): Promise<void> {
  const config = loadConfig();
  const { url, stop } = await databaseOf(config, { mayCreate: true });
  try {
    await migrate(url, config.DATABASE_SERVICE_URL);
    print({ migrated: true });
  } finally {
    await stop();
  }
}

async function makeTopics(): Promise<void> {
  const config = loadConfig();
  requireSettings(config, ['KAFKA_BROKERS']);
  const kafka = createKafka({ ...kafkaSettings(config), clientId: 'engraph-topics', log: () => undefined });
  print(await ensureTopics(kafka, { topicPrefix: config.KAFKA_TOPIC_PREFIX, partitions: config.KAFKA_PARTITIONS }));
}
