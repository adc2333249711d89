import type { Sql } from '#database/sql.js';
import { indexNameOf, NAME_PREFIX, type IndexedVectors } from './vector-index.js';

/** Decides which scopes get an index. */
export interface IndexLimits {
  /**
   * Number of vectors from which a scope gets an index; it keeps the index down to half as many. 0 disables indexes.
   */
  readonly minVectors: number;
  /** Model name with version. Indexes of other models are kept as long as their vectors exist. */
  readonly model: string;
  /** Maximum number of indexes: every insert of a vector evaluates the predicate of each index. */
  readonly maxIndexes?: number;
}

/** An index that is due. */
export interface DueIndex extends IndexedVectors {
  readonly name: string;
  readonly dimensions: number;
  /** Approximate number of vectors. */
  readonly vectors: number;
}

export interface IndexPlan {
  /** Names of indexes that are unfinished or useless. */
  readonly drop: readonly string[];
  /** Indexes to build, largest scope first. */
  readonly build: readonly DueIndex[];
}

const MAX_INDEXES = 64;

/**
 * Plans what to drop and build. An index that another process is building looks like an unfinished one, so the caller
 * holds the lock.
 */
export async function planVectorIndexes(
  sql: Sql,
  { minVectors, model, maxIndexes = MAX_INDEXES }: IndexLimits,
): Promise<IndexPlan> {
  const existing = await readIndexes(sql);
  const large =
    minVectors === 0
      ? []
      : (await readLargeScopes(sql, Math.ceil(minVectors / 2))).map((of) => ({ ...of, name: indexNameOf(of) }));
  const useful = new Set(large.map(({ name }) => name));
  const drop = existing.filter(({ name, whole }) => !whole || !useful.has(name)).map(({ name }) => name);
  const kept = new Set(existing.map(({ name }) => name).filter((name) => !drop.includes(name)));
  const build: DueIndex[] = [];
  for (const due of large) {
    if (build.length + kept.size >= maxIndexes) break;
    if (due.vectors < minVectors || due.model !== model || kept.has(due.name)) continue;
    if (await hasVectors(sql, due, minVectors)) build.push(due);
  }
  return { drop, build };
}

interface ExistingIndex {
  readonly name: string;
  /** False while the index is being built, and for ever if the build was interrupted. */
  readonly whole: boolean;
}

async function readIndexes(sql: Sql): Promise<ExistingIndex[]> {
  const { rows } = await sql.query<ExistingIndex>(
    `SELECT c.relname AS name, i.indisvalid AND i.indisready AS whole
     FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
     WHERE i.indrelid = 'memory_vectors'::regclass AND starts_with(c.relname, $1)`,
    [NAME_PREFIX],
  );
  return rows;
}

/**
 * Large scopes with the models of their vectors. The size is the number of memories in the lexical index, which is
 * counted already; models are read by a skip scan of the index of `memory_vectors`.
 */
async function readLargeScopes(sql: Sql, least: number): Promise<Omit<DueIndex, 'name'>[]> {
  const { rows } = await sql.query<Omit<DueIndex, 'name'>>(
    `SELECT s.scope_id AS "scopeId", s.documents::float8 AS vectors, one.model, one.dimensions
     FROM search_stats AS s
     CROSS JOIN LATERAL (
       WITH RECURSIVE models (model) AS (
         (SELECT model FROM memory_vectors WHERE scope_id = s.scope_id ORDER BY model LIMIT 1)
         UNION ALL
         SELECT (SELECT v.model FROM memory_vectors AS v
                 WHERE v.scope_id = s.scope_id AND v.model > models.model ORDER BY v.model LIMIT 1)
         FROM models WHERE models.model IS NOT NULL
       )
       SELECT model, (SELECT octet_length(vector) FROM memory_vectors AS v
                      WHERE v.scope_id = s.scope_id AND v.model = models.model AND vector IS NOT NULL LIMIT 1) AS dimensions
       FROM models WHERE model IS NOT NULL
     ) AS one
     WHERE s.documents >= $1 AND one.dimensions > 0
     ORDER BY s.documents DESC, s.scope_id, one.model`,
    [least],
  );
  return rows;
}

/**
 * Whether a scope has enough vectors of a model. While a scope is being embedded again, it has fewer vectors than
 * memories.
 */
async function hasVectors(sql: Sql, { scopeId, model }: IndexedVectors, least: number): Promise<boolean> {
  const { rows } = await sql.query<{ enough: boolean }>(
    `SELECT count(*) >= $3 AS enough FROM (
       SELECT FROM memory_vectors WHERE scope_id = $1 AND model = $2 AND vector IS NOT NULL LIMIT $3
     ) AS few`,
    [scopeId, model, least],
  );
  return rows[0]?.enough === true;
}
