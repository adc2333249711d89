import { isRelationType, relationTypeId } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import type { FindMemories } from '#recall/memory-search.js';
import { verbalizeValue } from '#graph/queries/claim-wording.js';
import { isSymmetric, type GraphClaim } from '#graph/queries/graph-claims.js';
import { holdsSql } from '#graph/queries/holds-sql.js';
import { entitiesIn } from './observed-entities.js';

/** An entity that shares claims with another entity of its type. */
export interface SimilarEntity {
  readonly entityId: string;
  /** Number of shared claims (same predicate and object), at least two. */
  readonly shared: number;
}

/**
 * Limits: claims compared, entities read per relation, memories found by text, candidates in all, and similar entities
 * returned.
 */
const MAX_COMPARED_CLAIMS = 32;
const MAX_PER_RELATION = 20;
const MAX_MEMORIES_BY_TEXT = 20;
const MAX_CANDIDATES = 100;
const MAX_SIMILAR = 5;

/**
 * Entities of the same type that share at least two current claims with the given one, most similar first. Candidates
 * are entities with the same relations, and entities mentioned in memories found by the same values, because no index
 * leads from a value to its subjects.
 * @param claims claims of the given entity
 */
export async function similarEntities(
  { sql, scopeId, findSimilar }: { readonly sql: Sql; readonly scopeId: string; readonly findSimilar: FindMemories },
  entityId: string,
  claims: readonly GraphClaim[],
): Promise<SimilarEntity[]> {
  const own = claims.filter((c) => c.holds && c.subject === entityId && !isSymmetric(c.predicate));
  const features = own.slice(0, MAX_COMPARED_CLAIMS);
  if (features.length < 2) return [];
  const values = features.flatMap(({ value }) => (value === null ? [] : [verbalizeValue(value)])).join(' ');
  const found = values === '' ? [] : await findSimilar(values, MAX_MEMORIES_BY_TEXT);
  const named = await entitiesIn(
    sql,
    scopeId,
    found.map(({ memoryId }) => memoryId),
  );
  const related = await sameRelations(sql, scopeId, features);
  const others = new Set([...related, ...named.map((entity) => entity.entityId)]);
  others.delete(entityId);
  return countShared(sql, scopeId, entityId, [...others].sort().slice(0, MAX_CANDIDATES), features);
}

async function sameRelations(sql: Sql, scopeId: string, features: readonly GraphClaim[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT DISTINCT same.id FROM unnest($2::smallint[], $3::uuid[]) AS f (type_id, object) CROSS JOIN LATERAL (
       SELECT from_entity AS id FROM relations
       WHERE scope_id = $1 AND to_entity = f.object AND type_id = f.type_id AND ${holdsSql()}
       ORDER BY relation_id LIMIT ${String(MAX_PER_RELATION)}) AS same`,
    [scopeId, ...relationColumns(features)],
  );
  return rows.map(({ id }) => id);
}

async function countShared(
  sql: Sql,
  scopeId: string,
  entityId: string,
  candidates: readonly string[],
  features: readonly GraphClaim[],
): Promise<SimilarEntity[]> {
  const statements = features.filter((c) => !c.isRelation);
  const { rows } = await sql.query<{ entity_id: string; shared: number }>(
    `SELECT other.id AS entity_id, count(*)::int AS shared
     FROM unnest($3::uuid[]) AS other (id)
     JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = other.id
     JOIN entities AS self ON self.scope_id = $1 AND self.entity_id = $2 AND self.type_id = e.type_id
     CROSS JOIN LATERAL (
       SELECT FROM unnest($4::smallint[], $5::uuid[]) AS f (type_id, object) WHERE EXISTS (
         SELECT FROM relations AS r WHERE r.scope_id = $1 AND r.from_entity = other.id AND r.type_id = f.type_id
           AND r.to_entity = f.object AND ${holdsSql('r')})
       UNION ALL
       SELECT FROM unnest($6::text[], $7::text[]) AS f (predicate, object) WHERE EXISTS (
         SELECT FROM statements AS s WHERE s.scope_id = $1 AND s.subject = other.id AND s.predicate = f.predicate
           AND s.value_key = f.object AND ${holdsSql('s')})
     ) AS shared
     GROUP BY other.id HAVING count(*) >= 2 ORDER BY shared DESC, other.id LIMIT ${String(MAX_SIMILAR)}`,
    [
      ...[scopeId, entityId, candidates, ...relationColumns(features)],
      ...[statements.map(({ predicate }) => predicate), statements.map(({ object }) => object)],
    ],
  );
  return rows.map(({ entity_id, shared }) => ({ entityId: entity_id, shared }));
}

function relationColumns(features: readonly GraphClaim[]): [number[], string[]] {
  const relations = features.flatMap(({ isRelation, predicate, object }) =>
    isRelation && isRelationType(predicate) ? [{ typeId: relationTypeId(predicate), object }] : [],
  );
  return [relations.map(({ typeId }) => typeId), relations.map(({ object }) => object)];
}
