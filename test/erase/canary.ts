import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** A unique word that stemming does not change. */
export function newCanary(): string {
  const letters = [...randomBytes(10)].map((byte) => 'bcdfghjkmnpqrtvw'[byte % 16]).join('');
  return `Zq${letters}k`;
}

/** Tables with the word in any row, ignoring case, also in bytea columns. */
export async function tablesWith(pool: Pool, word: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
     WHERE relkind IN ('r', 'm', 'p') ORDER BY 1`,
  );
  const hex = [word, word.toLowerCase()].map((spelling) => Buffer.from(spelling).toString('hex'));
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT FROM ${name} AS t WHERE t::text ILIKE ANY ($1) LIMIT 1`, [
      [word, ...hex].map((needle) => `%${needle}%`),
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
