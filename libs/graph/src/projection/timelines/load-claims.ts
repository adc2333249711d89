import type { ClientBase } from 'pg';
import {
  entityTypeOfId,
  relationAllows,
  RELATION_TYPES,
  type EntityType,
  type RelationType,
} from '#contracts/ontology.js';
import type { ClaimRow } from '../contributions/contribution.js';
import { CLAIM_COLUMNS } from '../contributions/contribution-rows.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import { resolveClaim, type ResolvedClaim } from './resolve-claim.js';

/** Every claim that has one of the given entity rows as subject or object. */
export async function loadClaimsTouching(
  tx: ClientBase,
  scopeId: string,
  nodes: readonly string[],
): Promise<ClaimRow[]> {
  const { rows } = await tx.query<ClaimRow>(
    `SELECT ${CLAIM_COLUMNS} FROM claims
     WHERE scope_id = $1 AND subject = ANY ($2::uuid[])
     UNION
     SELECT ${CLAIM_COLUMNS} FROM claims WHERE scope_id = $1 AND object = ANY ($2::uuid[])`,
    [scopeId, nodes],
  );
  return rows;
}

/**
 * The claims under the survivors of their ends; those within one entity drop out, and relations between what turned out to
 * be of types that the ontology does not let stand in them.
 */
export async function resolveClaims(
  tx: ClientBase,
  scopeId: string,
  claims: readonly ClaimRow[],
): Promise<ResolvedClaim[]> {
  const ids = new Set(claims.flatMap((c) => (c.object === null ? [c.subject] : [c.subject, c.object])));
  if (ids.size === 0) return [];
  const { survivors, types } = await loadTypedSurvivors(tx, scopeId, ids);
  return claims.flatMap((claim) => {
    const resolved = resolveClaim(claim, survivors);
    return resolved !== null && isAllowed(resolved, types) ? [resolved] : [];
  });
}

function isAllowed({ isRelation, claim, from, to }: ResolvedClaim, types: ReadonlyMap<string, EntityType>): boolean {
  const [a, b] = [types.get(from), types.get(to)];
  if (!isRelation || !a || !b) return true;
  const type = claim.predicate as RelationType;
  return relationAllows(type, a, b) || (RELATION_TYPES[type].symmetric && relationAllows(type, b, a));
}

/** The survivor of each of the given entities, and what each survivor is. */
async function loadTypedSurvivors(tx: ClientBase, scopeId: string, ids: Iterable<string>) {
  const { rows } = await tx.query<{ id: string; survivor: string; typeId: number }>(
    `SELECT e.entity_id AS id, s.entity_id AS survivor, s.type_id AS "typeId"
     FROM entities AS e JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = ${survivorIdSql('e')}
     WHERE e.scope_id = $1 AND e.entity_id = ANY ($2::uuid[])`,
    [scopeId, [...ids]],
  );
  return {
    survivors: new Map(rows.map((row) => [row.id, row.survivor])),
    types: new Map(rows.map((row) => [row.survivor, entityTypeOfId(row.typeId)])),
  };
}
