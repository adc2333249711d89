import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { memoryIdOfUuid, newMemoryUuid } from '#contracts/memory-id.js';
import { openDatabase } from '#database/database.js';
import { inScope } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import { EncodeMemories } from '#memories/encode/encode-memories.js';
import { getEntity } from '#graph/queries/get-entity.js';
import { graphPage } from '#graph/queries/graph-page.js';
import { listEntities } from '#graph/queries/list-entities.js';
import { traverse } from '#graph/queries/traverse.js';
import type { Closing } from '../closing.js';
import { startDatabases } from '../databases.js';
import { median } from '../statistics.js';
import { fillGraph, HUB } from './fill-graph.js';

export interface IsolationOptions {
  readonly rounds: number;
}

/** Milliseconds of one call, medians of all rounds. */
export interface IsolationSample {
  readonly what: string;
  readonly owner: number;
  readonly service: number;
  /** Median of the ratios of the pairs of calls. */
  readonly ratio: number;
}

export interface IsolationResults {
  readonly options: IsolationOptions;
  readonly services: readonly string[];
  readonly samples: readonly IsolationSample[];
}

const CONNECTIONS = 4;
const BATCH = 256;

/** One call, on the connections of one role. */
type Work = (sql: Sql, scopeId: string, store: EncodeMemories) => Promise<unknown>;

const WORK: Readonly<Record<string, Work>> = {
  'one entity': (sql, scopeId) => getEntity(sql, scopeId, HUB),
  'the 100 most mentioned entities': (sql, scopeId) => listEntities(sql, scopeId, { includeMerged: false, limit: 100 }),
  'entities by prefix': (sql, scopeId) =>
    listEntities(sql, scopeId, { prefix: 'name 1', includeMerged: false, limit: 100 }),
  'traversal of 2 hops from a hub': (sql, scopeId) =>
    traverse(sql, scopeId, HUB, { direction: 'both', maxDepth: 2, maxNodes: 500, includeSuperseded: false }),
  'graph page of 200 nodes': (sql, scopeId) =>
    graphPage(sql, scopeId, {
      ...{ limit: 200, after: null, includeStatements: false, includeMemories: false, includeMemoryEdges: false },
    }),
  'group commit of 256 memories, one scope': (_sql, scopeId, store) => write(store, () => scopeId),
  'group commit of 256 memories, 256 scopes': (_sql, _scopeId, store) => write(store, randomUUID),
};

/** Alternates the same calls with the owner's role, which bypasses policies, and the service role, on one Postgres. */
export async function benchIsolation(closing: Closing, options: IsolationOptions): Promise<IsolationResults> {
  const databases = await startDatabases(closing);
  const url = await databases.create();
  const limits = { connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
  const database = await openDatabase({ url, poolSize: 2 * CONNECTIONS, ...limits });
  closing.add(() => database.close());
  const scopeId = await fillGraph(database.system);
  const owner = { sql: database.system, store: encodeMemories(database.system) };
  const service = { sql: inScope(database.service, scopeId), store: encodeMemories(database.service) };
  const samples: IsolationSample[] = [];
  for (const [what, work] of Object.entries(WORK)) {
    const pairs: [number, number][] = [];
    for (let round = -WARM_UP; round < options.rounds; round += 1) {
      const first = await time(() => work(owner.sql, scopeId, owner.store));
      const second = await time(() => work(service.sql, scopeId, service.store));
      if (round >= 0) pairs.push([first, second]);
    }
    samples.push({
      what,
      owner: median(pairs.map(([a]) => a)),
      service: median(pairs.map(([, b]) => b)),
      ratio: median(pairs.map(([a, b]) => b / a)),
    });
  }
  return { options, services: [databases.postgres.description], samples };
}

/** Calls that let connections prepare and plan their statements. */
const WARM_UP = 20;

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function encodeMemories(pool: Pool): EncodeMemories {
  return new EncodeMemories({ pool, now: () => new Date(), extract: true, sweepAfterMs: 60_000 });
}

async function write(store: EncodeMemories, scopeOf: () => string): Promise<void> {
  await Promise.all(Array.from({ length: BATCH }, () => store.write(row(scopeOf()))));
}

function row(scopeId: string) {
  const memoryUuid = newMemoryUuid();
  const memory_id = memoryIdOfUuid(memoryUuid);
  const nothing = { session: null, speaker: null, role: null, metadata: null };
  const times = { created_at_unix_nanos: 1, occurred_at_unix_nanos: 0 };
  return {
    scopeId,
    requestId: randomUUID(),
    operation: 'POST /v1/memories',
    fingerprint: Buffer.alloc(32),
    memoryUuid,
    event: { memory_id, text: 'Lena met Omar in Oslo.', kind: 0, salience: 0.5, ...nothing, ...times },
    result: { memory_id },
  };
}
