import { mayBeContactOf } from './contact-owners.js';
import { cutText } from '#contracts/cut-text.js';
import {
  NO_OBSERVATIONS,
  type NameRef,
  type Observations,
  type RelationObservation,
  type StatementObject,
  type StatementObservation,
} from '#contracts/observations.js';
import { type RelationType, type StatementPredicate, statementKindOf } from '#contracts/ontology.js';
import { UNNAMED_PERSON_NOUNS } from '#lexicon/kinship.js';
import { endsByDeath, isDeceased } from '../../rules/factuality/deceased.js';
import { MAX_CLAUSE_TEXT } from '../../rules/match-observations.js';
import type { ExtractionInput } from '../../pipeline/stage.js';
import { MONTHS, WEEKDAYS } from '#lexicon/calendar.js';
import { FUNCTION_WORDS } from '#lexicon/function-words.js';
import { isAddressed } from '../../genre/addressed.js';
import { UNKNOWN_SPEAKER } from '../../genre/speaker.js';
import { lineFormsOf } from '../../genre/line-forms.js';
import { excludes, relatesPersons, isSameStatement, KIN, likeliest } from './claim-conflicts.js';
import { completed, isFormerIn, isRelationSaid, isStatementSaid } from './claim-factuality.js';
import { isKinWord, isSpouseWord } from '#lexicon/kin-words.js';
import type { ScoredClaims, ScoredRelation, ScoredStatement } from './claim-model.js';
import { endObservations } from './end-observations.js';
import { subjectByPronoun } from './pronoun-subjects.js';
import { clauseAround, textOfWords, timeOf, type ReadSegment, type ReadTurn as Turn } from './read-segment.js';
import type { MentionCandidate } from './turn-window.js';

const STAGE = 'classifier';
/** Text with content: three letters in a row, an abbreviation ("GP"), or a number. */
const HAS_CONTENT = /\p{L}{3}|\p{Lu}{2}|\p{N}/u;
/** A short name: "Jo". */
const SHORT_NAME = /^\p{Lu}\p{Ll}$/u;
const BIRTH = /^(?:born|birth|birthplace|native|née)$/i;
const CLAUSE_START = /^(?:[,.!?…;\n]+|and|but|so)$/;

/** Converts the model's claims to observations. Drops those that rules already found and those in non-factual words. */
export function claimObservations(
  input: ExtractionInput,
  part: ReadSegment,
  scored: ScoredClaims,
  found: Observations,
): Observations {
  const turn = { input, ...part };
  const ends = endObservations(turn, scored, found);
  return {
    ...NO_OBSERVATIONS,
    ...(ends.length > 0 && { ends }),
    relations: likeliest(scored.relations).flatMap((relation) => {
      const observation = relationOf(turn, relation);
      return observation === null || found.relations.some((other) => excludes(part.window, other, observation))
        ? []
        : [observation];
    }),
    statements: scored.statements.flatMap((statement) => {
      const observation = statementOf(turn, statement);
      return observation === null || found.statements.some((other) => isSameStatement(observation, other))
        ? []
        : [observation];
    }),
  };
}

/** The candidates that a relation is between, whoever its pronouns refer to; null if that is nobody or the same one. */
function endsMeant({ window }: Turn, from: number, to: number): readonly [MentionCandidate, MentionCandidate] | null {
  const [x, y] = [window.candidates[from], window.candidates[to]];
  if (!x || !y) return null;
  const [a, b] = [subjectByPronoun(window, x, y.first), subjectByPronoun(window, y, x.first)];
  return a === null || b === null || a === b ? null : [a, b];
}

function relationOf(turn: Turn, { from, to, type, ended, probability }: ScoredRelation): RelationObservation | null {
  const ends = endsMeant(turn, from, to);
  if (ends === null) return null;
  const [a, b] = ends;
  const written = [a, b].filter((name) => name.isInCurrentTurn && !name.isSpeaker);
  if (written.length < 2 ? !mayRelateSpeaker(turn, type, written) : areInOtherLines(turn, a, b)) return null;
  if (!fitsKinWords(turn, type, a, b)) return null;
  const place = b.isInCurrentTurn && !b.isSpeaker ? b : a;
  if (!isRelationSaid(turn, { type, ended }, written, place)) return null;
  const clause = clauseAround(turn, place);
  return {
    type,
    from: refOf(a),
    to: refOf(b),
    polarity: ended || (endsByDeath(type) && written.some((name) => isDead(turn, name))) ? 'ended' : 'asserted',
    event_at_unix_nanos: timeOf(turn, clause),
    confidence: rounded(probability),
    stage: STAGE,
    ...contextOf(a, b),
  };
}

