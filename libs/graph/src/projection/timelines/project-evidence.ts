import type { ClientBase } from 'pg';
import { isFact, type ClaimThresholds } from '../../claim-thresholds.js';
import type { ClaimRow } from '../contributions/contribution.js';
import {
  claimKey,
  evidenceRowOf,
  pairOf,
  withoutRetractions,
  type EvidenceRow,
  type ClaimPair,
} from './claim-evidence.js';
import { deleteEvidence, insertEvidence, loadClaims, loadEvidence } from './evidence-rows.js';
import { projectCandidates } from './project-candidates.js';
import { sumBlocks } from '../evidence-blocks.js';
import { loadClaimsTouching, resolveClaims } from './load-claims.js';

/** Changes to the evidence of a scope. */
export interface EvidenceChanges {
  readonly removed: readonly EvidenceRow[];
  readonly added: readonly EvidenceRow[];
  /** Unchanged evidence whose claim may have a new text or value. */
  readonly restated: readonly EvidenceRow[];
  /** Pairs of the current evidence of the memories concerned, by their ids. */
  readonly pairs: ReadonlyMap<string, ClaimPair>;
}

/** Claims that were added or removed, and the thresholds of the graph. */
export interface WrittenClaims {
  readonly claims: readonly ClaimRow[];
  readonly thresholds: ClaimThresholds;
}

/**
 * Updates the evidence of memories with changed claims, and of claims on entities that changed cluster: their facts
 * between survivors, without retracted ones, and their candidates that the claims of several memories promote. Work:
 * the claims of these memories, and a bounded number of other candidates of their pairs.
 * @param reclustered entities whose survivor changed
 */
export async function projectEvidence(
  tx: ClientBase,
  scopeId: string,
  { claims: changed, thresholds }: WrittenClaims,
  reclustered: readonly string[],
): Promise<EvidenceChanges> {
  const touching = reclustered.length === 0 ? [] : await loadClaimsTouching(tx, scopeId, reclustered);
  const dirty = new Set([...changed, ...touching].flatMap((c) => [c.memoryId, ...(c.retracts ? [c.retracts] : [])]));
  if (dirty.size === 0) return { removed: [], added: [], restated: [], pairs: new Map() };
  const stored = await loadEvidence(tx, scopeId, [...dirty]);
  const resolved = await resolveClaims(tx, scopeId, await loadClaims(tx, scopeId, [...dirty]));
  const effective = withoutRetractions(resolved, thresholds).flatMap((r) => {
    if (!dirty.has(r.claim.memoryId)) return [];
    const pair = pairOf(scopeId, r);
    return [{ pair, evidence: evidenceRowOf(scopeId, r, pair), isCandidate: !isFact(r.claim, thresholds) }];
  });
  const facts = effective.flatMap((claim) => (claim.isCandidate ? [] : claim.evidence));
  const candidates = effective.flatMap((claim) => (claim.isCandidate ? claim.evidence : []));
  const promotion = await projectCandidates(tx, scopeId, { memoryIds: [...dirty], candidates, thresholds });
  const wanted = [...facts, ...promotion.promoted];
  const before = new Set(stored.map(contentOf));
  const after = new Set(wanted.map(contentOf));
  const removed = [...stored.filter((row) => !after.has(contentOf(row))), ...promotion.othersRemoved];
  const added = [...wanted.filter((row) => !before.has(contentOf(row))), ...promotion.othersAdded];
  await deleteEvidence(tx, scopeId, removed);
  await insertEvidence(tx, scopeId, added);
  await sumBlocks(tx, scopeId, [...removed, ...added]);
  const replaced = new Set(changed.map(claimKey));
  const restated = wanted.filter((row) => before.has(contentOf(row)) && replaced.has(claimKey(row)));
  return { removed, added, restated, pairs: new Map(effective.map(({ pair }) => [pair.pairId, pair])) };
}

function contentOf({ at, memoryId, ordinal, pairId, asserted, weight, timelines }: EvidenceRow): string {
  return [at, memoryId, ordinal, pairId, asserted, weight, ...timelines].join(' ');
}
