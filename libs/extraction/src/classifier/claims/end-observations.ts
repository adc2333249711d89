import type { EndObservation, Observations } from '#contracts/observations.js';
import { isSameName } from '../../names/same-name.js';
import { isNameSaid } from './claim-factuality.js';
import type { ScoredClaims, ScoredEnd } from './claim-model.js';
import { clauseAround, timeOf, type ReadTurn } from './read-segment.js';
import type { MentionCandidate } from './turn-window.js';

/** What rules, or earlier segments, told in the same memory. */
export type FoundBefore = Pick<Observations, 'relations' | 'statements' | 'ends'>;

/**
 * Ends that a turn tells of persons, by the model: of those whom it names in words that are so, and of its speaker
 * where its sentences may be about the speaker. One that was found before keeps its time, so that both are one.
 * Where a rule gives the value that is new or over, that tells the end, and follows if its time is put right. Nothing
 * ends of which the model rather reads that it goes on.
 */
export function endObservations(turn: ReadTurn, scored: ScoredClaims, before: FoundBefore): EndObservation[] {
  return scored.ends.flatMap((end) => {
    const { candidate, predicate, probability } = end;
    const name = turn.window.candidates[candidate];
    if (name?.type !== 'person' || !isTold(turn, name) || hasValue(before, predicate, name.name)) return [];
    if (goesOn(turn, scored, end)) return [];
    const subject = { type: name.type, name: name.name };
    const known = before.ends?.find((end) => end.predicate === predicate && isSameName(end.subject.name, name.name));
    const time = known?.event_at_unix_nanos ?? timeOfEnd(turn, name);
    // What is still to come has not ended.
    if (BigInt(time) > turn.input.eventAtUnixNanos) return [];
    return {
      ...{ predicate, subject: known?.subject ?? subject, event_at_unix_nanos: time },
      ...{ confidence: Math.round(probability * 100) / 100, stage: 'classifier' },
    };
  });
}

/** Whether a value was found before. Who reports to somebody has a job: the one they had, if no other is told. */
function hasValue({ relations, statements }: FoundBefore, predicate: ScoredEnd['predicate'], name: string): boolean {
  const isIt = (told: string, subject: string, polarity: string) =>
    told === predicate && polarity !== 'retracted' && isSameName(subject, name);
  const isOfJob = predicate === 'works_at';
  return (
    relations.some(
      ({ type, from, polarity }) =>
        isIt(type, from.name, polarity) ||
        (isOfJob && type === 'reports_to' && polarity === 'asserted' && isSameName(from.name, name)),
    ) || statements.some((made) => isIt(made.predicate, made.subject.name, made.polarity))
  );
}

/** Whether the model gives a value that only an earlier turn names, at least as surely as the end. */
function goesOn({ window }: ReadTurn, { relations }: ScoredClaims, end: ScoredEnd): boolean {
  const { candidate, predicate, probability } = end;
  return relations.some(
    ({ type, ended, from, to, probability: other }) =>
      type === predicate &&
      !ended &&
      other >= probability &&
      isSameName(window.candidates[from]?.name ?? '', window.candidates[candidate]?.name ?? '') &&
      window.candidates[to]?.isInCurrentTurn === false,
  );
}

/** Whether the turn says anything of a name that is in it. */
function isTold(turn: ReadTurn, name: MentionCandidate): boolean {
  if (!name.isInCurrentTurn) return false;
  if (!name.isSpeaker) return isNameSaid(turn, name);
  return [...turn.ofSpeaker].some((token) => !turn.nonFactual.nonFactual.has(token) && /\p{L}/u.test(token.text));
}

/** Which words tell an end of the speaker is unknown, so that a date in the turn need not be its date. */
function timeOfEnd(turn: ReadTurn, name: MentionCandidate): bigint {
  return name.isSpeaker ? turn.input.eventAtUnixNanos : timeOf(turn, clauseAround(turn, name));
}
