import type { ClientBase } from 'pg';
import { isFact, type ClaimThresholds } from '../../claim-thresholds.js';
import { claimsUnderDecisions } from '../facts/decided-claims.js';
import { loadDecidedFacts } from '../facts/decided-facts.js';
import { hasDecisions, type DecisionRow } from '../decisions/decision-rows.js';
import type { ClaimRow } from '../contributions/contribution.js';
import {
  claimKey,
  evidenceRowOf,
  pairOf,
  withoutRetractions,
  type EvidenceRow,
  type ClaimPair,
} from '../facts/claim-evidence.js';
import { deleteEvidence, insertEvidence, loadClaims, loadEvidence } from './evidence-rows.js';
import { candidateEnds, type CandidateRow } from './candidate-rows.js';
import { projectCandidates } from './project-candidates.js';
import { sumBlocks } from './evidence-blocks.js';
import { loadClaimsTouching, resolveClaims } from './load-claims.js';
import type { ResolvedClaim } from '../facts/resolve-claim.js';

/** Changes to the evidence of a scope. */
export interface EvidenceChanges {
  readonly removed: readonly EvidenceRow[];
  readonly added: readonly EvidenceRow[];
  /** Unchanged evidence whose claim may have a new text or value, or about whose fact callers decided. */
  readonly restated: readonly EvidenceRow[];
  /** Whether callers decided about facts of the scope. */
  readonly isDecided: boolean;
  /** Pairs of the current evidence of the memories concerned, by their ids. */
  readonly pairs: ReadonlyMap<string, ClaimPair>;
}

/** Changed evidence, with the candidates that were added or removed. */
export interface ProjectedEvidence extends EvidenceChanges {
  readonly candidates: readonly CandidateRow[];
}

/** Claims and decisions that were added, changed or removed, and the thresholds of the graph. */
export interface WrittenClaims {
  readonly claims: readonly ClaimRow[];
  readonly decisions?: readonly DecisionRow[];
  readonly thresholds: ClaimThresholds;
}

/**
 * Updates the evidence of memories with changed claims, and of claims on entities that changed cluster: their facts
 * between survivors, without retracted and overruled ones, and their candidates that the claims of several memories
 * promote. Work: the claims of these memories, and a bounded number of other candidates of their pairs.
 * @param former former survivor of each entity whose survivor changed
 */
export async function projectEvidence(
  tx: ClientBase,
  scopeId: string,
  { claims: changed, decisions = [], thresholds }: WrittenClaims,
  former: ReadonlyMap<string, string>,
): Promise<ProjectedEvidence> {
  const touching = former.size === 0 ? [] : await loadClaimsTouching(tx, scopeId, [...former.keys()]);
  const decided = await claimsUnderDecisions(tx, scopeId, decisions, former);
  touching.push(...decided);
  const dirty = new Set([...changed, ...touching].flatMap((c) => [c.memoryId, ...(c.retracts ? [c.retracts] : [])]));
  if (dirty.size === 0) return NO_CHANGES;
  const isDecided = await hasDecisions(tx, scopeId);
  const stored = await loadEvidence(tx, scopeId, [...dirty]);
  const resolved = await resolveClaims(tx, scopeId, await loadClaims(tx, scopeId, [...dirty]));
  const unretracted = withoutRetractions(resolved, thresholds);
  const counting = isDecided ? await withoutOverruled(tx, scopeId, unretracted) : unretracted;
  const effective = counting.flatMap((r) => {
    if (!dirty.has(r.claim.memoryId)) return [];
    const pair = pairOf(scopeId, r);
    const evidence = evidenceRowOf(scopeId, r, pair);
    return [{ pair, evidence, ends: isFact(r.claim, thresholds) ? null : candidateEnds(r) }];
  });
  const facts = effective.flatMap(({ evidence, ends }) => (ends === null ? evidence : []));
  const candidates = effective.flatMap(({ evidence, ends }) => (ends === null ? [] : { ...evidence, ...ends }));
  const promotion = await projectCandidates(tx, scopeId, { memoryIds: [...dirty], candidates, thresholds });
  const wanted = [...facts, ...promotion.promoted];
  const before = new Set(stored.map(contentOf));
  const after = new Set(wanted.map(contentOf));
  const removed = [...stored.filter((row) => !after.has(contentOf(row))), ...promotion.othersRemoved];
  const added = [...wanted.filter((row) => !before.has(contentOf(row))), ...promotion.othersAdded];
  await deleteEvidence(tx, scopeId, removed);
  await insertEvidence(tx, scopeId, added);
  await sumBlocks(tx, scopeId, [...removed, ...added]);
  const replaced = new Set([...changed, ...decided].map(claimKey));
  const restated = wanted.filter((row) => before.has(contentOf(row)) && replaced.has(claimKey(row)));
  const pairs = new Map(effective.map(({ pair }) => [pair.pairId, pair]));
  return { removed, added, restated, isDecided, pairs, candidates: promotion.changed };
}

const NO_CHANGES: ProjectedEvidence = {
  ...{ removed: [], added: [], restated: [], isDecided: false, pairs: new Map(), candidates: [] },
};

/** The claims that callers' decisions leave. */
async function withoutOverruled(
  tx: ClientBase,
  scopeId: string,
  claims: readonly ResolvedClaim[],
): Promise<readonly ResolvedClaim[]> {
  const facts = await loadDecidedFacts(
    tx,
    scopeId,
    claims.map(({ claim, ...ends }) => ({ ...ends, predicate: claim.predicate })),
  );
  return claims.filter((claim) => facts.counts(claim));
}

function contentOf({ at, memoryId, ordinal, pairId, asserted, weight, timelines }: EvidenceRow): string {
  return [at, memoryId, ordinal, pairId, asserted, weight, ...timelines].join(' ');
}
