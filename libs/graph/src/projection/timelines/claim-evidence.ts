import { relationTypeId, type RelationType } from '#contracts/ontology.js';
import { relationIdOf, statementIdOf, timelineIdOf } from '../../ids.js';
import { ruleOf, type ResolvedClaim } from './resolve-claim.js';

/** The place of a claim among others: by event time, then by its memory. */
export interface ClaimPosition {
  /** Nanoseconds; below 0 before 1970. */
  readonly at: bigint;
  readonly memoryId: string;
  readonly ordinal: number;
}

/** All that is claimed of one subject, predicate and object; ids are survivors. */
export interface ClaimPair {
  readonly pairId: string;
  readonly isRelation: boolean;
  readonly predicate: string;
  readonly from: string;
  /** An entity id, or the key of a value. */
  readonly to: string;
}

/** A claim that counts: a row of `evidence`. */
export interface EvidenceRow extends ClaimPosition {
  readonly pairId: string;
  readonly asserted: boolean;
  readonly weight: bigint;
  /** Timelines in which it supersedes: none, its subject's, or (symmetric) those of both ends. */
  readonly timelines: readonly string[];
}

/** Orders claims by event time, then memory, then place in the memory. */
export function comparePositions(a: ClaimPosition, b: ClaimPosition): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  if (a.memoryId !== b.memoryId) return a.memoryId < b.memoryId ? -1 : 1;
  return a.ordinal - b.ordinal;
}

/** One memory in so many, by the end of its id, begins a block with each of its claims: see migration 0046. */
const BLOCK_ONE_IN = 64;

/** Whether the claims of a memory begin blocks; a function of its id, so that the order of deliveries changes no block. */
export function beginsBlock(memoryId: string): boolean {
  return Number.parseInt(memoryId.slice(-2), 16) % BLOCK_ONE_IN === 0;
}

/** Names a claim of a scope. */
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

/** A claim as evidence of its pair. */
export function evidenceRowOf(scopeId: string, { claim }: ResolvedClaim, pair: ClaimPair): EvidenceRow {
  return {
    ...{ at: claim.eventAt, memoryId: claim.memoryId, ordinal: claim.ordinal },
    ...{ pairId: pair.pairId, asserted: claim.asserted, weight: evidenceWeight(claim.confidence) },
    timelines: timelinesOf(scopeId, pair),
  };
}

/** The timelines in which claims of a pair supersede others, and are superseded. */
export function timelinesOf(scopeId: string, { isRelation, predicate, from, to }: Omit<ClaimPair, 'pairId'>): string[] {
  const { functional, symmetric } = ruleOf(isRelation, predicate);
  const subjects = functional ? [from, ...(symmetric ? [to] : [])] : [];
  return subjects.map((subject) => timelineIdOf(scopeId, isRelation, predicate, subject));
}

/** The claims that none takes back, and that take back none. */
export function withoutRetractions(claims: readonly ResolvedClaim[]): ResolvedClaim[] {
  const key = (r: ResolvedClaim, memoryId: string): string =>
    [String(r.isRelation), r.claim.predicate, r.from, r.to, memoryId].join(' ');
  const slips = new Set(claims.flatMap((r) => (r.claim.retracts === null ? [] : key(r, r.claim.retracts))));
  return claims.filter((r) => r.claim.retracts === null && !slips.has(key(r, r.claim.memoryId)));
}

const WEIGHT_UNIT = 1e9;
/** A claim that is held to be certain is one that is wrong once in 10^12. */
const MIN_DOUBT = 1e-12;

/**
 * How much a claim adds to the confidence of what it is evidence of: −ln(1 − confidence) in 10^-9. Whole numbers, so
 * that weights may be added and taken off in any order.
 */
export function evidenceWeight(confidence: number): bigint {
  return BigInt(Math.round(-Math.log(Math.max(1 - confidence, MIN_DOUBT)) * WEIGHT_UNIT));
}

/** Chance that at least one of independent claims is right, to six places, by the sum of their weights: 1 − ∏(1 − confidence). */
export function combinedConfidenceOf(weight: bigint): number {
  return Math.round((1 - Math.exp(-Number(weight) / WEIGHT_UNIT)) * 1e6) / 1e6;
}
