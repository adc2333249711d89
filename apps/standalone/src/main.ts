import 'reflect-metadata';
import { mkdir } from 'node:fs/promises';
import { armFromEnvironment } from '#config/arm-failpoints.js';
import { loadConfig } from '#config/load-config.js';
import { createLog } from '#config/log.js';
import type { Config } from '#config/settings.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#database/embedded-postgres.js';
import { stopSignal } from '#config/stop-signal.js';
import { exitLine } from './exit.js';
import { startStandalone } from './start-standalone.js';
import { welcome } from './welcome.js';

/** Runs `npm start`: all of Engraph in one process, with an embedded Postgres unless DATABASE_URL names one. */
async function main(): Promise<void> {
  const stopped = stopSignal();
  const config = loadConfig();
  const log = createLog('engraph', config.LOG_LEVEL);
  armFromEnvironment((line) => {
    log.warn(line);
  });
  await mkdir(config.DATA_DIR, { recursive: true });
  const postgres = config.DATABASE_URL === '' ? await embeddedPostgres(config) : null;
  try {
    const logins = postgres ? { ...config, DATABASE_SERVICE_URL: postgres.serviceUrl } : config;
    const engraph = await startStandalone(logins, postgres?.url ?? config.DATABASE_URL, log);
    process.stdout.write(welcome(engraph.baseUrl, engraph.demoKey));
    try {
      await Promise.race([stopped, ...(postgres ? [postgresEnded(postgres)] : [])]);
    } finally {
      await engraph.stop();
    }
  } finally {
    await postgres?.stop();
  }
}

function embeddedPostgres(config: Config) {
  return startEmbeddedPostgres({
    dataDir: config.DATA_DIR,
    log: (line) => process.stdout.write(`${line}\n`),
  });
}

/** Rejects when the embedded Postgres exits. */
async function postgresEnded({ exited }: EmbeddedPostgres): Promise<never> {
  throw new Error(`Postgres exited (${await exited}); start again, the data is kept`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${exitLine(error)}\n`);
  process.exitCode = 1;
});
