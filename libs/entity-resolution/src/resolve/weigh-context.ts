import type { Sql } from '#database/sql.js';
import { termsOf } from '#search/terms/terms.js';

/** Maximum number of memories per entity, the latest ones. */
const MAX_MEMORIES = 50;
/** Maximum number of terms of a context, the first ones. */
const MAX_TERMS = 200;

/**
 * Weighs how strongly a context supports each of the given entities: by its terms in their names, and in the memories
 * that mention them. A term found with n of them adds 1 / n to each; a term found with all of them adds nothing.
 */
export async function weighContext(
  sql: Sql,
  scopeId: string,
  entities: readonly { readonly id: string; readonly names: readonly string[] }[],
  { context, name }: { readonly context: string; readonly name: string },
): Promise<Map<string, number>> {
  const own = new Set(termsOf(name));
  const terms = [...new Set(termsOf(context))].filter((term) => !own.has(term)).slice(0, MAX_TERMS);
  const wanted = new Set(terms);
  const holders = new Map<string, Set<string>>(terms.map((term) => [term, new Set()]));
  for (const { id, names } of entities)
    for (const term of names.flatMap((other) => [...termsOf(other)])) if (wanted.has(term)) holders.get(term)?.add(id);
  for (const { entity_id, term } of await readTerms(sql, scopeId, [entities.map((e) => e.id), terms]))
    holders.get(term)?.add(entity_id);
  const weights = new Map(entities.map(({ id }) => [id, 0]));
  for (const ids of holders.values())
    if (ids.size < entities.length) for (const id of ids) weights.set(id, (weights.get(id) ?? 0) + 1 / ids.size);
  return weights;
}

/** Finds which of the terms occur in the latest memories of each entity, under any of its names. */
export async function readTerms(
  sql: Sql,
  scopeId: string,
  [entities, terms]: readonly [readonly string[], readonly string[]],
): Promise<{ entity_id: string; term: string }[]> {
  if (terms.length === 0) return [];
  const { rows } = await sql.query<{ entity_id: string; term: string }>(
    `SELECT DISTINCT survivor.id AS entity_id, term
     FROM unnest($2::uuid[]) AS survivor (id) CROSS JOIN LATERAL (
       SELECT memory_id FROM (
         SELECT survivor.id AS entity_id
         UNION ALL
         (SELECT entity_id FROM entities WHERE scope_id = $1 AND merged_into = survivor.id
          ORDER BY entity_id LIMIT 20)
       ) AS member CROSS JOIN LATERAL (
         SELECT memory_id, created_at_nanos FROM mentions WHERE scope_id = $1 AND entity_id = member.entity_id
         ORDER BY created_at_nanos DESC LIMIT ${String(MAX_MEMORIES)}
       ) AS latest ORDER BY created_at_nanos DESC LIMIT ${String(MAX_MEMORIES)}
     ) AS named
     JOIN search_documents AS document ON document.scope_id = $1 AND document.memory_id = named.memory_id
     CROSS JOIN LATERAL unnest(document.terms) AS term WHERE term = ANY ($3::text[])`,
    [scopeId, entities, terms],
  );
  return rows;
}
