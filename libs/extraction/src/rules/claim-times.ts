import type { Polarity } from '#contracts/observations.js';
import { statedTime, timeOfClaim } from './event-time.js';
import type { RuleClaim } from './language/claim-rule.js';

const LONG_AGO = /\b(?:ago|earlier|back then|back in|at the time|before (?:that|then)|previously|nearly|almost)\b/i;

/** When the claims of a memory hold, in Unix nanoseconds; each clause is read once. */
export class ClaimTimes {
  private readonly known = new Map<string, bigint | null>();

  /** @param eventAtUnixNanos time of the memory */
  constructor(private readonly eventAtUnixNanos: bigint) {}

  /**
   * Time of a claim; null if the memory does not claim it: it begins later than the memory, or its rule reads only what
   * is to come, and it does not begin later.
   */
  timeOf(rule: RuleClaim, clause: string, polarity: Polarity): bigint | null {
    if (rule.undated === true) return this.eventAtUnixNanos;
    const time = this.timeOfClause(rule, clause, polarity);
    return rule.toCome === true && (time ?? 0n) <= this.eventAtUnixNanos ? null : time;
  }

  private timeOfClause(rule: RuleClaim, clause: string, polarity: Polarity): bigint | null {
    const { eventAtUnixNanos } = this;
    const isToCome = 'predicate' in rule && rule.predicate === 'plans';
    const key = `${polarity} ${String(isToCome)} ${clause}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const time = isToCome
      ? (statedTime(clause, eventAtUnixNanos) ?? eventAtUnixNanos)
      : timeOfClaim(clause, polarity, eventAtUnixNanos);
    this.known.set(key, time);
    return time;
  }

  /** Whether an end tells of what holds now or will: one of long ago without a date does not. */
  isOver(clause: string, time: bigint): boolean {
    return time !== this.eventAtUnixNanos || !LONG_AGO.test(clause);
  }
}
