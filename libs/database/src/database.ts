import { ConstantBackoff, handleWhen, retry } from 'cockatiel';
import type { Client, Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { checkReleasedSchema } from './check-schema.js';
import { shareConnections } from './connection-shares.js';
import {
  createDataSource,
  createOwnerPool,
  createServicePool,
  createSession,
  poolOf,
  type DatabaseOptions,
} from './data-source.js';
import { DatabaseClock } from './database-clock.js';
import { isConnectTimeout } from './errors.js';
import { checkServiceLogin } from './service-login.js';

/** One database, with connections of the owner and of the service. */
export interface Database {
  readonly dataSource: DataSource;
  /** The owner's connections, for all scopes: readers of the log, queues, jobs and the admin listener. */
  readonly system: Pool;
  /** The service's connections, which see only rows of a scope (`inScope`): requests and extraction. */
  readonly service: Pool;
  /** One connection of the owner for health probes, so that they wait for nothing else. */
  readonly probes: Pool;
  /** One more connection of the service, for credentials, so that checking them does not wait behind requests. */
  readonly credentials: Pool;
  /** Clock by which times are written and compared, whatever the machine's clock says. */
  readonly clock: DatabaseClock;
  /** Opens a connection of the owner beside the pools, for work of minutes; the caller ends it. */
  session(): Promise<Client>;
  close(): Promise<void>;
}

/** The owner's share of a process's connections: one reads the log, the rest are lent briefly. */
const SYSTEM_CONNECTIONS = 4;

/** One more while the process leads a reader of the log: it renews the lease, and nothing may delay that. */
const LEASE_CONNECTIONS = 1;

const CREDENTIAL_CONNECTIONS = 1;

/** Thrown when a restore has not finished: data that was erased after the backup may be present. */
export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished';
  constructor() {
    super('a restore into this database has not finished: wait for it, or restore into a new database');
  }
}

async function checkRestored(dataSource: DataSource): Promise<void> {
  const rows: unknown[] = await dataSource.query('SELECT restore_id FROM restores WHERE finished_at IS NULL');
  if (rows.length > 0) throw new RestoreUnfinished();
}

/** A starting process is slow, and its first connections may take longer than the limit of a request. */
const whileStarting = retry(handleWhen(isConnectTimeout), { maxAttempts: 4, backoff: new ConstantBackoff(0) });

/**
 * Connects to a migrated database; tries up to five times when a connection takes too long.
 * @throws ServiceLoginTooStrong, UnreleasedSchema, RestoreUnfinished, or the driver's error when the database is
 * unreachable or has no service role yet
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const owners = { ...options, poolSize: SYSTEM_CONNECTIONS + LEASE_CONNECTIONS };
  const dataSource = await whileStarting.execute(() => createDataSource(owners).initialize());
  const poolSize = Math.max(1, options.poolSize - SYSTEM_CONNECTIONS - CREDENTIAL_CONNECTIONS);
  const service = createServicePool({ ...options, poolSize });
  shareConnections(service, poolSize, options.connectTimeoutMs);
  const probes = createOwnerPool({ ...options, poolSize: 1 });
  const credentials = createServicePool({ ...options, poolSize: CREDENTIAL_CONNECTIONS });
  let clock: DatabaseClock | undefined;
  const close = async (): Promise<void> => {
    clock?.stop();
    await probes.end();
    await Promise.all([service.end(), credentials.end()]);
    await dataSource.destroy();
  };
  try {
    await whileStarting.execute(() => service.query('SELECT 1'));
    if ((options.serviceUrl ?? '') !== '') await checkServiceLogin(service);
    await checkReleasedSchema(dataSource);
    await checkRestored(dataSource);
    clock = await DatabaseClock.start(probes);
  } catch (error) {
    await close();
    throw error;
  }
  const session = async (): Promise<Client> => {
    const client = createSession(options);
    await client.connect();
    return client;
  };
  return { dataSource, system: poolOf(dataSource), service, credentials, probes, clock, session, close };
}
