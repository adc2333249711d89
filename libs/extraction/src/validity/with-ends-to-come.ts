import { daysOfState } from '#lexicon/passing-states.js';
import { NANOS_PER_DAY } from '#contracts/clock.js';
import type {
  EndObservation,
  Observations,
  RelationObservation,
  StatementObservation,
} from '#contracts/observations.js';
import type { RelationType } from '#contracts/ontology.js';
import { predicateOfClaim, type Claim } from '../assessment/claim.js';
import { isSameRef } from '../names/same-name.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import { statedEnd } from '../rules/event-time.js';
import { endOfPlan } from './plan-lapse.js';

/** Relations of which one says until when they last. */
const MAY_END: ReadonlySet<RelationType> = new Set<RelationType>([
  ...(['works_at', 'works_on', 'member_of', 'studied_at', 'lives_in', 'reports_to'] as const),
]);
/** What follows the name of an employer or a home that one has until a day: "at Acme as a clerk until 3 May". */
const UNTIL = /^(?: (?!and\b|but\b|or\b|not\b)[\p{L}'’-]{1,20}){0,4} (?:until|till) [^.;:,()\n]{2,40}/iu;
/** Part of a text behind a name in which "until" is looked for, in UTF-16 units. */
const MAX_UNTIL = 140;
/** Least number of days to such an end: "until six" and "until tomorrow" tell of a day, not of a job or a home. */
const LEAST_DAYS = 3n;

/**
 * Adds the ends that claims of a memory have by its own words, as claims that they have ended: a plan for a day is none
 * a month later, what holds "until March" does not after it, a state that passes by itself, such as a pregnancy, does
 * not for longer than it can last, and a job of whom it says to retire in May not after May. No later message need say
 * so, and few do.
 */
export function withEndsToCome(input: ExtractionInput, observations: Observations): Observations {
  const toldAt = input.eventAtUnixNanos;
  if (toldAt <= 0n) return observations;
  const toCome = (observations.ends ?? []).filter(({ event_at_unix_nanos: at }) => BigInt(at) > toldAt);
  const ended = <C extends Claim>(claim: C, end: bigint | null): C[] =>
    claim.polarity !== 'asserted' || end === null ? [] : [{ ...claim, polarity: 'ended', event_at_unix_nanos: end }];
  const relations = observations.relations.flatMap((claim) =>
    ended(claim, toldEnd(claim, toCome) ?? endOfRelation(claim, input)),
  );
  const statements = observations.statements.flatMap((claim) =>
    ended(claim, toldEnd(claim, toCome) ?? endOf(claim, toldAt)),
  );
  if (relations.length + statements.length === 0) return observations;
  return {
    ...observations,
    relations: [...observations.relations, ...relations],
    statements: [...observations.statements, ...statements],
  };
}

/**
 * Day on which a memory says that what it claims will end without naming it, in Unix nanoseconds: "Ana, our head chef,
 * retires in May". Such an end alone never ends a value of its own memory.
 */
function toldEnd(claim: Claim, toCome: readonly EndObservation[]): bigint | null {
  const subject = 'from' in claim ? claim.from : claim.subject;
  const end = toCome.find((other) => other.predicate === predicateOfClaim(claim) && isSameRef(other.subject, subject));
  const at = end === undefined ? null : BigInt(end.event_at_unix_nanos);
  return at !== null && at > BigInt(claim.event_at_unix_nanos) ? at : null;
}

/** Day behind "until" after the name of a relation's object, in Unix nanoseconds; null for none to come. */
function endOfRelation({ type, to }: RelationObservation, { text, eventAtUnixNanos }: ExtractionInput): bigint | null {
  if (!MAY_END.has(type)) return null;
  const at = text.indexOf(to.name);
  const told = at < 0 ? undefined : UNTIL.exec(text.slice(at + to.name.length, at + to.name.length + MAX_UNTIL))?.[0];
  const end = told === undefined ? null : statedEnd(told, eventAtUnixNanos);
  return end !== null && end >= eventAtUnixNanos + LEAST_DAYS * NANOS_PER_DAY ? end + NANOS_PER_DAY : null;
}

/** What "until" may end: a deed stays done, and a taste or an allergy is rarely told with its end. */
function mayEnd({ kind, predicate }: StatementObservation): boolean {
  return kind === 'attribute' || kind === 'directive' || predicate === 'plans';
}

/** When a statement ends by its words, in Unix nanoseconds; null for one that lasts, or whose end is past. */
function endOf(claim: StatementObservation, toldAt: bigint): bigint | null {
  const end = mayEnd(claim) ? statedEnd(claim.text, toldAt) : null;
  if (end !== null && end > toldAt) return end + NANOS_PER_DAY;
  if (claim.predicate === 'plans') return endOfPlan(claim, toldAt);
  if (end !== null || claim.predicate !== 'status' || claim.object.kind !== 'value') return null;
  const days = daysOfState(String(claim.object.value.value));
  const at = BigInt(claim.event_at_unix_nanos);
  return days === null ? null : (at > 0n ? at : toldAt) + BigInt(days) * NANOS_PER_DAY;
}
