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
import { resolveClaim, type ResolvedClaim } from '../facts/resolve-claim.js';

/** Loads every claim that has one of the given entity rows as subject or object. */
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
 * Maps the ends of claims to their survivors. Claims within one entity are dropped, and so are relations whose entity
 * types, as they are after clustering, the ontology does not allow.
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

/** Survivor of each of the given entities, and the type of each survivor. */
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
