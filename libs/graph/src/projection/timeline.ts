import type { StatementValue } from '#contracts/observations.js';

/** A claim between entities (after grouping), or of a value about one. */
export interface TimelineClaim {
  readonly memoryId: string;
  readonly ordinal: number;
  readonly from: string;
  /** An entity id, or the key of a value. */
  readonly to: string;
  readonly asserted: boolean;
  /** The memory whose claims of this pair it takes back, for one that claims nothing itself. */
  readonly retracts: string | null;
  readonly at: bigint;
  readonly confidence: number;
  readonly kind: string;
  readonly text: string;
  readonly value: StatementValue | null;
}

/** A stretch of time in which a claim held; validTo 0 = still. */
export interface Interval {
  readonly from: string;
  readonly to: string;
  /** Counts the intervals of one (from, to), from 0. */
  readonly ordinal: number;
  /** 0 = unknown: only its end was told. */
  readonly validFrom: bigint;
  validTo: bigint;
  supersededBy: Interval | null;
  readonly claims: TimelineClaim[];
}

export interface TimelineRule {
  /** One at a time: an assertion ends what else its subject was said to be. */
  readonly single: boolean;
  /** Either end is a subject. */
  readonly symmetric: boolean;
}

/**
 * The intervals told by a set of claims, sorted by (event time, memory id), whatever order they came in. An
 * assertion of what holds already is more evidence for it; an end without a beginning is an interval of unknown
 * start. What a memory takes back of another was never so. The claims must be all that share a subject (`single`) or all of one pair.
 */
export function evaluateTimeline(claims: readonly TimelineClaim[], rule: TimelineRule): Interval[] {
  const intervals: Interval[] = [];
  const open = new Map<string, Interval>();
  const counts = new Map<string, number>();
  const begin = (claim: TimelineClaim, validFrom: bigint, validTo: bigint): Interval => {
    const pair = `${claim.from} ${claim.to}`;
    const ordinal = counts.get(pair) ?? 0;
    counts.set(pair, ordinal + 1);
    const interval = {
      from: claim.from,
      to: claim.to,
      ordinal,
      validFrom,
      validTo,
      supersededBy: null,
      claims: [claim],
    };
    intervals.push(interval);
    return interval;
  };
  for (const claim of unretracted(claims).sort(byTime)) {
    const pair = `${claim.from} ${claim.to}`;
    const current = open.get(pair);
    if (current) current.claims.push(claim);
    if (claim.asserted) {
      const holding = current ?? begin(claim, startOf(claim), 0n);
      open.set(pair, holding);
      if (rule.single) supersede(open, holding, claim, rule);
    } else {
      open.delete(pair);
      if (current) current.validTo = endOf(claim);
      else begin(claim, 0n, endOf(claim));
    }
  }
  return intervals;
}

/** Chance that at least one of independent claims is right, to six places: 1 − ∏(1 − confidence). */
export function combinedConfidence(claims: readonly TimelineClaim[]): number {
  const doubt = claims.reduce((product, claim) => product * (1 - claim.confidence), 1);
  return Math.round((1 - doubt) * 1e6) / 1e6;
}

/** The claims that none takes back. */
function unretracted(claims: readonly TimelineClaim[]): TimelineClaim[] {
  const slips = new Set(claims.flatMap((c) => (c.retracts === null ? [] : `${c.retracts} ${c.from} ${c.to}`)));
  return claims.filter((c) => c.retracts === null && !slips.has(`${c.memoryId} ${c.from} ${c.to}`));
}

function byTime(a: TimelineClaim, b: TimelineClaim): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  if (a.memoryId !== b.memoryId) return a.memoryId < b.memoryId ? -1 : 1;
  return a.ordinal - b.ordinal;
}

function supersede(open: Map<string, Interval>, holding: Interval, claim: TimelineClaim, rule: TimelineRule): void {
  for (const [pair, other] of open) {
    if (other === holding || !sharesSubject(other, holding, rule)) continue;
    other.validTo = endOf(claim);
    other.supersededBy = holding;
    open.delete(pair);
  }
}

function sharesSubject(a: Interval, b: Interval, rule: TimelineRule): boolean {
  if (!rule.symmetric) return a.from === b.from;
  return a.from === b.from || a.from === b.to || a.to === b.from || a.to === b.to;
}

/** Timestamps are unsigned: a time before 1970 shows as unset. */
function startOf(claim: TimelineClaim): bigint {
  return claim.at > 0n ? claim.at : 0n;
}

/** 0 would mean "still": an end before 1970 shows as the first nanosecond. */
function endOf(claim: TimelineClaim): bigint {
  return claim.at > 0n ? claim.at : 1n;
}