/** Whom a statement is about, whoever its pronoun refers to; null if that is nobody. */
function subjectMeant(turn: Turn, scored: ScoredStatement): MentionCandidate | null {
  const taken = turn.window.candidates[scored.subject];
  const subject = taken ? subjectByPronoun(turn.window, taken, scored.first) : null;
  return subject?.isSpeaker === true && !mayTellOfSpeaker(turn, scored) ? null : subject;
}

/** Directives need no first person: "Give doses in mg" is said by who speaks. */
function mayTellOfSpeaker(turn: Turn, said: ScoredStatement): boolean {
  return said.predicate === 'instruction' ? turn.ofSpeaker.size > 0 : isOfSpeaker(turn, said);
}

function statementOf(turn: Turn, scored: ScoredStatement): StatementObservation | null {
  const { predicate, ended, probability } = scored;
  const subject = subjectMeant(turn, scored);
  const kind = statementKindOf(predicate);
  if (!subject || kind === null) return null;
  const statement = completed(turn, scored);
  const { first, last } = statement;
  const text = textOfWords(turn, first, last);
  if (!hasContent(predicate, text) || (predicate !== 'birthday' && isOnlyWhen(turn, statement))) return null;
  if (!isStatementSaid(turn, statement) || isOfUnnamedPerson(turn, subject, first)) return null;
  if (isContactOfOther(turn, subject, statement, text)) return null;
  const clause = clauseAround(turn, { first, last });
  return {
    kind,
    predicate,
    subject: refOf(subject),
    object: objectOf(turn, first, last, text),
    text: cutText(clause, MAX_CLAUSE_TEXT),
    polarity: ended || isOver(turn, statement, subject) ? 'ended' : 'asserted',
    event_at_unix_nanos: timeOf(turn, clause),
    confidence: rounded(probability),
    stage: STAGE,
    ...contextOf(subject),
  };
}

function hasContent(predicate: StatementPredicate, text: string): boolean {
  return HAS_CONTENT.test(text) || (predicate === 'nickname' && SHORT_NAME.test(text));
}

/** Whether an address or a number is that of somebody else, by where it stands. */
function isContactOfOther(turn: Turn, subject: MentionCandidate, said: ScoredStatement, value: string): boolean {
  const { predicate, first } = said;
  if (predicate !== 'email' && predicate !== 'phone') return false;
  const { tokens, window, input } = turn;
  const [a, b] = [subject.first, first].map((word) => tokens[word - window.begin]?.start ?? 0).sort((x, y) => x - y);
  const isOther = ({ name, type }: MentionCandidate) => type === 'person' && name !== subject.name;
  // Who is not known by name may be anybody in the text: "I'm Ana, mail me at ana@vela.example".
  const others = subject.name === UNKNOWN_SPEAKER ? [] : window.candidates.filter(isOther).map(({ name }) => name);
  return !mayBeContactOf(subject, predicate, { value, between: input.text.slice(a, b), others });
}

/** Whether a statement is over: it is called former, or who it is about is dead. */
function isOver(turn: Turn, statement: ScoredStatement, subject: MentionCandidate): boolean {
  return isFormerIn(turn, statement) || (endsByDeath(statement.predicate) && isDead(turn, subject));
}

/** Whether the words beside a name say that its bearer is dead. */
function isDead({ tokens, window }: Turn, { first, last, isInCurrentTurn, isSpeaker }: MentionCandidate): boolean {
  if (!isInCurrentTurn || isSpeaker) return false;
  const words = tokens.map(({ lower }) => lower);
  return isDeceased(words, first - window.begin, last - window.begin);
}

/** Whether a statement consists only of a month or day: "in May" is not a plan. */
function isOnlyWhen({ tokens, window }: Turn, { first, last }: { first: number; last: number }): boolean {
  const words = tokens.slice(first - window.begin, last - window.begin + 1).map((token) => token.lower);
  const isTime = (word: string) => MONTHS.has(word) || WEEKDAYS.has(word);
  return words.some(isTime) && words.every((word) => isTime(word) || FUNCTION_WORDS.has(word) || /^\d/.test(word));
}

/** Whether the words of a turn allow a relation: relatives need a word for one, others none of an unnamed one. */
function fitsKinWords(turn: Turn, type: RelationType, a: MentionCandidate, b: MentionCandidate): boolean {
  if (type === 'spouse_of' && !turn.window.words.some(isSpouseWord)) return false;
  // Where somebody comes from need not be where they were born.
  if (type === 'born_in' && !turn.window.words.some((word) => BIRTH.test(word))) return false;
  return KIN.has(type) ? mayBeKin(turn, a, b) : !isOfUnnamedKin(turn, a, b);
}

