import type { Sql } from '#database/sql.js';
import { indexNameOf, NAME_PREFIX, type IndexedVectors } from './vector-index.js';

/** Which scopes get an index. */
export interface IndexLimits {
  /** Vectors of a scope from which on it has an index; 0: none has. It keeps it down to half as many. */
  readonly minVectors: number;
  /** With its version; those of other models are kept as long as their vectors are there. */
  readonly model: string;
  /** Indexes that there are at most: whoever stores a vector compares its scope with that of each. */
  readonly maxIndexes?: number;
}

/** Vectors that are to have an index. */
export interface DueIndex extends IndexedVectors {
  readonly name: string;
  readonly dimensions: number;
  /** About how many. */
  readonly vectors: number;
}

export interface IndexPlan {
  /** Names of those that are not whole, or of no use any more. */
  readonly drop: readonly string[];
  /** Of the largest scope first. */
  readonly build: readonly DueIndex[];
}

const MAX_INDEXES = 64;

/** What there is to do: an index that another process builds at the moment looks as if it had been left unfinished. */
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
  /** False while it is built, and for ever where that was cut off. */
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
 * Scopes by the memories in their index of words, which are counted already, with the models of which they have vectors: the
 * index on their numbers is asked for one model after the other.
 */
async function readLargeScopes(sql: Sql, least: number): Promise<Omit<DueIndex, 'name'>[]> {
  const { rows } = await sql.query<Omit<DueIndex, 'name'>>(
    `SELECT s.scope_id AS "scopeId", s.documents::float8 AS vectors, one.model, one.dimensions
     FROM search_scopes AS s
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

/** While a scope is embedded anew, its memories are more than its vectors. */
async function hasVectors(sql: Sql, { scopeId, model }: IndexedVectors, least: number): Promise<boolean> {
  const { rows } = await sql.query<{ enough: boolean }>(
    `SELECT count(*) >= $3 AS enough FROM (
       SELECT FROM memory_vectors WHERE scope_id = $1 AND model = $2 AND vector IS NOT NULL LIMIT $3
     ) AS few`,
    [scopeId, model, least],
  );
  return rows[0]?.enough === true;
}
