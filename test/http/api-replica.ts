import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { createApiKey } from '#access/api-keys.js';
import { PERMISSIONS } from '#access/permissions.js';
import { ApiRootModule } from '#apps/api/src/api-root.module.js';
import type { BodyShareOptions } from '#apps/api/src/admission/body-shares.js';
import { UNREAD_ANSWERS, type UnreadAnswerOptions } from '#apps/api/src/admission/unread-answers.js';
import type { ApiOptions } from '#apps/api/src/options/api-options.js';
import { createApp, listenOn } from '#apps/api/src/http/create-app.js';
import type { RequestLimits } from '#apps/api/src/shared/request-limits.js';
import { jwtSettings } from '#config/jwt-settings.js';
import { embeddingSettings } from '#config/embedding-settings.js';
import { limitSettings } from '#config/limit-settings.js';
import { loadConfig } from '#config/load-config.js';
import { createLog } from '#config/log.js';
import type { Clock } from '#contracts/clock.js';
import { openDatabase, type Database } from '#database/database.js';
import { observeProcess } from '#telemetry/observe-process.js';
import { createClient, type Client } from '../path/client.js';
import { PATIENT } from '../harness/patient.js';

/** One api replica on a database, without relay and extractor. */
export interface ApiReplica {
  readonly baseUrl: string;
  readonly port: number;
  readonly database: Database;
  /** Client with a new key of the scope. */
  client(namespace: string, agent: string): Promise<Client & { readonly keyId: string }>;
  /** Client of this replica with an existing credential. */
  with(credential: string): Client;
  /** Values of a counter, by its first label. */
  counts(metric: string): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

/** A clock that the test advances. */
export interface TestClock extends Clock {
  pass(ms: number): void;
}

/** @param startMs milliseconds since 1970 */
export function testClock(startMs = Date.now()): TestClock {
  let nanos = BigInt(startMs) * 1_000_000n;
  return {
    nowNanos: () => nanos,
    pass: (ms) => {
      nanos += BigInt(ms) * 1_000_000n;
    },
  };
}

export interface ReplicaOptions {
  readonly clock?: Clock;
  readonly requestLimits?: RequestLimits;
  /** Maximum size of unread responses. */
  readonly unread?: UnreadAnswerOptions;
  readonly bodies?: BodyShareOptions;
  readonly connections?: number;
  /** Whether webhooks may use plain HTTP and private addresses, and their retries. */
  readonly webhooks?: ApiOptions['webhooks'];
  /** Clock of the credential cache. */
  readonly elapsed?: () => number;
}

export async function startReplica(
  databaseUrl: string,
  settings: Record<string, string> = {},
  {
    clock,
    requestLimits = PATIENT.requestLimits,
    elapsed = () => performance.now(),
    unread = UNREAD_ANSWERS,
    webhooks = { allowsPrivate: false },
    ...bounds
  }: ReplicaOptions = {},
): Promise<ApiReplica> {
  const config = loadConfig({ DATABASE_URL: databaseUrl, ...settings });
  const log = createLog('test', 'silent');
  const database = await openDatabase({
    ...{ url: databaseUrl, poolSize: config.DATABASE_POOL_SIZE, entities: ACCESS_ENTITIES },
    ...requestLimits,
  });
  const { metrics, readiness } = observeProcess(database);
  const options = {
    ...{ extract: true, llm: false, jwt: jwtSettings(config), sweepAfterMs: config.SWEEP_AFTER_MS },
    ...{
      limits: limitSettings(config),
      embeddings: embeddingSettings(config),
      indexCacheBytes: 1 << 26,
      log,
      readiness,
      clock: clock ?? database.clock,
      elapsed,
      logPollMs: config.RELAY_POLL_MS,
      studio: config.STUDIO,
      webhooks,
    },
  };
  const app = await createApp(ApiRootModule.of(database, options), log, {
    onCompleted: (request) => {
      metrics.requestCompleted(request);
    },
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    clock: clock ?? database.clock,
    unread,
    ...bounds,
  });
  await listenOn(app, 0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${String(port)}`;
  return {
    ...{ baseUrl, port, database },
    async client(namespace, agent) {
      const wanted = { namespace, agent, name: 'test', permissions: PERMISSIONS, expiresAt: null };
      const { key, keyId } = await createApiKey(database.dataSource, wanted);
      return { ...createClient(baseUrl, key), keyId };
    },
    with: (credential) => createClient(baseUrl, credential),
    async counts(metric) {
      const { values } = (await metrics.registry.getSingleMetric(metric)?.get()) ?? { values: [] };
      return Object.fromEntries(values.map(({ labels, value }) => [String(Object.values(labels)[0]), value]));
    },
    async stop() {
      await app.close();
      await database.close();
    },
  };
}

/** Delays every statement on a table, like a slow Postgres, until the returned function is called. */
export async function holdUp(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return () => client.end();
}
