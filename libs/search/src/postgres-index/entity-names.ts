import { entityTypeId } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { MAX_NAMESAKES, type NameHit } from '../scope-index/scope-index.js';

/** See `ScopeIndex.findNames`. */
export async function readEntityNames(
  sql: Sql,
  scopeId: string,
  names: readonly string[],
  firstWords: readonly string[],
): Promise<NameHit[]> {
  const { rows } = await sql.query<NameHit>(
    `SELECT DISTINCT folded AS "queriedName", false AS "isFirstWord", entity_id AS "entityId" FROM entity_names
     WHERE scope_id = $1 AND folded = ANY ($2::text[])
     UNION ALL
     SELECT word, true, n.entity_id FROM unnest($3::text[]) AS w (word) CROSS JOIN LATERAL (
       SELECT DISTINCT folded, entity_id FROM entity_names
       WHERE scope_id = $1 AND folded >= w.word || ' ' AND folded < w.word || '!'
       ORDER BY folded, entity_id LIMIT ${String(MAX_NAMESAKES)}) AS n`,
    [scopeId, names, firstWords],
  );
  return rows;
}

/** See `ScopeIndex.filterPersonNames`. */
export async function readPersonNames(sql: Sql, scopeId: string, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT run AS name FROM unnest($2::text[]) AS r (run)
     WHERE EXISTS (
       SELECT FROM entity_names AS n JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = n.entity_id
       WHERE n.scope_id = $1 AND n.folded = run AND e.type_id = $3)
     OR EXISTS (
       SELECT FROM entity_names AS n JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = n.entity_id
       WHERE n.scope_id = $1 AND n.folded >= run || ' ' AND n.folded < run || '!' AND e.type_id = $3)`,
    [scopeId, names, entityTypeId('person')],
  );
  return new Set(rows.map(({ name }) => name));
}
