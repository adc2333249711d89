import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Sql } from '#database/sql.js';

/** Prefix of the names of all vector indexes. */
export const NAME_PREFIX = 'memory_vectors_near_';

/** The vectors of one model in one scope, which share one pgvector index. */
export interface IndexedVectors {
  /** UUID of the scope. */
  readonly scopeId: string;
  /** Model name with version. */
  readonly model: string;
}

/** A pgvector index that is ready for queries. */
export interface VectorIndex {
  /** Bits of each quantized vector, see `bitsOf`. */
  readonly bits: number;
  /** Number of vectors as of the last statistics of Postgres. */
  readonly size: number;
  /** Quoted schema of pgvector's operators. */
  readonly schema: string;
}

/**
 * Bits of a quantized vector: three per dimension, the dimensions padded to a multiple of eight (SQL function
 * `vector_bits`).
 */
export function bitsOf(dimensions: number): number {
  return Math.ceil(dimensions / 8) * 8 * 3;
}

/** Index name: a hash of scope and model, so neither can be read from it. */
export function indexNameOf({ scopeId, model }: IndexedVectors): string {
  return NAME_PREFIX + createHash('sha256').update(`${scopeId} ${model}`).digest('hex').slice(0, 32);
}

/** SQL of the indexed expression. Vectors of similar direction have small Hamming distances. */
export function quantizedSql(vector: string, bits: number): string {
  return `vector_bits(${vector})::bit(${String(bits)})`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * SQL predicate of the partial index. Scope and model are literals: only then can Postgres prove that the index
 * contains all rows of the query.
 * @throws TypeError if the scope id is not a UUID in lower case
 */
export function indexPredicateSql({ scopeId, model }: IndexedVectors): string {
  if (!UUID.test(scopeId)) throw new TypeError('a scope id is a UUID in lower case');
  return `scope_id = '${scopeId}' AND model = ${pg.escapeLiteral(model)} AND vector IS NOT NULL`;
}

interface IndexRow {
  readonly bits: number;
  readonly size: number;
  readonly schema: string;
}

/** The index of these vectors; null if there is none, or none that is complete. */
export async function findVectorIndex(sql: Sql, vectors: IndexedVectors): Promise<VectorIndex | null> {
  const { rows } = await sql.query<IndexRow>(
    `SELECT a.atttypmod AS bits, c.reltuples AS size, quote_ident(n.nspname) AS schema
     FROM pg_class AS c
     JOIN pg_index AS i ON i.indexrelid = c.oid AND i.indisvalid
     JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = 1
     JOIN pg_extension AS e ON e.extname = 'vector'
     JOIN pg_namespace AS n ON n.oid = e.extnamespace
     WHERE c.oid = to_regclass($1)`,
    [indexNameOf(vectors)],
  );
  return rows[0] ?? null;
}
