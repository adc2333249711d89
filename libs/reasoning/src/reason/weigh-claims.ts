import type { Cause } from './causes.js';
import type { Conflicts } from './conflicts.js';
import { combinedConfidence, type ClaimEvidence, type EvidenceByMemory, type EvidenceLink } from './memory-evidence.js';
import { HOP_DECAY, type RelevantClaim } from './collect-claims.js';
import type { GraphClaim } from '#graph/queries/graph-claims.js';

export type InferenceKind = 'causal_explanation' | 'evidence_accumulation' | 'analogical_inference';

/** A claim, or the end of one, with the evidence for and against it. */
export interface WeighedClaim {
  readonly claim: GraphClaim;
  /** Whether this is about the end of the claim, rather than the claim itself. */
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
  /** UUIDs of the memories of the observation, and of those that led to it. */
  readonly observed: ReadonlySet<string>;
  readonly causing: ReadonlySet<string>;
}

/** Confidence of a causal link of full weight, the same as its strength in a plan. */
const LINK_CONFIDENCE = 0.95;
/** Share of a claim's confidence that a `supports` link gives to the supporting memory. */
const SUPPORT_SHARE = 0.5;
/** Factor for a claim that neither the observation's memories nor their causes assert: half a hop. */
const UNOBSERVED_FACTOR = Math.sqrt(HOP_DECAY);
const NO_EVIDENCE: EvidenceByMemory = new Map();

/**
 * Weighs a claim and, if a memory states it, its end. With s the probability that at least one supporting memory is
 * right, and likewise `newer` for evidence of a newer claim or an end, and `open` for unresolved contradictions:
 *
 *     confidence = s · (1 − newer) · s / (s + open) · relevance
 *
 * Settled contradictions thus count in full, and of two equally supported conflicting claims each has half its
 * confidence.
 */
export function weighClaim(reached: RelevantClaim, weighing: ClaimWeights): WeighedClaim[] {
  const { claim } = reached;
  const { asserted, ended } = weighing.evidence.get(claim.id) ?? { asserted: NO_EVIDENCE, ended: NO_EVIDENCE };
  const newer = claim.holds
    ? NO_EVIDENCE
    : union([ended, assertedOf(weighing.conflicts.superseded.get(claim.id), weighing)]);
  const unresolved = union(
    (weighing.conflicts.unresolved.get(claim.id) ?? []).map((other) => assertedOf(other, weighing)),
  );
  const holds = weigh(reached, false, asserted, newer, unresolved, weighing);
  // The end of a superseded claim is expressed by the newer claim.
  const endedEvidence = claim.holds || claim.supersededBy !== null ? NO_EVIDENCE : ended;
  return [holds, weigh(reached, true, endedEvidence, NO_EVIDENCE, NO_EVIDENCE, weighing)].flatMap(
    (weighed) => weighed ?? [],
  );
}

/** Confidence of a causal link: one memory because of another. */
export function causalConfidence({ weight, hops, match }: Cause, against: EvidenceByMemory): number {
  return balancedConfidence(LINK_CONFIDENCE * weight, 0, combinedConfidence(against)) * match * HOP_DECAY ** (hops - 1);
}

function weigh(
  { claim, relevance, analogical }: RelevantClaim,
  ended: boolean,
  asserting: EvidenceByMemory,
  newer: EvidenceByMemory,
  unresolved: EvidenceByMemory,
  weighing: ClaimWeights,
): WeighedClaim | null {
  if (asserting.size === 0) return null;
  const supporting = union([asserting, supportedBy(asserting, weighing.links)]);
  const linked = contradictionsOf(supporting, weighing.links);
  const open = without(union([unresolved, linked]), supporting);
  const settled = without(newer, supporting);
  const isObserved = [...asserting.keys()].some((id) => weighing.observed.has(id) || weighing.causing.has(id));
  return {
    ...{ claim, ended, supporting, contradicting: union([settled, open]) },
    confidence:
      balancedConfidence(combinedConfidence(supporting), combinedConfidence(settled), combinedConfidence(open)) *
      (relevance * (isObserved || analogical ? 1 : UNOBSERVED_FACTOR)),
    kind: analogical ? 'analogical_inference' : kindOf(supporting, weighing),
  };
}

function balancedConfidence(support: number, newer: number, open: number): number {
  return open === 0 ? support * (1 - newer) : (support * (1 - newer) * support) / (support + open);
}

/**
 * An inference is causal if a cause of the observation supports it, or if one of its supporting memories causes
 * another.
 */
function kindOf(supporting: EvidenceByMemory, { causing, links }: ClaimWeights): InferenceKind {
  const isCause = [...supporting.keys()].some((id) => causing.has(id));
  const isChain = links.some(
    ({ kind, source, target, weight }) =>
      (kind === 'caused' || kind === 'derived_from') && weight > 0 && supporting.has(source) && supporting.has(target),
  );
  return isCause || isChain ? 'causal_explanation' : 'evidence_accumulation';
}

function assertedOf(claim: GraphClaim | undefined, { evidence }: ClaimWeights): EvidenceByMemory {
  return evidence.get(claim?.id ?? '')?.asserted ?? NO_EVIDENCE;
}

/** Memories linked by `supports` to one of the given memories, with a share of its confidence. */
function supportedBy(asserting: EvidenceByMemory, links: readonly EvidenceLink[]): EvidenceByMemory {
  return union(
    links.flatMap(({ kind, source, target, weight }) => {
      const confidence = asserting.get(target);
      return kind === 'supports' && confidence !== undefined
        ? [new Map([[source, SUPPORT_SHARE * weight * confidence]])]
        : [];
    }),
  );
}

/**
 * Memories linked by `contradicts` to one of the given memories, in either direction, by the absolute weight of the
 * link.
 */
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

/** Union of evidence; for each memory its highest confidence. */
function union(all: readonly EvidenceByMemory[]): EvidenceByMemory {
  const merged = new Map<string, number>();
  for (const evidence of all)
    for (const [id, confidence] of evidence) merged.set(id, Math.max(confidence, merged.get(id) ?? 0));
  return merged;
}

/** Evidence without the excluded memories: a memory that supports a claim does not also count against it. */
function without(evidence: EvidenceByMemory, excluded: EvidenceByMemory): EvidenceByMemory {
  return new Map([...evidence].filter(([id]) => !excluded.has(id)));
}
