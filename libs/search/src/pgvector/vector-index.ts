import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Sql } from '#database/sql.js';

/** What the name of every such index begins with. */
export const NAME_PREFIX = 'memory_vectors_near_';

/** The vectors of one model in one scope, which an index of pgvector's is of. */
export interface IndexedVectors {
  /** UUID. */
  readonly scopeId: string;
  /** With its version. */
  readonly model: string;
}

/** An index of pgvector's that questions can be asked of. */
export interface VectorIndex {
  /** Of each vector's, as `bitsOf` says. */
  readonly bits: number;
  /** Vectors in it when Postgres counted last. */
  readonly size: number;
  /** Schema of pgvector's operators, quoted. */
  readonly schema: string;
}

/** Of a vector of so many dimensions: three of each, of a multiple of eight dimensions (`vector_bits`). */
export function bitsOf(dimensions: number): number {
  return Math.ceil(dimensions / 8) * 8 * 3;
}

/** The same for the same scope and model: neither can be read from it. */
export function indexNameOf({ scopeId, model }: IndexedVectors): string {
  return NAME_PREFIX + createHash('sha256').update(`${scopeId} ${model}`).digest('hex').slice(0, 32);
}

/** What is indexed: Hamming distances of it are small where vectors point nearly the same way. */
export function quantizedSql(vector: string, bits: number): string {
  return `vector_bits(${vector})::bit(${String(bits)})`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The rows of an index. Scope and model are part of the text: only so does Postgres know that the index has all of them.
 * @throws TypeError where the scope is no UUID
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

/** The index of these vectors; null where there is none, or none that is whole. */
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
