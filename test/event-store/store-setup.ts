import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { ensureScope } from '#access/api-keys.js';
import { memoryIdOfUuid, newMemoryUuid } from '#contracts/memory-id.js';
import type { Scope } from '#contracts/scope.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import type { EncodeRow } from '#memories/encode/encode-batch.js';
import { EncodeMemories, type EncodeMemoriesOptions } from '#memories/encode/encode-memories.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { testDatabase } from '../harness/services.js';

export const START_LIMIT_MS = 240_000;

/** A database of the test file, with as many pools as a test simulates processes. */
export interface TestStore {
  url: () => string;
  dataSource: () => DataSource;
  pool: () => Pool;
  newPool: (size?: number) => Promise<Pool>;
  newScope: () => Promise<Scope>;
}

/** Call at the top of a test file. */
export function useStore(poolSize = 12): TestStore {
  const sources: DataSource[] = [];
  let databaseUrl = '';
  const connect = async (size: number): Promise<DataSource> => {
    const options = { url: databaseUrl, poolSize: size, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
    const source = await createDataSource(options).initialize();
    sources.push(source);
    return source;
  };
  const first = (): DataSource => {
    if (!sources[0]) throw new Error('no database yet');
    return sources[0];
  };
  beforeAll(async () => {
    databaseUrl = await testDatabase();
    await connect(poolSize);
  }, START_LIMIT_MS);
  afterAll(async () => {
    for (const source of sources) await source.destroy();
  });
  return {
    url: () => databaseUrl,
    dataSource: first,
    pool: () => poolOf(first()),
    newPool: async (size = 4) => poolOf(await connect(size)),
    newScope: () => ensureScope(first(), 'test', randomUUID()),
  };
}

/** The write side, by default with the system clock. */
export function encodeMemories(pool: Pool, options: Partial<EncodeMemoriesOptions> = {}): EncodeMemories {
  return new EncodeMemories({ pool, now: () => new Date(), extract: true, sweepAfterMs: 60_000, ...options });
}

export interface RowOptions {
  readonly requestId?: string;
  readonly text?: string;
  readonly speaker?: string;
}

/** A write as the API hands it over: equal texts with equal request ids are the same request. */
export function encodeRow(scope: Scope, options: RowOptions = {}): EncodeRow {
  const { requestId = randomUUID(), text = 'Maya lives in Oslo.', speaker = null } = options;
  const memoryUuid = newMemoryUuid();
  const memoryId = memoryIdOfUuid(memoryUuid);
  return {
    scopeId: scope.scopeId,
    requestId,
    operation: 'POST /v1/memories',
    fingerprint: fingerprintOf('POST /v1/memories', { text, speaker }),
    memoryUuid,
    result: { memory_id: memoryId },
    event: {
      memory_id: memoryId,
      text,
      kind: 0,
      salience: 0.5,
      session: null,
      speaker,
      role: 'user',
      metadata: null,
      created_at_unix_nanos: 1_700_000_000_000_000_001n,
      occurred_at_unix_nanos: 0,
    },
  };
}

/** How many rows of each kind a scope has. */
export async function rowsOf(pool: Pool, scope: Scope): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `SELECT (SELECT count(*) FROM memories WHERE scope_id = $1)::int AS memories,
            (SELECT count(*) FROM events WHERE scope_id = $1)::int AS events,
            (SELECT count(*) FROM memory_extractions WHERE scope_id = $1)::int AS extractions,
            (SELECT count(*) FROM request_ledger WHERE scope_id = $1)::int AS ledger`,
    [scope.scopeId],
  );
  return rows[0] ?? {};
}
