import { relationTypeId, type RelationType } from '#contracts/ontology.js';
import { NO_VALUE } from '../contributions/contribution.js';
import { statedDecisionOf } from './fact-claims.js';
import type { StatedDecision } from '../decisions/stated-decision.js';
import { isFact, type ClaimThresholds } from '../../claim-thresholds.js';
import { relationIdOf, statementIdOf, timelineIdOf } from '../../ids.js';
import { ruleOf, type ResolvedClaim } from './resolve-claim.js';

/** Position of a claim: event time, then memory, then its ordinal in the memory. */
export interface ClaimPosition {
  /** Event time in Unix nanoseconds; negative before 1970. */
  readonly at: bigint;
  readonly memoryId: string;
  readonly ordinal: number;
}

/** Key of all claims with one subject, predicate and object; the ids are those of survivors. */
export interface ClaimPair {
  readonly pairId: string;
  readonly isRelation: boolean;
  readonly predicate: string;
  readonly from: string;
  /** Entity id, the key of a value, or `NO_VALUE`: then its claims end other pairs, and it has no intervals. */
  readonly to: string;
}

/** A claim that counts as evidence: a row of `evidence`. */
export interface EvidenceRow extends ClaimPosition {
  readonly pairId: string;
  readonly asserted: boolean;
  readonly weight: bigint;
  /** Decision of a caller that the claim repeats; null for the claim of a memory. */
  readonly source: StatedDecision | null;
  /** Timelines in which it supersedes other claims: none, that of its subject, or (symmetric) those of both ends. */
  readonly timelines: readonly string[];
}

/** Compares claims by event time, then memory, then ordinal. */
export function comparePositions(a: ClaimPosition, b: ClaimPosition): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  if (a.memoryId !== b.memoryId) return a.memoryId < b.memoryId ? -1 : 1;
  return a.ordinal - b.ordinal;
}

/** One memory in 64, chosen by the end of its id, begins a block with each of its claims. */
const BLOCK_ONE_IN = 64;

/**
 * Whether the claims of a memory begin blocks; a function of its id, so that blocks do not depend on the order of
 * deliveries.
 */
export function beginsBlock(memoryId: string): boolean {
  return Number.parseInt(memoryId.slice(-2), 16) % BLOCK_ONE_IN === 0;
}

/** Key of a claim within a scope. */
export function claimKey({ memoryId, ordinal }: Omit<ClaimPosition, 'at'>): string {
  return `${memoryId} ${String(ordinal)}`;
}

export function pairOf(scopeId: string, { isRelation, claim, from, to }: ResolvedClaim): ClaimPair {
  const { predicate } = claim;
  const pairId = isRelation
    ? relationIdOf(scopeId, relationTypeId(predicate as RelationType), from, to)
    : statementIdOf(scopeId, predicate, from, to);
  return { pairId, isRelation, predicate, from, to };
}

/** Evidence row of a claim for its pair. */
export function evidenceRowOf(scopeId: string, { claim }: ResolvedClaim, pair: ClaimPair): EvidenceRow {
  return {
    ...{ at: claim.eventAt, memoryId: claim.memoryId, ordinal: claim.ordinal },
    ...{ pairId: pair.pairId, asserted: claim.asserted, weight: evidenceWeight(claim.confidence) },
    source: statedDecisionOf(claim),
    timelines: timelinesOf(scopeId, pair),
  };
}

/**
 * Timelines in which the claims of a pair supersede others and are superseded; none when the predicate is not
 * functional.
 */
export function timelinesOf(scopeId: string, { isRelation, predicate, from, to }: Omit<ClaimPair, 'pairId'>): string[] {
  const { functional, symmetric } = ruleOf(isRelation, predicate);
  const subjects = functional ? [from, ...(symmetric && to !== NO_VALUE ? [to] : [])] : [];
  return subjects.map((subject) => timelineIdOf(scopeId, isRelation, predicate, subject));
}

/**
 * The claims that are neither retracted by another one nor retractions themselves. A retraction that is a candidate
 * retracts candidates only.
 */
export function withoutRetractions(claims: readonly ResolvedClaim[], thresholds: ClaimThresholds): ResolvedClaim[] {
  const key = (r: ResolvedClaim, memoryId: string): string =>
    [String(r.isRelation), r.claim.predicate, r.from, r.to, memoryId].join(' ');
  const retracting = (some: readonly ResolvedClaim[]): Set<string> =>
    new Set(some.flatMap((r) => (r.claim.retracts === null ? [] : key(r, r.claim.retracts))));
  const byAny = retracting(claims);
  const byFacts = retracting(claims.filter((r) => isFact(r.claim, thresholds)));
  return claims.filter(
    (r) => r.claim.retracts === null && !(isFact(r.claim, thresholds) ? byFacts : byAny).has(key(r, r.claim.memoryId)),
  );
}

const WEIGHT_UNIT = 1e9;
/** Lower bound of 1 − confidence, so that a confidence of 1 has a finite weight. */
const MIN_DOUBT = 1e-12;

/**
 * Weight of a claim of the given confidence: −ln(1 − confidence) in units of 10^-9. It is an integer, so that weights
 * can be added and subtracted in any order.
 */
export function evidenceWeight(confidence: number): bigint {
  return BigInt(Math.round(-Math.log(Math.max(1 - confidence, MIN_DOUBT)) * WEIGHT_UNIT));
}

/**
 * Noisy-or confidence from the sum of weights: 1 − ∏(1 − confidence), the probability that at least one of several
 * independent claims is right, rounded to six decimals.
 */
export function combinedConfidenceOf(weight: bigint): number {
  return Math.round((1 - Math.exp(-Number(weight) / WEIGHT_UNIT)) * 1e6) / 1e6;
}
