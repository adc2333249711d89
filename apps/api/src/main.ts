import 'reflect-metadata';
import { armFromEnvironment } from '#config/arm-failpoints.js';
import { loadConfig, requireSettings } from '#config/load-config.js';
import { createLog } from '#config/log.js';
import { stopSignal } from '#config/stop-signal.js';
import { startApi } from './start-api.js';

/** Runs the api app of full mode; needs a migrated Postgres and Kafka with its topics. */
async function main(): Promise<void> {
  const stopped = stopSignal();
  const config = loadConfig();
  requireSettings(config, ['DATABASE_URL', 'KAFKA_BROKERS']);
  const log = createLog('engraph-api', config.LOG_LEVEL);
  armFromEnvironment((line) => {
    log.warn(line);
  });
  const api = await startApi(config, log);
  log.info({ port: config.PORT }, 'the api is listening');
  await stopped;
  await api.stop();
}

main().catch((error: unknown) => {
  process.stderr.write(`engraph-api: ${error instanceof Error ? error.message || error.name : 'unknown error'}\n`);
  process.exit(1);
});
