import type { DataSource, EntityManager } from 'typeorm';
import { checkReleasedSchema } from './check-schema.js';
import { createDataSource } from './data-source.js';
import { ensureServiceLogin } from './service-login.js';

const MIGRATION_LOCK = 0x656e6772; // "engr": one migration run at a time per database

/**
 * Migrates the database at `url` to the newest schema; safe to run from several processes at once.
 * @param serviceUrl login that serves requests, which is created or given this password; empty for none
 * @throws UnreleasedSchema, ServiceLoginNotMade, or the driver's error when the database is unreachable or a migration
 * fails
 */
export async function migrate(url: string, serviceUrl = ''): Promise<void> {
  const dataSource = createDataSource({ url, poolSize: 2, connectTimeoutMs: 10_000, statementTimeoutMs: 0 });
  await dataSource.initialize();
  try {
    await underLock(dataSource, async () => {
      await checkReleasedSchema(dataSource);
      await dataSource.runMigrations({ transaction: 'each' });
      await dataSource.transaction(startEpochOfThisCluster);
      if (serviceUrl !== '') await ensureServiceLogin(dataSource, serviceUrl);
    });
  } finally {
    await dataSource.destroy();
  }
}

async function underLock(dataSource: DataSource, work: () => Promise<void>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await work();
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await runner.release();
  }
}

/** Starts a new epoch when the log was restored into another cluster, because transaction ids start again there. */
async function startEpochOfThisCluster(tx: EntityManager): Promise<void> {
  const rows: { epoch: number }[] = await tx.query(
    `INSERT INTO log_epochs (epoch, system_identifier)
     SELECT newest.epoch + 1, here.system_identifier
     FROM pg_control_system() AS here,
          (SELECT epoch, system_identifier FROM log_epochs ORDER BY epoch DESC LIMIT 1) AS newest
     WHERE newest.system_identifier <> here.system_identifier
     RETURNING epoch`,
  );
  const started = rows[0];
  if (!started) return;
  await tx.query(`ALTER TABLE events ALTER COLUMN epoch SET DEFAULT ${String(started.epoch)}`);
  // Transaction ids of the other cluster mean nothing here; all of those transactions had committed.
  await tx.query('UPDATE memories SET txid = NULL WHERE txid IS NOT NULL');
}
