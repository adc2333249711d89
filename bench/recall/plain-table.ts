import type { ClientBase } from 'pg';
import type { Filling } from './fill-scope.js';

/** Rows that are inserted together. */
const TOGETHER = 100;
const WORDS = `to_tsvector('english', coalesce(speaker, '') || ' ' || text)`;

/** Creates the table of a plain Postgres solution: the same texts with their tsvector and a GIN index. */
export async function makePlainTable(client: ClientBase, table: string, scopeId: string): Promise<void> {
  await client.query(`CREATE TABLE ${table} (memory_id uuid PRIMARY KEY, text text NOT NULL, words tsvector NOT NULL)`);
  await client.query(
    `INSERT INTO ${table} SELECT memory_id, text, ${WORDS} FROM memories WHERE scope_id = $1 ORDER BY memory_id`,
    [scopeId],
  );
  await client.query(`CREATE INDEX ${table}_words ON ${table} USING gin (words)`);
  await client.query(`VACUUM ANALYZE ${table}`);
}

/** Matches any word of the question ($1), ranked by cover density; as many rows as POST /v1/recall returns. */
export function plainSearchSql(table: string): string {
  return `SELECT memory_id, text, ts_rank_cd(words, query) AS score
    FROM ${table}, CAST(replace(plainto_tsquery('english', $1)::text, '&', '|') AS tsquery) AS query
    WHERE words @@ query ORDER BY score DESC LIMIT 10`;
}

/** Inserts memories of a filling, in the caller's transaction; milliseconds. */
export async function insertPlain(
  client: ClientBase,
  table: string,
  { memory }: Filling,
  from: number,
  to: number,
): Promise<number> {
  let ms = 0;
  for (let first = from; first < to; first += TOGETHER) {
    const memories = Array.from({ length: Math.min(TOGETHER, to - first) }, (_, i) => memory(first + i));
    const startedAt = performance.now();
    await client.query(
      `INSERT INTO ${table} SELECT memory_id, text, ${WORDS} FROM unnest($1::uuid[], $2::text[], $3::text[])
         AS row (memory_id, speaker, text)`,
      [memories.map((m) => m.memoryId), memories.map((m) => m.speaker), memories.map((m) => m.text)],
    );
    ms += performance.now() - startedAt;
  }
  return ms;
}
