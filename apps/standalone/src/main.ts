import 'reflect-metadata';
import { mkdir } from 'node:fs/promises';
import { armFromEnvironment } from '#config/arm-failpoints.js';
import { loadConfig } from '#config/load-config.js';
import { createLog } from '#config/log.js';
import type { Config } from '#config/settings.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#database/embedded-postgres.js';
import { writeServiceFile } from '#config/service-file.js';
import { stopSignal } from '#config/stop-signal.js';
import { exitLine } from './exit.js';
import { startStandalone } from './start-standalone.js';
import { welcome } from './welcome.js';

/**
 * Runs `npm start`: all of Engraph in one process, with an embedded Postgres unless DATABASE_URL names one. A process
 * that starts it with a channel is told when it is ready, and takes it along when it ends. With `--quiet` it prints no
 * welcome, which has the key.
 */
async function main(): Promise<void> {
  const stopped = Promise.race([stopSignal(), parentEnded()]);
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
    const forget = postgres
      ? await writeServiceFile(config.DATA_DIR, { url: localUrl(config), pid: process.pid })
      : null;
    if (!process.argv.includes('--quiet')) process.stdout.write(welcome(engraph.baseUrl, engraph.demoKey));
    process.send?.('ready');
    try {
      await Promise.race([stopped, ...(postgres ? [postgresEnded(postgres)] : [])]);
    } finally {
      await forget?.();
      await engraph.stop();
    }
  } finally {
    await postgres?.stop();
  }
}

/** Resolves when the process that started this one ends; never if it keeps no channel to it. */
function parentEnded(): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) return;
    if (process.connected) process.once('disconnect', resolve);
    else resolve();
  });
}

/** Address of this process from the same machine, on whatever addresses it listens. */
function localUrl({ HOST, PORT }: Config): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(PORT)}`;
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

main()
  .catch((error: unknown) => {
    process.stderr.write(`${exitLine(error)}\n`);
    process.exitCode = 1;
  })
  .finally(() => {
    // An open channel keeps the process alive.
    if (process.connected) process.disconnect();
  });
