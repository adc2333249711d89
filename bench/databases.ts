import { migrate } from '#database/migrate.js';
import { query, startPostgres, type TestPostgres } from '../test/harness/postgres.js';
import type { Closing } from './closing.js';

const TEMPLATE = 'bench_template';

/** The benchmark's own durable Postgres, with empty migrated databases. */
export interface Databases {
  readonly postgres: TestPostgres;
  /** Makes a migrated database, after a checkpoint, so that no run pays for the writes of the one before. */
  create(): Promise<string>;
  drop(url: string): Promise<void>;
}

/** Starts the server. @throws if it would acknowledge before syncing */
export async function startDatabases(closing: Closing): Promise<Databases> {
  const postgres = await startPostgres();
  closing.add(() => postgres.stop());
  const adminUrl = postgres.url('postgres');
  await requireDurable(adminUrl);
  await query(adminUrl, `CREATE DATABASE ${TEMPLATE}`);
  await migrate(postgres.url(TEMPLATE));
  return {
    postgres,
    create: async () => {
      const url = await postgres.createDatabase(TEMPLATE);
      await query(adminUrl, 'CHECKPOINT');
      return url;
    },
    drop: async (url) => {
      await query(adminUrl, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
    },
  };
}

async function requireDurable(url: string): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const [row] = await query(url, `SHOW ${setting}`);
    if (row?.[setting] !== 'on') throw new Error(`${setting} is ${String(row?.[setting])}: figures would mean nothing`);
  }
}
