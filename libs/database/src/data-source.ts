import 'reflect-metadata';
import pg, { type ClientBase, type Pool, type PoolConfig } from 'pg';
import { DataSource, type EntityTarget, type MixedList } from 'typeorm';
import { parseExact } from '#contracts/exact-json.js';
import {
  applyNewerSettings,
  KEEP_ALIVE_DELAY_MS,
  purposeOf,
  startSettings,
  withSettings,
} from './connection-settings.js';
import { PreparingClient } from './preparing-client.js';
import { MIGRATIONS } from './migrations.js';
import { SERVICE_ROLE } from './schema/row-security.js';

/** Options of the database connections of one process. */
export interface DatabaseOptions {
  readonly url: string;
  /** Login of the service's role; when absent or empty, the owner logs in and takes on that role. */
  readonly serviceUrl?: string;
  readonly poolSize: number;
  /** Milliseconds to wait for a connection, and for one statement; 0 for no limit on statements. */
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly entities?: readonly EntityTarget<object>[];
}

const INT8 = 20;
const JSON_OID = 114;
const JSONB_OID = 3802;
const NUMERIC = 1700;
const XID8 = 5069;

/** Column parsers that keep integers exact: int8, xid8 and integral numerics as bigint, JSON without rounding. */
export const exactTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (oid === INT8 || oid === XID8 || oid === NUMERIC) return BigInt;
    if (oid === JSON_OID || oid === JSONB_OID) return parseExact;
    // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- pg's list of types is incomplete
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

/** The pool of each connected DataSource. */
const pools = new WeakMap<DataSource, Pool>();

/** Creates the DataSource of one process, not yet connected. */
export function createDataSource(options: DatabaseOptions): DataSource {
  // TypeORM makes its pool by the class that `driver` gives it, so that statements whose plan matters can share it.
  class SharedPool extends pg.Pool {
    constructor(settings: PoolConfig) {
      super(settings);
      pools.set(dataSource, this);
    }
  }
  const dataSource = new DataSource({
    type: 'postgres',
    driver: { Pool: SharedPool },
    url: withSettings(options.url, startSettings(purposeOf(options.statementTimeoutMs))),
    entities: [...(options.entities ?? [])] as MixedList<() => void>,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    // The pool drops a connection that breaks while idle; the next statement reports the error.
    poolErrorHandler: () => undefined,
    extra: poolOptions(options),
  });
  return dataSource;
}

/**
 * Settings of pgvector searches: a scan continues until it has as many rows as the statement requests, or has visited a
 * hundred thousand. Without pgvector, Postgres keeps these settings and nothing reads them.
 */
const SEARCH_SETTINGS = {
  'hnsw.ef_search': '500',
  'hnsw.iterative_scan': 'relaxed_order',
  'hnsw.max_scan_tuples': '100000',
  'hnsw.scan_mem_multiplier': '8',
};

/**
 * Creates the pool of the service's role, not yet connected; it sees only rows of a scope (`inScope`). A login of its
 * own cannot become the owner; without one, the owner's login takes on the role and could switch back.
 */
export function createServicePool(options: Omit<DatabaseOptions, 'entities'>): Pool {
  const settings = { role: SERVICE_ROLE, ...SEARCH_SETTINGS, ...startSettings(purposeOf(options.statementTimeoutMs)) };
  const pool = new pg.Pool({
    ...poolOptions(options),
    connectionString: withSettings(serviceUrlOf(options), settings),
  });
  pool.on('error', () => undefined);
  return pool;
}

/** Creates a pool of the owner beside the DataSource, not yet connected. */
export function createOwnerPool(options: Omit<DatabaseOptions, 'entities'>): Pool {
  const pool = new pg.Pool({ ...poolOptions(options), connectionString: options.url });
  pool.on('error', () => undefined);
  return pool;
}

function serviceUrlOf({ url, serviceUrl = '' }: DatabaseOptions): string {
  return serviceUrl === '' ? url : serviceUrl;
}

/**
 * How long an idle connection is kept, in milliseconds. A new connection must log in and prepare every statement again,
 * so a caller with a request per minute should not need one.
 */
const IDLE_MS = 10 * 60_000;

function poolOptions(options: DatabaseOptions) {
  return {
    Client: PreparingClient,
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    // Lets a process with nothing else to do exit; otherwise a failed start would wait for its connections.
    allowExitOnIdle: true,
    ...limitsOf(options.statementTimeoutMs),
    ...KEEP_ALIVE,
    types: exactTypes,
    onConnect: async (client: ClientBase) => {
      // Also handles errors of a connection that breaks within a transaction, whose next statement fails then; without
      // a listener, the event would end the process.
      client.on('error', () => undefined);
      await applyNewerSettings(client, options.statementTimeoutMs);
    },
  };
}

const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS } as const;

/**
 * Limits of a statement. The server ends it just before the client gives up, so that no backend works on for nobody.
 */
function limitsOf(statementTimeoutMs: number): { query_timeout?: number; statement_timeout?: number } {
  if (statementTimeoutMs <= 0) return {};
  return { query_timeout: statementTimeoutMs, statement_timeout: Math.ceil(statementTimeoutMs * 0.95) };
}

/**
 * Creates a connection of the owner beside its pools, without a time limit for statements, not yet connected. The
 * server does not end a statement when the client is lost: an index that is nearly built is useful all the same.
 */
export function createSession({ url, connectTimeoutMs }: Pick<DatabaseOptions, 'url' | 'connectTimeoutMs'>): pg.Client {
  const session = new pg.Client({
    connectionString: withSettings(url, startSettings('maintenance')),
    connectionTimeoutMillis: connectTimeoutMs,
    ...KEEP_ALIVE,
    types: exactTypes,
  });
  session.on('error', () => undefined);
  return session;
}

/**
 * The pg pool of a connected DataSource, for statements whose plan matters.
 * @throws TypeError when it is not connected
 */
export function poolOf(dataSource: DataSource): Pool {
  const pool = pools.get(dataSource);
  if (!pool) throw new TypeError('the data source is not connected');
  return pool;
}
