import type { ClientBase } from 'pg';
import { claimIdsOf, valueIdOf } from '../../ids.js';
import { isValueKey, NO_VALUE } from '../contributions/contribution.js';
import { timelinesOf, type ClaimPair } from './claim-evidence.js';
import { ruleOf, type ResolvedClaim } from './resolve-claim.js';
import {
  endsIn,
  endsOfRetractions,
  holdsIn,
  isEndOf,
  isRetractedAt,
  withoutTakenBack,
  type FactDecisions,
  type Period,
  type TimedDecision,
} from '../decisions/decided-times.js';
import { loadDecisionsAt, type ResolvedDecision } from '../decisions/decision-rows.js';
import { statedDecisionOf } from './fact-claims.js';

type FactEnds = Pick<ClaimPair, 'isRelation' | 'predicate' | 'from' | 'to'>;

/** A decision that states a fact, in the timelines of the fact. */
interface StatedSpan extends TimedDecision {
  readonly fact: string;
}

const NONE: FactDecisions = { stated: [], retracted: [] };

/** What callers decided about the facts of some entities. A function of the decisions and of clustering. */
export class DecidedFacts {
  private readonly facts: ReadonlyMap<string, FactDecisions>;
  private readonly spans = new Map<string, StatedSpan[]>();
  /** Intervals that were retracted by the id of their pair, by this id. */
  private readonly named = new Map<string, Period[]>();

  constructor(
    private readonly scopeId: string,
    decisions: readonly ResolvedDecision[] = [],
  ) {
    const facts = new Map<string, { stated: ResolvedDecision[]; retracted: ResolvedDecision[] }>();
    for (const row of decisions) {
      const fact = factKey(row.isRelation, row.predicate, row.fromId, row.toId);
      const of = facts.get(fact) ?? { stated: [], retracted: [] };
      facts.set(fact, of);
      if (row.decision === 'retracted') of.retracted.push(row);
      else if (row.stands) of.stated.push(row);
      if (row.namedId !== null) this.named.set(row.namedId, [...(this.named.get(row.namedId) ?? []), row]);
    }
    this.facts = new Map([...facts].map(([fact, of]) => [fact, withoutTakenBack(of)]));
    for (const [fact, { stated }] of this.facts) for (const one of stated) this.addSpan(fact, one as ResolvedDecision);
  }

  /**
   * Whether a claim counts. Of several decisions about a fact the latest holds for each time. For the time of a
   * retraction, what memories say of the fact does not count. While a caller says that a fact holds, from its beginning
   * to its end or to the decision, what memories say against it does not count: that it has ended, and other values of
   * a functional predicate, unless a caller says since then that it held after all.
   */
  counts({ claim, isRelation, from, to }: ResolvedClaim): boolean {
    const ends = { isRelation, predicate: claim.predicate, from, to };
    const fact = this.keyOf(ends);
    const decided = this.facts.get(fact) ?? NONE;
    const { asserted, eventAt: at } = claim;
    if (statedDecisionOf(claim) !== null) return this.isStated(claim.memoryId, { fact, decided, ends });
    if (isRetractedAt(decided, claim)) return false;
    if (!asserted) return !decided.stated.some((own) => deniesEnd(own, at));
    const isStatedSince = ({ decidedAt }: StatedSpan): boolean =>
      decided.stated.some((own) => own.decidedAt > decidedAt && holdsIn(own, at));
    return !this.spansAt(ends).some((span) => span.fact !== fact && deniesOther(span, at) && !isStatedSince(span));
  }

  /** First time after a claim of a pair from which on a caller says that it does not hold; null without any. */
  retractedAfter(pair: ClaimPair, at: bigint): bigint | null {
    const decided = this.facts.get(this.keyOf(pair)) ?? NONE;
    return endsOfRetractions(decided).find((end) => end > at) ?? null;
  }

  /**
   * Whether an interval that begins at a time is another one than that which callers retracted by the id of its pair,
   * and so must not have this id.
   */
  isOtherThanNamed(pairId: string, { asserted, at }: { readonly asserted: boolean; readonly at: bigint }): boolean {
    const isIn = asserted ? holdsIn : endsIn;
    return (this.named.get(pairId) ?? []).some((period) => !isIn(period, at));
  }

  private isStated(claimId: string, of: { fact: string; decided: FactDecisions; ends: FactEnds }): boolean {
    const { fact, decided, ends } = of;
    for (const one of decided.stated) {
      const ids = claimIdsOf(one.decisionId);
      if (claimId === ids.begins) return true;
      if (claimId !== ids.ends) continue;
      const others = this.spansAt(ends).flatMap((span) => (span.fact === fact ? [] : span.from));
      return isEndOf(one, decided, others);
    }
    return false;
  }

  private addSpan(fact: string, one: ResolvedDecision): void {
    const { isRelation, predicate, fromId: from, toId: to } = one;
    for (const slot of timelinesOf(this.scopeId, { isRelation, predicate, from, to }))
      this.spans.set(slot, [...(this.spans.get(slot) ?? []), { ...one, fact }]);
  }

  private spansAt(ends: FactEnds): StatedSpan[] {
    return timelinesOf(this.scopeId, ends).flatMap((slot) => this.spans.get(slot) ?? []);
  }

  private keyOf({ isRelation, predicate, from, to }: FactEnds): string {
    return factKey(isRelation, predicate, from, !isRelation && isValueKey(to) ? valueIdOf(this.scopeId, to) : to);
  }
}

/** Loads what callers decided about the facts with these ends. */
export async function loadDecidedFacts(
  tx: ClientBase,
  scopeId: string,
  facts: readonly FactEnds[],
): Promise<DecidedFacts> {
  const nodes = facts.flatMap(({ isRelation, predicate, from, to }) =>
    isRelation && to !== NO_VALUE && ruleOf(true, predicate).symmetric ? [from, to] : [from],
  );
  return new DecidedFacts(scopeId, await loadDecisionsAt(tx, scopeId, [...new Set(nodes)]));
}

/** Whether a caller says that the fact held when a memory says that it ended. */
function deniesEnd({ from, to, decidedAt }: TimedDecision, at: bigint): boolean {
  if (to === 0n) return from > 0n && at > from && at <= decidedAt;
  return at > from && at <= to;
}

/** Whether a caller says that another fact held instead when a memory says that this one held. */
function deniesOther({ from, to, decidedAt }: TimedDecision, at: bigint): boolean {
  return from > 0n && at >= from && (to === 0n ? at <= decidedAt : at < to);
}

/** Key of a fact between survivors, whichever end of a symmetric one comes first. */
function factKey(isRelation: boolean, predicate: string, from: string, to: string): string {
  const swap = ruleOf(isRelation, predicate).symmetric && to < from;
  return [isRelation, predicate, ...(swap ? [to, from] : [from, to])].join(' ');
}
