import type { ClientBase } from 'pg';
import { RELATION_TYPES, isRelationType } from '#contracts/ontology.js';
import { valueIdOf } from '../../ids.js';
import { loadMembers, loadSurvivors } from '../clustering/entity-rows.js';
import type { ClaimRow } from '../contributions/contribution.js';
import { CLAIM_COLUMNS } from '../contributions/contribution-rows.js';
import { timelinesOf } from '../timelines/claim-evidence.js';
import { ruleOf, type ResolvedClaim } from '../timelines/resolve-claim.js';
import { loadDecisionsAt, loadDecisionsOfRows, type DecisionRow, type ResolvedDecision } from './decision-rows.js';
import { statedDecisionOf } from './fact-claims.js';

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

/**
 * The claims that callers' decisions leave. A retraction drops all that memories say of the fact, and what callers
 * stated before, until one states it again. While a caller says that a fact holds, from its beginning to its end or to
 * the decision, what memories say against it then is dropped: that it has ended, and other values of a functional
 * predicate. Of equal times the retraction wins.
 */
export async function withoutOverruled(
  tx: ClientBase,
  scopeId: string,
  claims: readonly ResolvedClaim[],
): Promise<readonly ResolvedClaim[]> {
  const nodes = claims.flatMap(({ isRelation, claim, from, to }) =>
    isRelation && claim.object !== null && ruleOf(true, claim.predicate).symmetric ? [from, to] : [from],
  );
  const decisions = await loadDecisionsAt(tx, scopeId, [...new Set(nodes)]);
  if (decisions.length === 0) return claims;
  const { stated, retractedAt, spans } = overview(scopeId, decisions);
  return claims.filter((resolved) => {
    const { claim } = resolved;
    const fact = factOfClaim(scopeId, resolved);
    if (statedDecisionOf(claim) !== null) return stated.get(fact)?.has(claim.memoryId) === true;
    if (retractedAt.has(fact) && !stated.has(fact)) return false;
    const { isRelation, from, to } = resolved;
    const slots = claim.asserted ? timelinesOf(scopeId, { isRelation, predicate: claim.predicate, from, to }) : [fact];
    return !slots.some((slot) =>
      (spans.get(slot) ?? []).some((span) => (span.fact !== fact || !claim.asserted) && covers(span, claim.eventAt)),
    );
  });
}

/** Time during which a caller says that a fact holds. */
interface Span extends Pick<DecisionRow, 'from' | 'to' | 'decidedAt'> {
  readonly fact: string;
}

function covers({ from, to, decidedAt }: Span, at: bigint): boolean {
  return from > 0n && at >= from && (to === 0n ? at <= decidedAt : at < to);
}

/** Decisions by fact: those that state it, when it was last retracted, and spans by fact and by timeline. */
function overview(scopeId: string, decisions: readonly ResolvedDecision[]) {
  const retractedAt = new Map<string, bigint>();
  for (const row of decisions.filter(({ decision }) => decision === 'retracted')) {
    const fact = factOfDecision(row);
    if (row.decidedAt > (retractedAt.get(fact) ?? -1n)) retractedAt.set(fact, row.decidedAt);
  }
  const stated = new Map<string, Set<string>>();
  const spans = new Map<string, Span[]>();
  for (const row of decisions) {
    const fact = factOfDecision(row);
    if (!row.stands || row.decidedAt <= (retractedAt.get(fact) ?? -1n)) continue;
    stated.set(fact, (stated.get(fact) ?? new Set()).add(row.decisionId));
    for (const slot of [fact, ...timelinesOfDecision(scopeId, row)])
      spans.set(slot, [...(spans.get(slot) ?? []), { ...row, fact }]);
  }
  return { stated, retractedAt, spans };
}

function timelinesOfDecision(scopeId: string, { isRelation, predicate, fromId, toId }: ResolvedDecision): string[] {
  return timelinesOf(scopeId, { isRelation, predicate, from: fromId, to: toId });
}

function factOfDecision({ isRelation, predicate, fromId, toId }: ResolvedDecision): string {
  return factKey(isRelation, predicate, fromId, toId);
}

function factOfClaim(scopeId: string, { isRelation, claim, from, to }: ResolvedClaim): string {
  return factKey(isRelation, claim.predicate, from, claim.object === null ? valueIdOf(scopeId, to) : to);
}

/** Key of a fact between survivors, whichever end of a symmetric one comes first. */
function factKey(isRelation: boolean, predicate: string, from: string, to: string): string {
  const swap = ruleOf(isRelation, predicate).symmetric && to < from;
  return [isRelation, predicate, ...(swap ? [to, from] : [from, to])].join(' ');
}
