import type { ClientBase } from 'pg';

/** Tables by purpose, with their indexes. */
const TABLES = {
  memories: ['memories', 'memory_extractions'],
  lexical: ['search_documents', 'search_postings', 'search_stats', 'search_changes'],
  spelling: ['search_terms', 'search_ngrams'],
  vectors: ['memory_vectors'],
  graph: ['entities', 'entity_names', 'blocking_keys', 'mentions', 'alias_claims', 'claims', 'relations', 'statements'],
} as const;

type Purpose = keyof typeof TABLES;
export const PURPOSES = Object.keys(TABLES) as readonly Purpose[];

/** Bytes of the tables with their indexes. */
export type TableBytes = Readonly<Record<Purpose, number>>;

/** Current size of the tables of all scopes. */
export async function tableBytes(client: ClientBase): Promise<TableBytes> {
  const bytes: [Purpose, number][] = [];
  for (const purpose of PURPOSES) bytes.push([purpose, await bytesOf(client, TABLES[purpose])]);
  return Object.fromEntries(bytes) as TableBytes;
}

/** Vacuums and analyzes a filled scope, as if it had existed for a while. */
export async function settleTables(client: ClientBase): Promise<void> {
  await client.query(`VACUUM ANALYZE ${Object.values(TABLES).flat().join(', ')}`);
  await client.query('CHECKPOINT');
}

/** With their indexes, in bytes. */
export async function bytesOf(client: ClientBase, tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'SELECT sum(pg_total_relation_size(name::regclass))::text AS bytes FROM unnest($1::text[]) AS t (name)',
    [tables],
  );
  return Number(rows[0]?.bytes ?? NaN);
}
