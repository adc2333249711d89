import { groupBy } from '#contracts/group-by.js';
import { qualified, relationTypeOfId } from '#contracts/ontology.js';
import { withGenericPlan } from '#database/generic-plan.js';
import type { Sql } from '#database/sql.js';
import { fold } from '#contracts/fold.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { idsOf, MENTIONING_MEMORIES_SQL, distinctIds } from './mentioning-memories.js';
import type { AdjacentClaim, EntityNeighbourhood } from '#search/scope-index/neighbourhood-cache.js';

/** An entity whose surroundings were read. */
export interface EntityWithMembers extends Omit<EntityNeighbourhood, 'claims'> {
  /** Of the ids that were asked for those that it is the survivor of. */
  readonly members: readonly string[];
}

export interface Neighbourhood {
  /** In the order of their ids. */
  readonly entities: readonly EntityWithMembers[];
  readonly claims: readonly AdjacentClaim[];
}

/** Claims read at each end of one entity, and memories of each. */
const MAX_CLAIMS_PER_END = 100;
/** Entities that a question may name before fewer claims are read of each, as many in all. */
const FULLY_READ_ENTITIES = 4;
const MAX_MEMORIES_PER_CLAIM = 20;

interface AdjacentClaimRow {
  readonly node: string;
  readonly other: string | null;
  readonly type_id: number | null;
  readonly predicate: string | null;
  readonly text: string;
  /** Null in the row of the entity itself, which has its name as text, its members as predicate and the memories that name it. */
  readonly confidence: number | null;
  readonly current: boolean;
  readonly memory_ids: string | null;
}

/** As `loadNeighbourhood`, of the entities that a question names: a long text may name dozens. */
export function loadNeighbourhoodOfQuery(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  entityIds: readonly string[],
): Promise<Neighbourhood> {
  return loadNeighbourhood(
    sql,
    scopeId,
    index,
    entityIds,
    Math.ceil((MAX_CLAIMS_PER_END * FULLY_READ_ENTITIES) / Math.max(FULLY_READ_ENTITIES, entityIds.length)),
  );
}

/**
 * The survivors of the given entities, the relations and statements at each, ended ones too, and the memories that name
 * it: those that the index knows, and the others in one statement, for the walk waits for each.
 * @param maxClaims claims at each end of an entity, at most
 */
export async function loadNeighbourhood(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  entityIds: readonly string[],
  maxClaims = MAX_CLAIMS_PER_END,
): Promise<Neighbourhood> {
  const known = maxClaims === MAX_CLAIMS_PER_END ? index.neighbourhoods : null;
  const found = new Map<string, { readonly own: EntityNeighbourhood; readonly members: string[] }>();
  const add = (own: EntityNeighbourhood, asked: readonly string[]): void => {
    const { members } = found.get(own.entityId) ?? { members: [] };
    found.set(own.entityId, { own, members: [...members, ...asked] });
  };
  const unknown: string[] = [];
  for (const asked of entityIds) {
    const own = known?.get(asked);
    if (own) add(own, [asked]);
    else unknown.push(asked);
  }
  const { version } = index;
  for (const { own, members } of await readNeighbourhoods(sql, scopeId, unknown, maxClaims)) {
    add(own, members);
    // What the index has learned of meanwhile may not be in it.
    if (known && index.version === version) for (const asked of members) known.set(own, asked);
  }
  const entities = [...found.values()].sort((a, b) => (a.own.entityId < b.own.entityId ? -1 : 1));
  return {
    entities: entities.map(({ own: { entityId, name, mentioningMemories }, members }) => ({
      entityId,
      name,
      mentioningMemories,
      members: members.sort(),
    })),
    claims: entities.flatMap(({ own }) => own.claims),
  };
}

/** @returns of each survivor with those of the given ids that it is the survivor of */
async function readNeighbourhoods(
  sql: Sql,
  scopeId: string,
  entityIds: readonly string[],
  maxClaims: number,
): Promise<{ readonly own: EntityNeighbourhood; readonly members: readonly string[] }[]> {
  if (entityIds.length === 0) return [];
  const { rows } = await sql.query<AdjacentClaimRow>(
    withGenericPlan(`SELECT node.id AS node, claim.*
     FROM (
       SELECT ${survivorIdSql('e')} AS id, string_agg(e.entity_id::text, ' ') AS members
       FROM entities AS e WHERE e.scope_id = $1 AND e.entity_id = ANY ($2::uuid[]) GROUP BY 1
     ) AS node CROSS JOIN LATERAL (
       (SELECT ${relation('to_entity')} WHERE scope_id = $1 AND from_entity = node.id ORDER BY type_id, relation_id LIMIT $3)
       UNION ALL
       (SELECT ${relation('from_entity')} WHERE scope_id = $1 AND to_entity = node.id ORDER BY type_id, relation_id LIMIT $3)
       UNION ALL
       (SELECT ${statement('object_entity')} WHERE scope_id = $1 AND subject = node.id ORDER BY predicate, statement_id LIMIT $3)
       UNION ALL
       (SELECT ${statement('subject')} WHERE scope_id = $1 AND object_entity = node.id ORDER BY statement_id LIMIT $3)
       UNION ALL
       (SELECT NULL, NULL, node.members, canonical_name, NULL, NULL, ${MENTIONING_MEMORIES_SQL}
        FROM entities WHERE scope_id = $1 AND entity_id = node.id)
     ) AS claim`),
    [scopeId, entityIds, maxClaims],
  );
  return [...groupBy(rows, ({ node }) => node)].flatMap(([entityId, own]) => {
    const itself = own.find(({ confidence }) => confidence === null);
    if (!itself) return [];
    const { text: name, memory_ids: naming, predicate: members } = itself;
    const around = { entityId, name, mentioningMemories: distinctIds(naming), claims: own.flatMap(claimOf) };
    return [{ own: around, members: idsOf(members) }];
  });
}

/** Without spreads: a claim's object is made a thousand times for one question. */
function claimOf({
  node,
  other,
  text,
  confidence,
  current,
  type_id,
  predicate,
  memory_ids,
}: AdjacentClaimRow): AdjacentClaim[] {
  if (confidence === null) return [];
  const kind = type_id === null ? 'statement' : 'relation';
  const named = type_id === null ? (predicate ?? '') : relationTypeOfId(type_id);
  const folded = text === '' ? '' : fold(text).replaceAll("'", '');
  return [{ node, other, text, folded, confidence, current, kind, predicate: named, memoryIds: idsOf(memory_ids) }];
}

/** A claim in words of the trace: `–core:works_at→`. */
export function formatEdge({ predicate }: AdjacentClaim): string {
  return `–${qualified(predicate)}→`;
}

const CURRENT = 'valid_to_nanos = 0 AND superseded_by IS NULL AS current';
/** As one text, which is taken apart in a tenth of the time that the driver takes for an array. */
const SOME_MEMORIES = `array_to_string(memory_ids[1:${String(MAX_MEMORIES_PER_CLAIM)}], ' ') AS memory_ids`;

function relation(other: string): string {
  return `${other} AS other, type_id, NULL AS predicate, '' AS text, confidence, ${CURRENT}, ${SOME_MEMORIES} FROM relations`;
}

function statement(other: string): string {
  return `${other} AS other, NULL::smallint AS type_id, predicate, text, confidence, ${CURRENT}, ${SOME_MEMORIES} FROM statements`;
}
