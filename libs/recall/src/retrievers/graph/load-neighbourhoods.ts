import { groupBy } from '#contracts/group-by.js';
import { qualified, relationTypeOfId } from '#contracts/ontology.js';
import { withGenericPlan } from '#database/generic-plan.js';
import type { Sql } from '#database/sql.js';
import { fold } from '#contracts/fold.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { ADJACENT_CANDIDATES_SQL } from './adjacent-candidates.js';
import { idsOf, MENTIONING_MEMORIES_SQL, distinctIds } from './mentioning-memories.js';
import type { AdjacentClaim, EntityNeighbourhood } from '#search/scope-index/neighbourhood-cache.js';

/** An entity whose neighbourhood was loaded. */
export interface EntityWithMembers extends Omit<EntityNeighbourhood, 'claims' | 'candidates'> {
  /** Requested ids of which this entity is the survivor. */
  readonly members: readonly string[];
}

export interface Neighbourhood {
  /** Survivors, in id order. */
  readonly entities: readonly EntityWithMembers[];
  /** Facts. */
  readonly claims: readonly AdjacentClaim[];
  /** Claims too weak to be facts. */
  readonly candidates: readonly AdjacentClaim[];
}

/** Maximum number of claims per entity and direction. */
const MAX_CLAIMS_PER_END = 100;
/** Number of entities up to which all their claims are read; with more entities, the claims are divided among them. */
const FULLY_READ_ENTITIES = 4;
const MAX_MEMORIES_PER_CLAIM = 20;

interface AdjacentClaimRow {
  readonly node: string;
  readonly other: string | null;
  readonly type_id: number | null;
  readonly predicate: string | null;
  readonly text: string;
  /**
   * Null in the row of the entity itself, which has its name in `text`, its members in `predicate`, and mentioning
   * memories in `memory_ids`.
   */
  readonly confidence: number | null;
  readonly current: boolean;
  readonly memory_ids: string | null;
  /** Kind of a candidate; null for others. */
  readonly candidate: AdjacentClaim['kind'] | null;
  readonly is_subject: boolean;
}

/**
 * Same as `loadNeighbourhood` for the entities of a question; bounds the number of claims, because a long text may name
 * dozens of entities.
 */
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
 * Loads the survivors of the given entities with their relations and statements, ended ones too, and with the memories
 * that mention them. Uses the cache of the index, and one statement for the rest, because the graph walk waits for
 * each.
 * @param maxClaims maximum number of claims per entity and direction
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
  const add = (own: EntityNeighbourhood, requestedIds: readonly string[]): void => {
    const { members } = found.get(own.entityId) ?? { members: [] };
    found.set(own.entityId, { own, members: [...members, ...requestedIds] });
  };
  const unknown: string[] = [];
  for (const requestedId of entityIds) {
    const own = known?.get(requestedId);
    if (own) add(own, [requestedId]);
    else unknown.push(requestedId);
  }
  const { version } = index;
  for (const { own, members } of await readNeighbourhoods(sql, scopeId, unknown, maxClaims)) {
    add(own, members);
    // Not cached if the index has advanced meanwhile: the rows read may be older than its changes.
    if (known && index.version === version) for (const member of members) known.set(own, member);
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
    candidates: entities.flatMap(({ own }) => own.candidates),
  };
}

/**
 * Reads neighbourhoods from Postgres.
 * @returns the neighbourhood of each survivor, with the given ids that it is the survivor of
 */
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
       ${ADJACENT_CANDIDATES_SQL}
       UNION ALL
       (SELECT NULL, NULL, node.members, canonical_name, NULL, NULL, ${MENTIONING_MEMORIES_SQL}, NULL, NULL
        FROM entities WHERE scope_id = $1 AND entity_id = node.id)
     ) AS claim`),
    [scopeId, entityIds, maxClaims],
  );
  return [...groupBy(rows, ({ node }) => node)].flatMap(([entityId, own]) => {
    const ownRow = own.find(({ confidence }) => confidence === null);
    if (!ownRow) return [];
    const { text: name, memory_ids: mentionIds, predicate: members } = ownRow;
    const all = own.flatMap(claimOf);
    const claims = all.filter(({ isCandidate }) => !isCandidate);
    const candidates = all.filter(({ isCandidate }) => isCandidate);
    const neighbourhood = { entityId, name, mentioningMemories: distinctIds(mentionIds), claims, candidates };
    return [{ own: neighbourhood, members: idsOf(members) }];
  });
}

/** Builds a claim. It avoids object spreads because one question needs a thousand claims. */
function claimOf({
  node,
  other,
  text,
  confidence,
  current,
  type_id,
  predicate,
  memory_ids,
  candidate,
  is_subject: isSubject,
}: AdjacentClaimRow): AdjacentClaim[] {
  if (confidence === null) return [];
  const kind = candidate ?? (type_id === null ? 'statement' : 'relation');
  const named = type_id === null ? (predicate ?? '') : relationTypeOfId(type_id);
  const folded = text === '' ? '' : fold(text).replaceAll("'", '');
  const isCandidate = candidate !== null;
  const memoryIds = idsOf(memory_ids);
  return [
    { node, other, isSubject, text, folded, confidence, current, kind, predicate: named, memoryIds, isCandidate },
  ];
}

/** Formats a claim for the trace, e.g. `–core:works_at→`, or `–core:works_at (candidate)→`. */
export function formatEdge({ predicate, isCandidate }: AdjacentClaim): string {
  return `–${qualified(predicate)}${isCandidate ? ' (candidate)' : ''}→`;
}

/** Whether no claim ended it; an unsettled one is evidence like a current one. */
const CURRENT = 'valid_to_nanos = 0 AND superseded_by IS NULL AS current';
/** An age that lapsed by itself is the last that is known, and evidence too. */
const CURRENT_STATEMENT = `(valid_to_nanos = 0 OR predicate = 'age' AND valid_to_nanos > last_at_nanos)
  AND superseded_by IS NULL AS current`;

/**
 * Memory ids joined to one string, because the driver parses that in a tenth of the time that it takes for an array.
 */
const SOME_MEMORIES = `array_to_string(memory_ids[1:${String(MAX_MEMORIES_PER_CLAIM)}], ' ') AS memory_ids, NULL AS candidate`;

function relation(other: 'to_entity' | 'from_entity'): string {
  return `${other} AS other, type_id, NULL AS predicate, '' AS text, confidence, ${CURRENT}, ${SOME_MEMORIES},
    ${String(other === 'to_entity')} AS is_subject FROM relations`;
}

function statement(other: 'object_entity' | 'subject'): string {
  return `${other} AS other, NULL::smallint AS type_id, predicate, text, confidence, ${CURRENT_STATEMENT}, ${SOME_MEMORIES},
    ${String(other === 'object_entity')} AS is_subject FROM statements`;
}
