import { ConstantBackoff, handleWhen, retry } from 'cockatiel';
import type { Client, Pool } from 'pg';
import type { DataSource } from 'typeorm';
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

/** One database, as two roles see it. */
export interface Database {
  readonly dataSource: DataSource;
  /** The owner's connections, over all scopes: the log's readers, queues, jobs and the admin listener. */
  readonly system: Pool;
  /** The service's connections, which see rows only within a scope (`inScope`): requests and extraction. */
  readonly service: Pool;
  /** One connection of the owner's for health probes, which wait for nobody else. */
  readonly probes: Pool;
  /** One more of the service's, for credentials: no request's rows are read by it, so that none waits behind them. */
  readonly credentials: Pool;
  /** By which times are written and judged, whatever the machine's clock says. */
  readonly clock: DatabaseClock;
  /** A connection of the owner's beside the pools, for what takes minutes; the caller ends it. */
  session(): Promise<Client>;
  close(): Promise<void>;
}

/** Connections of a process that are the owner's: one reads the log, the rest are lent briefly. */
const SYSTEM_CONNECTIONS = 4;

/** One more, while the process leads a reader of the log: it renews the lease, and nothing may keep it from that. */
const LEASE_CONNECTIONS = 1;

const CREDENTIAL_CONNECTIONS = 1;

/** A restore has not ended: what was erased after the backup may be there. */
export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished';
  constructor() {
    super('a restore into this database has not ended: wait for it, or restore into a new database');
  }
}

async function checkRestored(dataSource: DataSource): Promise<void> {
  const rows: unknown[] = await dataSource.query('SELECT restore_id FROM restores WHERE finished_at IS NULL');
  if (rows.length > 0) throw new RestoreUnfinished();
}

/** A process that starts is slow itself, and its first connections may take it longer than the limit of a request. */
const whileStarting = retry(handleWhen(isConnectTimeout), { maxAttempts: 4, backoff: new ConstantBackoff(0) });

/**
 * Connects to a migrated database; a connection that takes too long is tried five times.
 * @throws ServiceLoginTooStrong, RestoreUnfinished, or the driver's error when it is out of reach, or has no role for the service yet
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
