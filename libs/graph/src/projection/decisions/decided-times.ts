import type { DecisionRow } from './decision-rows.js';

/** Interval that a decision is about, in Unix nanoseconds; 0 for an unknown beginning, and for no end. */
export type Period = Pick<DecisionRow, 'from' | 'to'>;

/** A decision of a caller about a fact, as it bears on times. */
export type TimedDecision = Pick<DecisionRow, 'decisionId' | 'from' | 'to' | 'decidedAt'>;

/** The decisions about one fact that count. */
export interface FactDecisions {
  /** Those that state it. */
  readonly stated: readonly TimedDecision[];
  readonly retracted: readonly TimedDecision[];
}

/** Whether a claim that a fact holds since a time is in an interval: its beginning belongs to it, its end does not. */
export function holdsIn({ from, to }: Period, at: bigint): boolean {
  return (from === 0n || at >= from) && (to === 0n || at < to);
}

/** Whether a claim that a fact ended at a time ends an interval, or is within it. */
export function endsIn({ from, to }: Period, at: bigint): boolean {
  return (from === 0n || at > from) && (to === 0n || at <= to);
}

/** The decisions without those that state what was retracted later, or at the same time: that began within it. */
export function withoutTakenBack({ stated, retracted }: FactDecisions): FactDecisions {
  const isTakenBack = (one: TimedDecision): boolean =>
    retracted.some((other) => other.decidedAt >= one.decidedAt && holdsIn(other, one.from));
  return { retracted, stated: stated.filter((one) => !isTakenBack(one)) };
}

/** Whether what a memory says does not count: it was retracted for that time, and not stated for it since. */
export function isRetractedAt(
  { stated, retracted }: FactDecisions,
  { asserted, eventAt }: { readonly asserted: boolean; readonly eventAt: bigint },
): boolean {
  const isAbout = asserted ? holdsIn : endsIn;
  const at = retracted.filter((one) => isAbout(one, eventAt));
  return at.some((one) => !stated.some((other) => other.decidedAt > one.decidedAt && isAbout(other, eventAt)));
}

/** Times at which a fact that held before does so no longer, since it was retracted from then on; ascending. */
export function endsOfRetractions({ stated, retracted }: FactDecisions): bigint[] {
  const ends = retracted.filter(
    (one) => one.from > 0n && !stated.some((other) => other.decidedAt > one.decidedAt && holdsIn(other, one.from)),
  );
  return [...new Set(ends.map(({ from }) => from))].sort((a, b) => (a < b ? -1 : 1));
}

/**
 * Whether the end that a decision states is the end of the fact: a later decision neither states that it held then, nor
 * ends or retracts it before, and no other value of the timeline replaced it until then.
 * @param others beginnings of other values of its timelines that callers state
 */
export function isEndOf(own: TimedDecision, { stated, retracted }: FactDecisions, others: readonly bigint[]): boolean {
  const isWithin = (at: bigint): boolean => at > own.from && at < own.to;
  const isChanged = stated.some(
    (other) =>
      isLater(other, own) &&
      ((other.from < own.to && (other.to === 0n || own.to < other.to)) || isWithin(other.to) || other.to === own.to),
  );
  if (isChanged || others.some(isWithin)) return false;
  return !retracted.some(
    (other) => other.decidedAt >= own.decidedAt && (isWithin(other.from) || endsIn(other, own.to)),
  );
}

/** Compares by time; ties are broken by content, so that the result does not depend on order. */
function isLater(a: TimedDecision, b: TimedDecision): boolean {
  return a.decidedAt === b.decidedAt ? a.decisionId > b.decisionId : a.decidedAt > b.decidedAt;
}
