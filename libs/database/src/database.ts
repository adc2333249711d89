import { ConstantBackoff, handleWhen, retry } from 'cockatiel';
import type { Client, Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, createServicePool, createSession, poolOf, type DatabaseOptions } from './data-source.js';
import { isConnectTimeout } from './errors.js';

/** One database, as two roles see it. */
export interface Database {
  readonly dataSource: DataSource;
  /** The owner's connections, over all scopes: the log's readers, jobs and credentials. */
  readonly system: Pool;
  /** The service's connections, which see rows only within a scope (`inScope`): requests and extraction. */
  readonly service: Pool;
  /** A connection of the owner's beside the pools, for what takes minutes; the caller ends it. */
  session(): Promise<Client>;
  close(): Promise<void>;
}

/** Connections of a process that are the owner's: two readers of the log hold one each, the rest are lent briefly. */
const SYSTEM_CONNECTIONS = 4;

/** A process that starts is slow itself, and its first connections may take it longer than the limit of a request. */
const whileStarting = retry(handleWhen(isConnectTimeout), { maxAttempts: 4, backoff: new ConstantBackoff(0) });

/**
 * Connects to a migrated database; a connection that takes too long is tried five times.
 * @throws the driver's error when it is out of reach, or has no role for the service yet
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const owners = { ...options, poolSize: SYSTEM_CONNECTIONS };
  const dataSource = await whileStarting.execute(() => createDataSource(owners).initialize());
  const service = createServicePool({ ...options, poolSize: options.poolSize - SYSTEM_CONNECTIONS });
  const close = async (): Promise<void> => {
    await service.end();
    await dataSource.destroy();
  };
  try {
    await whileStarting.execute(() => service.query('SELECT 1'));
  } catch (error) {
    await close();
    throw error;
  }
  const session = async (): Promise<Client> => {
    const client = createSession(options);
    await client.connect();
    return client;
  };
  return { dataSource, system: poolOf(dataSource), service, session, close };
}
