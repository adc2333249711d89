import type { ClientBase } from 'pg';
import { RELATION_TYPES, isRelationType } from '#contracts/ontology.js';
import { valueIdOf } from '../../ids.js';
import { loadMembers, loadSurvivors } from '../clustering/entity-rows.js';
import type { ClaimRow } from '../contributions/contribution.js';
import { CLAIM_COLUMNS } from '../contributions/contribution-rows.js';
import { ruleOf } from './resolve-claim.js';
import { loadDecisionsOfRows, type DecisionRow } from '../decisions/decision-rows.js';

/**
 * Claims that decisions may count or drop: those of the changed decisions, and of decisions on entity rows that changed
 * cluster, in the former cluster and the current one. Work: the claims of their subjects with their predicates.
 * @param former former survivor of each row that changed cluster
 */
export async function claimsUnderDecisions(
  tx: ClientBase,
  scopeId: string,
  changed: readonly DecisionRow[],
  former: ReadonlyMap<string, string>,
): Promise<ClaimRow[]> {
  const moved = await loadDecisionsOfRows(tx, scopeId, [...former.keys()]);
  const decisions = [...new Map([...changed, ...moved].map((row) => [row.decisionId, row])).values()];
  if (decisions.length === 0) return [];
  const clusterOf = await loadClusters(tx, scopeId, decisions, former);
  const affected = decisions.map((decision) => affects(scopeId, decision, clusterOf));
  const subjects = new Set(
    decisions.flatMap(({ subject, object }) => [...clusterOf(subject), ...(object === null ? [] : clusterOf(object))]),
  );
  const predicates = [...new Set(decisions.map(({ predicate }) => predicate))];
  const claims = await loadClaimsAt(tx, scopeId, [...subjects], predicates);
  return claims.filter((claim) => affected.some((isAffected) => isAffected(claim)));
}

type ClusterOf = (rowId: string) => ReadonlySet<string>;

/** Rows of the current and the former cluster of each end of the decisions. */
async function loadClusters(
  tx: ClientBase,
  scopeId: string,
  decisions: readonly DecisionRow[],
  former: ReadonlyMap<string, string>,
): Promise<ClusterOf> {
  const ends = [
    ...new Set(decisions.flatMap(({ subject, object }) => (object === null ? [subject] : [subject, object]))),
  ];
  const survivors = await loadSurvivors(tx, scopeId, ends);
  const heads = (id: string): string[] => [survivors.get(id) ?? id, former.get(id) ?? id];
  const members = await loadMembers(tx, scopeId, new Set(ends.flatMap(heads)));
  const clusters = new Map(
    ends.map((id) => [id, new Set([id, ...heads(id).flatMap((head) => members.get(head) ?? [])])]),
  );
  return (id) => clusters.get(id) ?? new Set([id]);
}

/** Whether a claim is of the fact, or of the timeline of a functional predicate. */
function affects(
  scopeId: string,
  { isRelation, predicate, subject, object, valueId }: DecisionRow,
  clusterOf: ClusterOf,
): (claim: ClaimRow) => boolean {
  const { functional, symmetric } = ruleOf(isRelation, predicate);
  const subjects = clusterOf(subject);
  const objects = object === null ? new Set<string>() : clusterOf(object);
  const isObject = (claim: ClaimRow): boolean =>
    claim.object === null ? valueIdOf(scopeId, claim.valueKey) === valueId : objects.has(claim.object);
  return (claim) => {
    if (claim.predicate !== predicate) return false;
    if (!symmetric) return subjects.has(claim.subject) && (functional || isObject(claim));
    const ends = [claim.subject, claim.object ?? ''];
    const [atSubject, atObject] = [subjects, objects].map((rows) => ends.some((end) => rows.has(end)));
    return functional ? atSubject === true || atObject === true : atSubject === true && atObject === true;
  };
}

async function loadClaimsAt(
  tx: ClientBase,
  scopeId: string,
  rowIds: readonly string[],
  predicates: readonly string[],
): Promise<ClaimRow[]> {
  const symmetric = predicates.filter((name) => isRelationType(name) && RELATION_TYPES[name].symmetric);
  const { rows } = await tx.query<ClaimRow>(
    `SELECT ${CLAIM_COLUMNS} FROM claims
     WHERE scope_id = $1 AND subject = ANY ($2::uuid[]) AND predicate = ANY ($3::text[])
     UNION
     SELECT ${CLAIM_COLUMNS} FROM claims
     WHERE scope_id = $1 AND object = ANY ($2::uuid[]) AND predicate = ANY ($4::text[])`,
    [scopeId, rowIds, predicates, symmetric],
  );
  return rows;
}
