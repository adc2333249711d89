import { setTimeout as delay } from 'node:timers/promises';
import { sqlState } from '#database/errors.js';
import type { Sql } from '#database/sql.js';
import { ensurePgvector } from './pgvector.js';
import { planVectorIndexes, type DueIndex, type IndexLimits } from './plan-vector-indexes.js';
import { bitsOf, indexPredicateSql, quantizedSql } from './vector-index.js';

export interface MaintainOptions extends IndexLimits {
  readonly onBuilt?: (index: DueIndex, ms: number) => void;
  readonly onDropped?: (name: string) => void;
  /** Called with the reason if an index is due but cannot be built. */
  readonly onMissing?: (reason: string) => void;
}

const LOCK = `hashtextextended('engraph vector indexes', 0)`;
const POLL_MS = 100;

/**
 * Drops useless and unfinished indexes, then builds the missing ones, one after the other. Writes continue meanwhile.
 * Does nothing while another process runs this.
 * @param session connection of the owner, without a statement timeout and outside a transaction; its settings are
 *   changed
 */
export async function maintainVectorIndexes(session: Sql, options: MaintainOptions): Promise<void> {
  if (!(await tryLock(session))) return;
  try {
    const { drop, build } = await planVectorIndexes(session, options);
    for (const name of drop) {
      await dropIndex(session, name);
      options.onDropped?.(name);
    }
    if (build.length === 0) return;
    const pgvector = await ensurePgvector(session);
    if ('missing' in pgvector) {
      options.onMissing?.(pgvector.missing);
      return;
    }
    for (const due of build) {
      const from = performance.now();
      await buildIndex(session, due, pgvector.schema);
      options.onBuilt?.(due, performance.now() - from);
    }
  } finally {
    await session.query(`SELECT pg_advisory_unlock(${LOCK})`).catch(() => undefined);
  }
}

/**
 * Drops all vector indexes, and keeps others from building one until the session ends. They can be rebuilt from the
 * vectors.
 * @param onWait called once if it has to wait for an index that is being built
 */
export async function dropVectorIndexes(
  session: Sql,
  onWait: (holders: readonly string[]) => void = () => undefined,
): Promise<void> {
  // Polls rather than waiting in one statement: CREATE INDEX CONCURRENTLY would wait for that statement in turn.
  for (let tries = 0; !(await tryLock(session)); tries += 1) {
    if (tries === 0) onWait(['the building of a vector index']);
    await delay(POLL_MS);
  }
  const { drop } = await planVectorIndexes(session, { minVectors: 0, model: '' });
  for (const name of drop) await dropIndex(session, name);
}

async function tryLock(session: Sql): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS locked`);
  return rows[0]?.locked === true;
}

async function dropIndex(session: Sql, name: string): Promise<void> {
  await session.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

/**
 * Memory that Postgres needs per vector while it builds an index, and the limit for the whole. A build that exceeds it
 * is slower.
 */
const BYTES_PER_VECTOR = 1024;
const MAX_BUILD_BYTES = 1024 ** 3;

async function buildIndex(session: Sql, due: DueIndex, schema: string): Promise<void> {
  const megabytes = Math.ceil(Math.min(MAX_BUILD_BYTES, due.vectors * BYTES_PER_VECTOR) / 1024 ** 2);
  await session.query(
    `SELECT set_config('maintenance_work_mem', greatest(pg_size_bytes(current_setting('maintenance_work_mem')) / 1024, $1)::text, false)`,
    [megabytes * 1024],
  );
  // The client may be gone before the build ends; the index is useful all the same.
  await session.query('SET client_min_messages = error');
  try {
    await session.query(createSql(due, schema));
  } catch (error) {
    if (!lacksMemory(error)) throw error;
    // Parallel workers share memory through /dev/shm, of which a container has 64 MB by default.
    await dropIndex(session, due.name);
    await session.query('SET max_parallel_maintenance_workers = 0');
    await session.query(createSql(due, schema));
  }
}

function lacksMemory(error: unknown): boolean {
  return sqlState(error)?.startsWith('53') === true;
}

function createSql(due: DueIndex, schema: string): string {
  return `CREATE INDEX CONCURRENTLY ${due.name} ON memory_vectors
    USING hnsw ((${quantizedSql('vector', bitsOf(due.dimensions))}) ${schema}.bit_hamming_ops) WITH (m = 16, ef_construction = 64)
    WHERE ${indexPredicateSql(due)}`;
}
