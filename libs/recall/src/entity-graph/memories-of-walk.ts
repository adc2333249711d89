import type { Sql } from '#database/sql.js';
import { filterSql } from '../filter-sql.js';
import type { WeightedTerm } from '../lexical/term-weights.js';
import type { RecallFilter } from '../retriever.js';
import type { Reached } from './walk.js';

/** Memories read of each entity. */
const MEMORIES_OF_ENTITY = 100;

/**
 * The newest memories that name each entity, under any of its names. Here and below ids come as one text: to read hundreds of
 * rows for one question takes the driver longer than Postgres needs to find them.
 */
export async function memoriesNaming(
  sql: Sql,
  scopeId: string,
  reached: readonly Reached[],
): Promise<{ memoryId: string; node: Reached }[]> {
  const nodes = new Map(reached.map((node) => [node.entityId, node]));
  const { rows } = await sql.query<{ node: string; memory_ids: string }>(
    `SELECT node.id AS node, string_agg(named.memory_id::text, ' ') AS memory_ids
     FROM unnest($2::uuid[]) AS node (id)
     CROSS JOIN LATERAL (
       SELECT node.id AS entity_id
       UNION ALL
       (SELECT entity_id FROM entities WHERE scope_id = $1 AND merged_into = node.id ORDER BY entity_id LIMIT 20)
     ) AS member
     CROSS JOIN LATERAL (
       SELECT memory_id FROM mentions WHERE scope_id = $1 AND entity_id = member.entity_id
       ORDER BY created_at_nanos DESC LIMIT $3
     ) AS named
     GROUP BY node.id ORDER BY node.id`,
    [scopeId, [...nodes.keys()], MEMORIES_OF_ENTITY],
  );
  return rows.flatMap(({ node, memory_ids }) => {
    const known = nodes.get(node);
    return known ? [...new Set(memory_ids.split(' '))].map((memoryId) => ({ memoryId, node: known })) : [];
  });
}

/** Of those memories that pass the filter: what share of the words, by weight, stands in each. */
export async function sharesOfWords(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
  words: readonly WeightedTerm[],
  filter: RecallFilter,
): Promise<Map<string, number>> {
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  const values: unknown[] = [scopeId, memoryIds, words.map((w) => w.term), words.map((w) => w.weight)];
  const { rows } = await sql.query<{ memory_ids: string | null; weights: string | null }>(
    `WITH found AS (
       SELECT p.memory_id, sum(w.weight) AS weight FROM unnest($3::text[], $4::float8[]) AS w (term, weight)
       CROSS JOIN LATERAL ( -- each word by itself: joined, all of the scope's postings would be read
         SELECT memory_id FROM search_postings
         WHERE scope_id = $1 AND term = w.term AND memory_id = ANY ($2::uuid[]) OFFSET 0
       ) AS p
       GROUP BY p.memory_id
     )
     SELECT string_agg(d.memory_id::text, ' ') AS memory_ids, string_agg(coalesce(found.weight, 0)::text, ' ') AS weights
     FROM search_documents AS d LEFT JOIN found USING (memory_id)
     WHERE d.scope_id = $1 AND d.memory_id = ANY ($2::uuid[])${filterSql(filter, 'd.memory_id', values)}`,
    values,
  );
  const [row] = rows;
  if (!row?.memory_ids) return new Map();
  const weights = row.weights?.split(' ') ?? [];
  return new Map(row.memory_ids.split(' ').map((id, i) => [id, all === 0 ? 0 : Number(weights[i]) / all]));
}
