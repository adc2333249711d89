import 'reflect-metadata';
import pg, { type ClientBase, type Pool } from 'pg';
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
import { SERVICE_ROLE } from './schema/row-security.js';
import { ClaimContexts0022 } from './migrations/0022-claim-contexts.js';
import { EntityNamesByForm0024 } from './migrations/0024-entity-names-by-form.js';
import { SearchChanges0025 } from './migrations/0025-search-changes.js';
import { GramsOfAnyLetters0026 } from './migrations/0026-grams-of-any-letters.js';
import { VectorBits0027 } from './migrations/0027-vector-bits.js';
import { PieceVectors0028 } from './migrations/0028-piece-vectors.js';
import { WrittenBy0033 } from './migrations/0033-written-by.js';
import { ChangedEntities0029 } from './migrations/0029-changed-entities.js';
import { LogReaderLeases0030 } from './migrations/0030-log-reader-leases.js';
import { Evidence0036 } from './migrations/0036-evidence.js';
import { KeyPeppers0040 } from './migrations/0040-key-peppers.js';
import { ExtractionTurns0031 } from './migrations/0031-extraction-turns.js';
import { LlmTurns0032 } from './migrations/0032-llm-turns.js';
import { AuditTrail0042 } from './migrations/0042-audit-trail.js';
import { Erasures0043 } from './migrations/0043-erasures.js';
import { LlmDeaths0044 } from './migrations/0044-llm-deaths.js';
import { AuditOfCallers0045 } from './migrations/0045-audit-of-callers.js';
import { PlainNames0047 } from './migrations/0047-plain-names.js';
import { EvidenceBlocks0046 } from './migrations/0046-evidence-blocks.js';
import { ImmutableEvents0041 } from './migrations/0041-immutable-events.js';
import { RetractedClaims0023 } from './migrations/0023-retracted-claims.js';
import { ContentKeys0010 } from './migrations/0010-content-keys.js';
import { Path0001 } from './migrations/0001-path.js';
import { KeyRotation0007 } from './migrations/0007-key-rotation.js';
import { GivenNames0008 } from './migrations/0008-given-names.js';
import { NameIndexes0012 } from './migrations/0012-name-indexes.js';
import { NameKeys0013 } from './migrations/0013-name-keys.js';
import { Reextractions0014 } from './migrations/0014-reextractions.js';
import { LlmBudgets0015 } from './migrations/0015-llm-budgets.js';
import { MemoryVectors0016 } from './migrations/0016-memory-vectors.js';
import { NameDecisions0014 } from './migrations/0014-name-decisions.js';
import { NamesApart0020 } from './migrations/0020-names-apart.js';
import { MemoryLinks0003 } from './migrations/0003-memory-links.js';
import { RateBuckets0006 } from './migrations/0006-rate-buckets.js';
import { Erasure0009 } from './migrations/0009-erasure.js';
import { SaidAt0019 } from './migrations/0019-said-at.js';
import { SessionKey0021 } from './migrations/0021-session-key.js';
import { SearchGrams0018 } from './migrations/0018-search-grams.js';
import { SearchIndex0005 } from './migrations/0005-search-index.js';
import { TraceContext0011 } from './migrations/0011-trace-context.js';
import { SessionHeads0004 } from './migrations/0004-session-heads.js';
import { RowLevelSecurity0002 } from './migrations/0002-row-level-security.js';

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
const exactTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (oid === INT8 || oid === XID8 || oid === NUMERIC) return BigInt;
    if (oid === JSON_OID || oid === JSONB_OID) return parseExact;
    // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- pg's list of types is incomplete
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

/** Creates the DataSource of one process, not yet connected. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url: withSettings(options.url, startSettings(purposeOf(options.statementTimeoutMs))),
    entities: [...(options.entities ?? [])] as MixedList<() => void>,
    migrations: [
      Path0001,
      RowLevelSecurity0002,
      MemoryLinks0003,
      SessionHeads0004,
      SearchIndex0005,
      RateBuckets0006,
      KeyRotation0007,
      GivenNames0008,
      Erasure0009,
      ContentKeys0010,
      TraceContext0011,
      NameIndexes0012,
      NameKeys0013,
      Reextractions0014,
      LlmBudgets0015,
      MemoryVectors0016,
      NameDecisions0014,
      SearchGrams0018,
      SaidAt0019,
      NamesApart0020,
      SessionKey0021,
      ClaimContexts0022,
      RetractedClaims0023,
      EntityNamesByForm0024,
      SearchChanges0025,
      GramsOfAnyLetters0026,
      VectorBits0027,
      PieceVectors0028,
      ChangedEntities0029,
      LogReaderLeases0030,
      ExtractionTurns0031,
      LlmTurns0032,
      Evidence0036,
      WrittenBy0033,
      KeyPeppers0040,
      ImmutableEvents0041,
      AuditTrail0042,
      Erasures0043,
      LlmDeaths0044,
      AuditOfCallers0045,
      EvidenceBlocks0046,
      PlainNames0047,
    ],
    migrationsTableName: 'schema_migrations',
    // The pool drops a connection that breaks while idle; the next statement reports the error.
    poolErrorHandler: () => undefined,
    extra: poolOptions(options),
  });
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

/** The pg pool of a connected DataSource, for statements whose plan matters. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}
