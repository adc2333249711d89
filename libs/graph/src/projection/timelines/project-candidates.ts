import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import type { ClaimThresholds } from '../../claim-thresholds.js';
import {
  deleteCandidates,
  insertCandidates,
  loadCandidates,
  loadOtherCandidates,
  type CandidateEnds,
  type CandidateGroup,
  type CandidateRow,
  type OtherCandidate,
} from './candidate-rows.js';
import { evidenceWeight, type EvidenceRow } from '../facts/claim-evidence.js';

/** The current candidates of some memories. */
export interface CurrentCandidates {
  readonly memoryIds: readonly string[];
  /** All candidates of these memories, as evidence. */
  readonly candidates: readonly (EvidenceRow & CandidateEnds)[];
  readonly thresholds: ClaimThresholds;
}

/** Candidates that count as evidence, and changes to those of other memories. */
interface Promotion {
  /** Those of the given memories that count. */
  readonly promoted: readonly EvidenceRow[];
  /** Candidates of other memories that count from now on. */
  readonly othersAdded: readonly EvidenceRow[];
  /** Candidates of other memories that no longer count. */
  readonly othersRemoved: readonly EvidenceRow[];
}

/** What a projection changes about candidates. */
export interface ProjectedCandidates extends Promotion {
  /** The rows written or removed. */
  readonly changed: readonly CandidateRow[];
}

/**
 * Replaces the candidates of memories, and decides which candidates count. The candidates of one pair and polarity
 * count together, when the weights of their memories reach that of a fact; of each memory its strongest claim is
 * weighed, since claims of one memory are not independent.
 *
 * Whether a group counts is a function of its rows. As each weighs at least as much as the weakest candidate, fewer
 * than `decidingMemories` memories leave it below a fact: so the work is bounded, however many memories make a claim.
 */
export async function projectCandidates(
  tx: ClientBase,
  scopeId: string,
  { memoryIds, candidates, thresholds }: CurrentCandidates,
): Promise<ProjectedCandidates> {
  const stored = await loadCandidates(tx, scopeId, memoryIds);
  const changed = await replaceCandidates(tx, scopeId, stored, candidates);
  const groups = new Map([...stored, ...candidates].map((row): [string, CandidateGroup] => [groupKey(row), row]));
  if (groups.size === 0) return { promoted: [], othersAdded: [], othersRemoved: [], changed };
  const limit = decidingMemories(thresholds);
  const others = groupBy(await loadOtherCandidates(tx, scopeId, [...groups.values()], { memoryIds, limit }), groupKey);
  const own = groupBy(candidates, groupKey);
  const promotions = [...groups.keys()].map((key) => promote(own.get(key) ?? [], others.get(key) ?? [], thresholds));
  return { ...mergePromotions(promotions), changed };
}

/** Number of memories with candidates of one group from which on the group always counts. */
export function decidingMemories({ fact, candidate }: ClaimThresholds): number {
  const least = evidenceWeight(candidate);
  return least > 0n ? Number((evidenceWeight(fact) + least - 1n) / least) : 1;
}

/** Promotion of one group. Claims of the other memories either all count at present or none does. */
function promote(own: readonly EvidenceRow[], others: readonly OtherCandidate[], { fact }: ClaimThresholds): Promotion {
  const counting = others.flatMap(({ timelines, ...row }) =>
    timelines === null ? [] : [{ ...row, timelines, source: null }],
  );
  if (weightOf([...own, ...others]) < evidenceWeight(fact))
    return { promoted: [], othersAdded: [], othersRemoved: counting };
  const timelines = own[0]?.timelines ?? [];
  const added = others.flatMap((row) => (row.timelines === null ? [{ ...row, timelines, source: null }] : []));
  return { promoted: own, othersAdded: added, othersRemoved: [] };
}

/** Sum over memories of the weight of their strongest claim. */
function weightOf(rows: readonly Pick<CandidateRow, 'memoryId' | 'weight'>[]): bigint {
  const strongest = new Map<string, bigint>();
  for (const { memoryId, weight } of rows)
    if (weight > (strongest.get(memoryId) ?? 0n)) strongest.set(memoryId, weight);
  return [...strongest.values()].reduce((sum, weight) => sum + weight, 0n);
}

function mergePromotions(promotions: readonly Promotion[]): Promotion {
  return {
    promoted: promotions.flatMap(({ promoted }) => promoted),
    othersAdded: promotions.flatMap(({ othersAdded }) => othersAdded),
    othersRemoved: promotions.flatMap(({ othersRemoved }) => othersRemoved),
  };
}

/** Writes the differences, and returns them. */
async function replaceCandidates(
  tx: ClientBase,
  scopeId: string,
  stored: readonly CandidateRow[],
  wanted: readonly CandidateRow[],
): Promise<CandidateRow[]> {
  const before = new Set(stored.map(contentOf));
  const after = new Set(wanted.map(contentOf));
  const gone = stored.filter((row) => !after.has(contentOf(row)));
  const fresh = wanted.filter((row) => !before.has(contentOf(row)));
  await deleteCandidates(tx, scopeId, gone);
  await insertCandidates(tx, scopeId, fresh);
  return [...gone, ...fresh];
}

function groupKey({ pairId, asserted }: CandidateGroup): string {
  return `${pairId} ${String(asserted)}`;
}

function contentOf({ at, memoryId, ordinal, pairId, asserted, weight }: CandidateRow): string {
  return [at, memoryId, ordinal, pairId, asserted, weight].join(' ');
}
