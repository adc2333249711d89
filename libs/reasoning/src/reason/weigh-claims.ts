import type { Cause } from './causes.js';
import type { Conflicts } from './conflicts.js';
import { combinedConfidence, type ClaimEvidence, type EvidenceByMemory, type EvidenceLink } from './memory-evidence.js';
import { HOP_DECAY, type RelevantClaim } from './collect-claims.js';
import type { GraphClaim } from '#graph/queries/graph-claims.js';

export type InferenceKind = 'causal_explanation' | 'evidence_accumulation' | 'analogical_inference';

/** A claim, or the end of one, with what is for and against it. */
export interface WeighedClaim {
  readonly claim: GraphClaim;
  /** That it has ended, rather than that it holds. */
  readonly ended: boolean;
  readonly supporting: EvidenceByMemory;
  readonly contradicting: EvidenceByMemory;
  /** 0..1 */
  readonly confidence: number;
  readonly kind: InferenceKind;
}

export interface ClaimWeights {
  readonly evidence: ReadonlyMap<string, ClaimEvidence>;
  readonly conflicts: Conflicts;
  readonly links: readonly EvidenceLink[];
  /** Memories of the observation itself, and those that led to it, UUIDs. */
  readonly observed: ReadonlySet<string>;
  readonly causing: ReadonlySet<string>;
}

/** A link that a client made is as sure as it is in a plan. */
const LINKED = 0.95;
/** What a link `supports` lends of the confidence of the claim behind it. */
const LENT = 0.5;
/** A claim that neither the observation's memories nor their causes make is half a hop further away. */
const NOT_SAID_THERE = Math.sqrt(HOP_DECAY);
const NOTHING: EvidenceByMemory = new Map();

/**
 * Weighs a claim, and its end where it was told. With s the chance that one of the memories for it is right, and the
 * same of those against it, `newer` (a newer claim, or that it ended) and `open` (nothing says which is right):
 *
 *     confidence = s · (1 − newer) · s / (s + open) · relevance
 *
 * so that what is settled weighs in full, and of two equal claims each has half its confidence.
 */
export function weighClaim(reached: RelevantClaim, weighing: ClaimWeights): WeighedClaim[] {
  const { claim } = reached;
  const { asserted, ended } = weighing.evidence.get(claim.id) ?? { asserted: NOTHING, ended: NOTHING };
  const newer = claim.holds
    ? NOTHING
    : union([ended, assertedOf(weighing.conflicts.superseded.get(claim.id), weighing)]);
  const odds = union((weighing.conflicts.unresolved.get(claim.id) ?? []).map((other) => assertedOf(other, weighing)));
  const holds = weigh(reached, false, asserted, newer, odds, weighing);
  // What was superseded is told by the newer claim.
  const over = claim.holds || claim.supersededBy !== null ? NOTHING : ended;
  return [holds, weigh(reached, true, over, NOTHING, NOTHING, weighing)].flatMap((weighed) => weighed ?? []);
}

/** Confidence of what a link alone says: that one memory is because of another. */
export function causalConfidence({ weight, hops, match }: Cause, against: EvidenceByMemory): number {
  return balanced(LINKED * weight, 0, combinedConfidence(against)) * match * HOP_DECAY ** (hops - 1);
}

function weigh(
  { claim, relevance, analogical }: RelevantClaim,
  ended: boolean,
  said: EvidenceByMemory,
  newer: EvidenceByMemory,
  odds: EvidenceByMemory,
  weighing: ClaimWeights,
): WeighedClaim | null {
  if (said.size === 0) return null;
  const supporting = union([said, lentTo(said, weighing.links)]);
  const linked = contradictionsOf(supporting, weighing.links);
  const open = without(union([odds, linked]), supporting);
  const settled = without(newer, supporting);
  const isSaidThere = [...said.keys()].some((id) => weighing.observed.has(id) || weighing.causing.has(id));
  return {
    ...{ claim, ended, supporting, contradicting: union([settled, open]) },
    confidence:
      balanced(combinedConfidence(supporting), combinedConfidence(settled), combinedConfidence(open)) *
      (relevance * (isSaidThere || analogical ? 1 : NOT_SAID_THERE)),
    kind: analogical ? 'analogical_inference' : kindOf(supporting, weighing),
  };
}

function balanced(support: number, newer: number, open: number): number {
  return open === 0 ? support * (1 - newer) : (support * (1 - newer) * support) / (support + open);
}

/** A claim rests on a cause where what led to the observation says so, or one of its memories comes from another. */
function kindOf(supporting: EvidenceByMemory, { causing, links }: ClaimWeights): InferenceKind {
  const isCause = [...supporting.keys()].some((id) => causing.has(id));
  const isChain = links.some(
    ({ kind, source, target, weight }) =>
      (kind === 'caused' || kind === 'derived_from') && weight > 0 && supporting.has(source) && supporting.has(target),
  );
  return isCause || isChain ? 'causal_explanation' : 'evidence_accumulation';
}

function assertedOf(claim: GraphClaim | undefined, { evidence }: ClaimWeights): EvidenceByMemory {
  return evidence.get(claim?.id ?? '')?.asserted ?? NOTHING;
}

/** Memories that a link says to support one of the given. */
function lentTo(said: EvidenceByMemory, links: readonly EvidenceLink[]): EvidenceByMemory {
  return union(
    links.flatMap(({ kind, source, target, weight }) => {
      const confidence = said.get(target);
      return kind === 'supports' && confidence !== undefined ? [new Map([[source, LENT * weight * confidence]])] : [];
    }),
  );
}

/** Memories that a link says to contradict one of the given, in either direction; the sign of its weight is no matter. */
export function contradictionsOf(supporting: EvidenceByMemory, links: readonly EvidenceLink[]): EvidenceByMemory {
  return union(
    links
      .filter(({ kind }) => kind === 'contradicts')
      .flatMap(({ source, target, weight }) => {
        const confidence = Math.abs(weight);
        return [
          ...(supporting.has(target) ? [new Map([[source, confidence]])] : []),
          ...(supporting.has(source) ? [new Map([[target, confidence]])] : []),
        ];
      }),
  );
}

/** All of the evidence, of each memory the surest. */
function union(all: readonly EvidenceByMemory[]): EvidenceByMemory {
  const merged = new Map<string, number>();
  for (const evidence of all)
    for (const [id, confidence] of evidence) merged.set(id, Math.max(confidence, merged.get(id) ?? 0));
  return merged;
}

/** A memory that is for a claim is not also counted against it. */
function without(evidence: EvidenceByMemory, excluded: EvidenceByMemory): EvidenceByMemory {
  return new Map([...evidence].filter(([id]) => !excluded.has(id)));
}
