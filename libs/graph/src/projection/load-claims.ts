import type { ClientBase } from 'pg';
import {
  entityTypeOfId,
  relationAllows,
  RELATION_TYPES,
  type EntityType,
  type RelationType,
} from '#contracts/ontology.js';
import type { ClaimRow } from './contribution.js';
import { CLAIM_COLUMNS } from './contribution-rows.js';
import { survivorIdSql } from '../queries/entity-view.js';
import { loadMembers } from './entity-rows.js';
import { PAIRING_TYPES, resolveClaim, ruleOf, type ResolvedClaim, type TimelineKey } from './dirty-timelines.js';

/** Every claim of the given timelines, under survivors. May hold claims of other timelines too. */
export async function loadTimelineClaims(
  tx: ClientBase,
  scopeId: string,
  keys: readonly TimelineKey[],
): Promise<ResolvedClaim[]> {
  const ends = new Set(keys.flatMap((key) => [key.from, ...(isEntityId(key.to) ? [key.to] : [])]));
  const members = await loadMembers(tx, scopeId, ends);
  const bySubject = keys.filter((key) => key.to === null).flatMap((key) => subjectProbes(key, members));
  const byPair = keys.filter((key) => key.to !== null).flatMap((key) => pairProbes(key, members));
  const claims = [...(await loadBySubject(tx, scopeId, bySubject)), ...(await loadByPair(tx, scopeId, byPair))];
  return resolveClaims(tx, scopeId, claims);
}

/**
 * Every claim of the one-at-a-time symmetric types that is connected with the given entities: whom A is married to
 * depends on whom B is married to. In practice a handful of people.
 */
export async function loadPairingClaims(
  tx: ClientBase,
  scopeId: string,
  entities: Iterable<string>,
): Promise<ResolvedClaim[]> {
  const reached = new Set(entities);
  const found = new Map<string, ResolvedClaim>();
  for (let frontier = [...reached]; frontier.length > 0;) {
    const members = await loadMembers(tx, scopeId, frontier);
    const claims = await loadTouching(tx, scopeId, [...members.values()].flat(), PAIRING_TYPES);
    const resolved = await resolveClaims(tx, scopeId, claims);
    for (const r of resolved) found.set(`${r.claim.memoryId} ${String(r.claim.ordinal)}`, r);
    frontier = resolved.flatMap((r) => [r.from, r.to]).filter((id) => !reached.has(id));
    frontier.forEach((id) => reached.add(id));
  }
  return [...found.values()];
}

/** Every claim that has one of the given entity rows as subject or object. */
export async function loadTouching(
  tx: ClientBase,
  scopeId: string,
  nodes: readonly string[],
  predicates: readonly string[] | null,
): Promise<ClaimRow[]> {
  const { rows } = await tx.query<ClaimRow>(
    `SELECT ${CLAIM_COLUMNS} FROM claims
     WHERE scope_id = $1 AND subject = ANY ($2::uuid[]) AND ($3::text[] IS NULL OR predicate = ANY ($3))
     UNION
     SELECT ${CLAIM_COLUMNS} FROM claims
     WHERE scope_id = $1 AND object = ANY ($2::uuid[]) AND ($3::text[] IS NULL OR predicate = ANY ($3))`,
    [scopeId, nodes, predicates],
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

interface Probe {
  readonly subject: string;
  readonly predicate: string;
  readonly valueKey: string;
}

function subjectProbes(key: TimelineKey, members: ReadonlyMap<string, string[]>): Probe[] {
  return (members.get(key.from) ?? [key.from]).map((subject) => ({ subject, predicate: key.predicate, valueKey: '' }));
}

function pairProbes(key: TimelineKey, members: ReadonlyMap<string, string[]>): Probe[] {
  const from = members.get(key.from) ?? [key.from];
  const to = key.to === null ? [] : (members.get(key.to) ?? [key.to]);
  const forward = from.flatMap((subject) => to.map((valueKey) => ({ subject, predicate: key.predicate, valueKey })));
  if (!key.isRelation || !ruleOf(true, key.predicate).symmetric) return forward;
  return [...forward, ...forward.map((p) => ({ ...p, subject: p.valueKey, valueKey: p.subject }))];
}

async function loadBySubject(tx: ClientBase, scopeId: string, probes: readonly Probe[]): Promise<ClaimRow[]> {
  if (probes.length === 0) return [];
  const { rows } = await tx.query<ClaimRow>(
    `SELECT ${CLAIM_COLUMNS} FROM claims
     JOIN (SELECT DISTINCT * FROM unnest($2::uuid[], $3::text[]) AS p (subject, predicate)) AS probe
       USING (subject, predicate)
     WHERE scope_id = $1`,
    [scopeId, probes.map((p) => p.subject), probes.map((p) => p.predicate)],
  );
  return rows;
}

async function loadByPair(tx: ClientBase, scopeId: string, probes: readonly Probe[]): Promise<ClaimRow[]> {
  if (probes.length === 0) return [];
  const { rows } = await tx.query<ClaimRow>(
    `SELECT ${CLAIM_COLUMNS} FROM claims
     JOIN (SELECT DISTINCT * FROM unnest($2::uuid[], $3::text[], $4::text[]) AS p (subject, predicate, value_key)) AS probe
       USING (subject, predicate, value_key)
     WHERE scope_id = $1`,
    [scopeId, probes.map((p) => p.subject), probes.map((p) => p.predicate), probes.map((p) => p.valueKey)],
  );
  return rows;
}

function isEntityId(to: string | null): to is string {
  return to !== null && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(to);
}
