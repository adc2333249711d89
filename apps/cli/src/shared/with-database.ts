import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { loadConfig } from '#config/load-config.js';
import type { Config } from '#config/settings.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { DatabaseClock } from '#database/database-clock.js';
import { startEmbeddedPostgres } from '#database/embedded-postgres.js';
import { findRunningPostgres } from '#database/embedded-postgres-running.js';
import { migrate } from '#database/migrate.js';

/**
 * Runs a command on the deployment's database: DATABASE_URL, else the embedded Postgres under DATA_DIR, which is
 * started for the command if it is not running.
 */
export async function withDatabase<T>(
  work: (dataSource: DataSource, config: Config, clock: DatabaseClock) => Promise<T>,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): Promise<T> {
  const config = loadConfig();
  const { url, stop } = await databaseOf(config, { mayCreate });
  try {
    const dataSource = createDataSource({
      url,
      poolSize: 4,
      connectTimeoutMs: 5_000,
      statementTimeoutMs: 0,
      entities: ACCESS_ENTITIES,
    });
    await dataSource.initialize();
    let clock: DatabaseClock | undefined;
    try {
      clock = await DatabaseClock.start(poolOf(dataSource));
      return await work(dataSource, config, clock);
    } finally {
      clock?.stop();
      await dataSource.destroy();
    }
  } finally {
    await stop();
  }
}

/**
 * URL of the database, and a function to call when the command is done.
 * @throws Error if there is no database yet, unless the command may create it
 */
export async function databaseOf(
  config: Config,
  { mayCreate }: { readonly mayCreate: boolean },
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.DATABASE_URL !== '') return { url: config.DATABASE_URL, stop: () => Promise.resolve() };
  const running = await findRunningPostgres(config.DATA_DIR);
  if (running !== null) return { url: running, stop: () => Promise.resolve() };
  if (!mayCreate && !(await stat(join(config.DATA_DIR, 'postgres')).catch(() => null)))
    throw new Error(`there is no database: DATABASE_URL is empty, and DATA_DIR (${config.DATA_DIR}) has no Postgres`);
  const started = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: () => undefined });
  await migrate(started.url);
  return { url: started.url, stop: () => started.stop() };
}

/** Prints one JSON value per line on standard output, for people and for scripts. */
export function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