/**
 * Whether two names stand in different lines, which the model relates at random: items of a list, rows, paragraphs. A
 * heading says what the lines below are about.
 */
function areInOtherLines({ input, tokens, window }: Turn, a: MentionCandidate, b: MentionCandidate): boolean {
  const [start, end] = [a, b].map(({ first }) => tokens[first - window.begin]?.start ?? 0).sort((x, y) => x - y);
  if (start === undefined || end === undefined || !input.text.slice(start, end).includes('\n')) return false;
  return lineFormsOf(input.text).at(start).form !== 'heading';
}

/** Whether the speaker may have a relation to a name: the sentence may be about the speaker, and does not greet. */
function mayRelateSpeaker(turn: Turn, type: RelationType, written: readonly MentionCandidate[]): boolean {
  if (turn.ofSpeaker.size === 0 || !written.every((name) => isOfSpeaker(turn, name))) return false;
  return !relatesPersons(type) || !written.some((name) => isSpokenTo(turn, name));
}

/** Whether words are of a sentence that may be about the speaker. */
function isOfSpeaker({ tokens, window, ofSpeaker }: Turn, { first, last }: { first: number; last: number }): boolean {
  return tokens.slice(first - window.begin, last - window.begin + 1).every((token) => ofSpeaker.has(token));
}

/** Whether a name is that of somebody who is spoken to, not of. */
function isSpokenTo({ tokens, window }: Turn, { first, last }: MentionCandidate): boolean {
  return isAddressed(tokens, first - window.begin, last - window.begin);
}

/**
 * Whether the turn may relate two names as kin: it has a kinship word, and none that refers only to an unnamed
 * relative.
 */
function mayBeKin(turn: Turn, a: MentionCandidate, b: MentionCandidate): boolean {
  if (!turn.window.words.some(isKinWord)) return false;
  const ofSpeaker = a.isSpeaker || b.isSpeaker;
  return ![a, b].some(
    (name) => ofSpeaker && name.isInCurrentTurn && !name.isSpeaker && mentionsUnnamedKin(turn, name.last),
  );
}

/**
 * Whether an unnamed relative is mentioned between the two names: "I saw Ana. My mum called too. She lives in Lisbon."
 */
function isOfUnnamedKin(turn: Turn, a: MentionCandidate, b: MentionCandidate): boolean {
  const isWritten = [a, b].every(({ isInCurrentTurn, isSpeaker }) => isInCurrentTurn && !isSpeaker);
  return isWritten && a.last < b.first && mentionsUnnamedKin(turn, a.last, b.first);
}

/** Whether an unnamed relative is mentioned between a subject and what is said: "Lena called. My aunt too. She …" */
function isOfUnnamedPerson(turn: Turn, { last, isSpeaker }: MentionCandidate, said: number): boolean {
  return !isSpeaker && last < said && mentionsUnnamedKin(turn, Math.max(last, turn.window.begin - 2), said);
}

/** Whether a clause after a word, up to `end`, is about an unnamed relative: "I saw Ana. My mum called too." */
function mentionsUnnamedKin({ tokens, window }: Turn, word: number, end = window.words.length): boolean {
  const lower = (k: number) => tokens[k]?.lower ?? '';
  const named = (k: number) => window.candidates.some((c) => c.isInCurrentTurn && c.first <= k && k <= c.last);
  for (let k = word - window.begin + 2; k < end - window.begin; k++) {
    if (!/^(?:my|our)$/.test(lower(k)) || !UNNAMED_PERSON_NOUNS.has(lower(k + 1)) || !CLAUSE_START.test(lower(k - 1)))
      continue;
    if (![k + 2, k + 3].some((at) => named(at + window.begin))) return true;
  }
  return false;
}

/** Earlier memories that the claim depends on. */
function contextOf(...names: readonly MentionCandidate[]): { readonly context?: readonly string[] } {
  const context = [...new Set(names.flatMap(({ memoryId }) => memoryId ?? []))].sort();
  return context.length > 0 ? { context } : {};
}

/** Object of a statement: an entity if the words are exactly its name, else a text value. */
function objectOf({ window }: Turn, first: number, last: number, text: string): StatementObject {
  const named = window.candidates.find(
    (c) => c.isInCurrentTurn && !c.isSpeaker && c.first === first && c.last === last,
  );
  if (named) return { kind: 'entity', ...refOf(named) };
  const value = cutText(text, MAX_CLAUSE_TEXT);
  return { kind: 'value', value: { type: 'text', value } };
}

function refOf({ type, name }: MentionCandidate): NameRef {
  return { type, name };
}

function rounded(probability: number): number {
  return Math.round(probability * 100) / 100;
}
