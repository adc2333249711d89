import 'reflect-metadata';
import { armFromEnvironment } from '#config/arm-failpoints.js';
import { loadConfig, requireSettings } from '#config/load-config.js';
import { createLog } from '#config/log.js';
import { stopSignal } from '#config/stop-signal.js';
import { startExtractor } from './start-extractor.js';

/** Runs the extractor app of full mode; any number of them share the work. */
async function main(): Promise<void> {
  const stopped = stopSignal();
  const config = loadConfig();
  requireSettings(config, ['DATABASE_URL', 'KAFKA_BROKERS']);
  const log = createLog('engraph-extractor', config.LOG_LEVEL);
  armFromEnvironment((line) => {
    log.warn(line);
  });
  const extractor = await startExtractor(config, log);
  log.info('the extractor has started');
  await stopped;
  await extractor.stop();
}

main().catch((error: unknown) => {
  process.stderr.write(
    `engraph-extractor: ${error instanceof Error ? error.message || error.name : 'unknown error'}\n`,
  );
  process.exit(1);
});
