import type { ClientBase } from 'pg';
import type { EntityCreated } from '#contracts/events.js';
import { entityTypeId, entityTypeOfId, type EntityType } from '#contracts/ontology.js';
import { entityIdOf } from '../ids.js';
import { normalForm } from '../normal-form.js';
import type { AliasRow, EntityKey } from './contribution.js';

/** As what a name was given: the canonical name of something new, of something that was known, or an alias. */
export const STANDING = { canonical: 2, known: 1, alias: 0 } as const;

/** A name that a caller gave an entity. */
export interface GivenName {
  /** The entity row of this name. */
  readonly entityId: string;
  readonly surface: string;
  /** The entity row of the canonical name that it was given with. */
  readonly creationId: string;
  readonly standing: number;
  readonly createdAt: bigint;
}

/** Everything that creations give the graph, before any grouping; a pure function of their events. */
export interface GivenRows {
  readonly entities: readonly EntityKey[];
  readonly names: readonly GivenName[];
  /** Evidence that the names of one creation are one entity, with the creation in the place of a memory. */
  readonly aliases: readonly AliasRow[];
}

/** The node of the graph that a name of a type has. */
export function nodeOf(scopeId: string, type: EntityType, name: string): EntityKey {
  const typeId = entityTypeId(type);
  const normal = normalForm(type, name);
  return { entityId: entityIdOf(scopeId, typeId, normal), typeId, normalForm: normal };
}

/** The rows of a set of creations; whatever their order, and however often each is among them. */
export function givenRows(scopeId: string, creations: readonly EntityCreated[]): GivenRows {
  const entities = new Map<string, EntityKey>();
  const names = new Map<string, GivenName>();
  const aliases = new Map<string, AliasRow>();
  for (const { entity_type_id, canonical_name, aliases: others, was_known, created_at_unix_nanos } of creations) {
    if (canonical_name === null) continue;
    const type = entityTypeOfId(entity_type_id);
    const creation = nodeOf(scopeId, type, canonical_name).entityId;
    for (const [place, surface] of [canonical_name, ...others].entries()) {
      const node = nodeOf(scopeId, type, surface);
      entities.set(node.entityId, node);
      const standing = place > 0 ? STANDING.alias : was_known ? STANDING.known : STANDING.canonical;
      const given = { entityId: node.entityId, surface, creationId: creation };
      const key = `${node.entityId} ${creation} ${surface}`;
      names.set(key, joined({ ...given, standing, createdAt: BigInt(created_at_unix_nanos) }, names.get(key)));
      if (node.entityId === creation) continue;
      const [a, b] = [creation, node.entityId].sort() as [string, string];
      aliases.set(`${creation} ${a} ${b}`, { memoryId: creation, a, b, isApart: false });
    }
  }
  return { entities: [...entities.values()], names: [...names.values()], aliases: [...aliases.values()] };
}

/** A name that was given twice: since the first time, and as the most it was given as. */
function joined(name: GivenName, other: GivenName | undefined): GivenName {
  if (!other) return name;
  const createdAt = other.createdAt < name.createdAt ? other.createdAt : name.createdAt;
  return { ...name, standing: Math.max(name.standing, other.standing), createdAt };
}

/** Whether every one of the names stands already, given with the same canonical name. */
export async function haveNames(tx: ClientBase, scopeId: string, names: readonly GivenName[]): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM unnest($2::uuid[], $3::text[], $4::uuid[]) AS name (entity_id, surface, creation_id)
     JOIN given_names USING (entity_id, surface, creation_id) WHERE scope_id = $1`,
    [scopeId, names.map((n) => n.entityId), names.map((n) => n.surface), names.map((n) => n.creationId)],
  );
  return rows.length === names.length;
}

/** Joins the names to those that stand; returns what changed, and which of it is new. */
export async function joinNames(
  tx: ClientBase,
  scopeId: string,
  names: readonly GivenName[],
): Promise<{ entityId: string; surface: string; isNew: boolean }[]> {
  const { rows } = await tx.query<{ entityId: string; surface: string; isNew: boolean }>(
    `INSERT INTO given_names AS old (scope_id, entity_id, surface, creation_id, standing, created_at_nanos)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::smallint[], $6::bigint[])
     ON CONFLICT (scope_id, entity_id, surface, creation_id) DO UPDATE
       SET standing = greatest(old.standing, excluded.standing),
           created_at_nanos = least(old.created_at_nanos, excluded.created_at_nanos)
       WHERE excluded.standing > old.standing OR excluded.created_at_nanos < old.created_at_nanos
     RETURNING entity_id AS "entityId", surface, xmax = 0 AS "isNew"`,
    [
      scopeId,
      names.map((n) => n.entityId),
      names.map((n) => n.surface),
      names.map((n) => n.creationId),
      names.map((n) => n.standing),
      names.map((n) => n.createdAt),
    ],
  );
  return rows;
}
