import { daysOfState } from '#lexicon/passing-states.js';
import type { Observations, StatementObservation } from '#contracts/observations.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import { statedEnd } from '../rules/event-time.js';

const NANOS_PER_DAY = 86_400_000_000_000n;
/** How long after the day that it names a plan is over: clauses name a day, a month or a season. */
const PLAN_IS_OVER_AFTER = 31n * NANOS_PER_DAY;

/**
 * Adds the ends that statements of a memory have by their own words, as claims that they have ended: a plan for a day
 * is none a month later, what holds "until March" does not after it, and a state that passes by itself, such as a
 * pregnancy, does not for longer than it can last. No later message need say so, and few do.
 */
export function withEndsToCome(input: ExtractionInput, observations: Observations): Observations {
  if (input.eventAtUnixNanos <= 0n) return observations;
  const ends = observations.statements.flatMap((claim) => {
    const at = claim.polarity === 'asserted' ? endOf(claim, input.eventAtUnixNanos) : null;
    return at === null ? [] : [{ ...claim, polarity: 'ended' as const, event_at_unix_nanos: at }];
  });
  return ends.length === 0 ? observations : { ...observations, statements: [...observations.statements, ...ends] };
}

/** What "until" may end: a deed stays done, and a taste or an allergy is rarely told with its end. */
function mayEnd({ kind, predicate }: StatementObservation): boolean {
  return kind === 'attribute' || kind === 'directive' || predicate === 'plans';
}

/** When a statement ends by its words, in Unix nanoseconds; null for one that lasts, or whose end is past. */
function endOf(claim: StatementObservation, toldAt: bigint): bigint | null {
  const end = mayEnd(claim) ? statedEnd(claim.text, toldAt) : null;
  if (end !== null) return end > toldAt ? end + NANOS_PER_DAY : null;
  const at = BigInt(claim.event_at_unix_nanos);
  if (claim.predicate === 'plans') return at > toldAt ? at + PLAN_IS_OVER_AFTER : null;
  if (claim.predicate !== 'status' || claim.object.kind !== 'value') return null;
  const days = daysOfState(String(claim.object.value.value));
  return days === null ? null : (at > 0n ? at : toldAt) + BigInt(days) * NANOS_PER_DAY;
}
