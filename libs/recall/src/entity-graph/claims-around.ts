import { groupBy } from '#contracts/group-by.js';
import { qualified, relationTypeOfId } from '#contracts/ontology.js';
import { plannedOnce } from '#database/planned-once.js';
import type { Sql } from '#database/sql.js';
import { fold } from '#graph/normal-form.js';
import { survivorIdSql } from '#graph/queries/entity-view.js';
import type { ScopeIndex } from '../index/scope-index.js';
import { idsOf, MEMORIES_NAMING, onceEach } from './memories-naming.js';
import type { ClaimAround, EntitySurroundings } from './surroundings.js';

/** An entity whose surroundings were read. */
export interface EntityAround extends Omit<EntitySurroundings, 'claims'> {
  /** Of the ids that were asked for those that it is the survivor of. */
  readonly members: readonly string[];
}

export interface Around {
  /** In the order of their ids. */
  readonly entities: readonly EntityAround[];
  readonly claims: readonly ClaimAround[];
}

/** Claims read at each end of one entity, and memories of each. */
const EACH = 100;
/** Entities that a question may name before fewer claims are read of each, as many in all. */
const NAMED = 4;
const MEMORIES_OF_CLAIM = 20;

interface ClaimRow {
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

/** As `readAround`, of the entities that a question names: a long text may name dozens. */
export function readAroundNamed(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  entityIds: readonly string[],
): Promise<Around> {
  return readAround(sql, scopeId, index, entityIds, Math.ceil((EACH * NAMED) / Math.max(NAMED, entityIds.length)));
}

/**
 * The survivors of the given entities, the relations and statements at each, ended ones too, and the memories that name
 * it: those that the index knows, and the others in one statement, for the walk waits for each.
 * @param each claims at each end of an entity, at most
 */
export async function readAround(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  entityIds: readonly string[],
  each = EACH,
): Promise<Around> {
  const known = each === EACH ? index.surroundings : null;
  const found = new Map<string, { readonly own: EntitySurroundings; readonly members: string[] }>();
  const add = (own: EntitySurroundings, asked: readonly string[]): void => {
    const { members } = found.get(own.entityId) ?? { members: [] };
    found.set(own.entityId, { own, members: [...members, ...asked] });
  };
  const unknown: string[] = [];
  for (const asked of entityIds) {
    const own = known?.of(asked);
    if (own) add(own, [asked]);
    else unknown.push(asked);
  }
  const { version } = index;
  for (const { own, members } of await readSurroundings(sql, scopeId, unknown, each)) {
    add(own, members);
    // What the index has learned of meanwhile may not be in it.
    if (known && index.version === version) for (const asked of members) known.keep(own, asked);
  }
  const entities = [...found.values()].sort((a, b) => (a.own.entityId < b.own.entityId ? -1 : 1));
  return {
    entities: entities.map(({ own: { entityId, name, naming }, members }) => ({
      entityId,
      name,
      naming,
      members: members.sort(),
    })),
    claims: entities.flatMap(({ own }) => own.claims),
  };
}

/** @returns of each survivor with those of the given ids that it is the survivor of */
async function readSurroundings(
  sql: Sql,
  scopeId: string,
  entityIds: readonly string[],
  each: number,
): Promise<{ readonly own: EntitySurroundings; readonly members: readonly string[] }[]> {
  if (entityIds.length === 0) return [];
  const { rows } = await sql.query<ClaimRow>(
    plannedOnce(`SELECT node.id AS node, claim.*
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
       (SELECT NULL, NULL, node.members, canonical_name, NULL, NULL, ${MEMORIES_NAMING}
        FROM entities WHERE scope_id = $1 AND entity_id = node.id)
     ) AS claim`),
    [scopeId, entityIds, each],
  );
  return [...groupBy(rows, ({ node }) => node)].flatMap(([entityId, own]) => {
    const itself = own.find(({ confidence }) => confidence === null);
    if (!itself) return [];
    const { text: name, memory_ids: naming, predicate: members } = itself;
    const around = { entityId, name, naming: onceEach(naming), claims: own.flatMap(claimOf) };
    return [{ own: around, members: idsOf(members) }];
  });
}

/** Without spreads: a claim's object is made a thousand times for one question. */
function claimOf({ node, other, text, confidence, current, type_id, predicate, memory_ids }: ClaimRow): ClaimAround[] {
  if (confidence === null) return [];
  const kind = type_id === null ? 'statement' : 'relation';
  const named = type_id === null ? (predicate ?? '') : relationTypeOfId(type_id);
  const folded = text === '' ? '' : fold(text).replaceAll("'", '');
  return [{ node, other, text, folded, confidence, current, kind, predicate: named, memoryIds: idsOf(memory_ids) }];
}

/** A claim in words of the trace: `–core:works_at→`. */
export function arrowOf({ predicate }: ClaimAround): string {
  return `–${qualified(predicate)}→`;
}

const CURRENT = 'valid_to_nanos = 0 AND superseded_by IS NULL AS current';
/** As one text, which is taken apart in a tenth of the time that the driver takes for an array. */
const SOME_MEMORIES = `array_to_string(memory_ids[1:${String(MEMORIES_OF_CLAIM)}], ' ') AS memory_ids`;

function relation(other: string): string {
  return `${other} AS other, type_id, NULL AS predicate, '' AS text, confidence, ${CURRENT}, ${SOME_MEMORIES} FROM relations`;
}

function statement(other: string): string {
  return `${other} AS other, NULL::smallint AS type_id, predicate, text, confidence, ${CURRENT}, ${SOME_MEMORIES} FROM statements`;
}
