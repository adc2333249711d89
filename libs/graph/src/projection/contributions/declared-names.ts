import type { ClientBase } from 'pg';
import type { EntityCreated } from '#contracts/events.js';
import { entityTypeOfId } from '#contracts/ontology.js';
import type { AliasRow } from './contribution.js';
import type { EntityKey } from '#entity-resolution/entity-key.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';

/**
 * Ranks of a declared name, lowest first: alias, canonical name of an entity already known, canonical name of a new
 * entity. The column `declared_names.rank` orders them in the same way.
 */
const DECLARED_RANKS = ['alias', 'known', 'canonical'] as const;

export type DeclaredRank = (typeof DECLARED_RANKS)[number];

/** The higher of two ranks. */
export function higherRank(a: DeclaredRank, b: DeclaredRank): DeclaredRank {
  return DECLARED_RANKS.indexOf(a) < DECLARED_RANKS.indexOf(b) ? b : a;
}

/** A name that a caller declared for an entity. */
export interface DeclaredName {
  /** Entity row of this name. */
  readonly entityId: string;
  readonly surface: string;
  /** Entity row of the canonical name that it was declared with. */
  readonly creationId: string;
  readonly rank: DeclaredRank;
  readonly createdAt: bigint;
}

/** Rows that declared entities contribute to the graph before clustering; a pure function of their events. */
export interface DeclaredRows {
  readonly entities: readonly EntityKey[];
  readonly names: readonly DeclaredName[];
  /** Evidence that the names of one creation are one entity; the creation takes the place of the memory. */
  readonly aliases: readonly AliasRow[];
}

/** Rows of a set of creations, independent of their order and repetition. */
export function declaredRows(scopeId: string, creations: readonly EntityCreated[]): DeclaredRows {
  const entities = new Map<string, EntityKey>();
  const names = new Map<string, DeclaredName>();
  const aliases = new Map<string, AliasRow>();
  for (const { entity_type_id, canonical_name, aliases: others, was_known, created_at_unix_nanos } of creations) {
    if (canonical_name === null) continue;
    const type = entityTypeOfId(entity_type_id);
    const creation = entityKeyOf(scopeId, type, canonical_name).entityId;
    for (const [index, surface] of [canonical_name, ...others].entries()) {
      const node = entityKeyOf(scopeId, type, surface);
      entities.set(node.entityId, node);
      const rank = index > 0 ? 'alias' : was_known ? 'known' : 'canonical';
      const declaration = { entityId: node.entityId, surface, creationId: creation };
      const key = `${node.entityId} ${creation} ${surface}`;
      names.set(
        key,
        mergeDeclarations({ ...declaration, rank, createdAt: BigInt(created_at_unix_nanos) }, names.get(key)),
      );
      if (node.entityId === creation) continue;
      const [a, b] = [creation, node.entityId].sort() as [string, string];
      aliases.set(`${creation} ${a} ${b}`, { memoryId: creation, a, b, cannotLink: false });
    }
  }
  return { entities: [...entities.values()], names: [...names.values()], aliases: [...aliases.values()] };
}

/** Merges two declarations of a name: the earlier time and the higher rank. */
function mergeDeclarations(name: DeclaredName, other: DeclaredName | undefined): DeclaredName {
  if (!other) return name;
  const createdAt = other.createdAt < name.createdAt ? other.createdAt : name.createdAt;
  return { ...name, rank: higherRank(name.rank, other.rank), createdAt };
}

/** Whether all names are already declared with the same canonical name. */
export async function hasDeclaredNames(
  tx: ClientBase,
  scopeId: string,
  names: readonly DeclaredName[],
): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM unnest($2::uuid[], $3::text[], $4::uuid[]) AS name (entity_id, surface, creation_id)
     JOIN declared_names USING (entity_id, surface, creation_id) WHERE scope_id = $1`,
    [scopeId, names.map((n) => n.entityId), names.map((n) => n.surface), names.map((n) => n.creationId)],
  );
  return rows.length === names.length;
}

/** Inserts names or merges them with existing declarations; returns those that changed, and whether each is new. */
export async function mergeDeclaredNames(
  tx: ClientBase,
  scopeId: string,
  names: readonly DeclaredName[],
): Promise<{ entityId: string; surface: string; isNew: boolean }[]> {
  const { rows } = await tx.query<{ entityId: string; surface: string; isNew: boolean }>(
    `INSERT INTO declared_names AS old (scope_id, entity_id, surface, creation_id, rank, created_at_nanos)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::declared_rank[], $6::bigint[])
     ON CONFLICT (scope_id, entity_id, surface, creation_id) DO UPDATE
       SET rank = greatest(old.rank, excluded.rank),
           created_at_nanos = least(old.created_at_nanos, excluded.created_at_nanos)
       WHERE excluded.rank > old.rank OR excluded.created_at_nanos < old.created_at_nanos
     RETURNING entity_id AS "entityId", surface, xmax = 0 AS "isNew"`,
    [
      scopeId,
      names.map((n) => n.entityId),
      names.map((n) => n.surface),
      names.map((n) => n.creationId),
      names.map((n) => n.rank),
      names.map((n) => n.createdAt),
    ],
  );
  return rows;
}
