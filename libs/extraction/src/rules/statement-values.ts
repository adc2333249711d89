import type { StatementPredicate } from '#contracts/ontology.js';
import { MONTHS, WEEKDAYS } from '#lexicon/calendar.js';
import { DETERMINERS, FUNCTION_WORDS } from '#lexicon/function-words.js';
import { BODY_PARTS, MEDICAL_TESTS, PREVENTION } from '#lexicon/health.js';
import { JOBS, RELATIONAL_JOBS } from '#lexicon/jobs.js';
import { IRREGULAR_PAST_FORMS } from '#lexicon/verbs.js';
import { words } from '#lexicon/words.js';
import { numberOf } from '../text/number-words.js';
import type { Token } from '../text/tokenizer.js';

/** Words of a statement's value and of its sentence around it, in lower case. */
export interface ValueInSentence {
  readonly before: readonly string[];
  readonly value: readonly string[];
  readonly after: readonly string[];
}

/** A value with the words around it, by the indices of its first and last token. */
export function wordsAround(tokens: readonly Token[], first: number, last: number): ValueInSentence {
  const lower = (from: number, to: number) => tokens.slice(Math.max(0, from), to).map((token) => token.lower);
  return {
    before: lower(first - WORDS_AROUND, first),
    value: lower(first, last + 1),
    after: lower(last + 1, last + 1 + WORDS_AROUND),
  };
}

const WORDS_AROUND = 3;
/** Words after which a phrase must go on. */
const OPEN_ENDINGS = words(`
  of to the a an at from with for and or but my his their our your its is are was were be been has have had will
  would can could as than which who whose by into onto not n't i'm if because every
`);
/** Words that end a phrase only if nothing follows: "moved out", but not "looked at it in". */
const PARTICLES = words('in on off out up over down about around through back until till');
/** Words that may follow a particle at the end of a phrase. */
const AFTER_PARTICLE = words(`
  and but because cos cause when while if so now today then again lol too yesterday tomorrow tonight last next this
  as since after before by for with from until till every already finally in at on w
`);
/** Words with which no value begins: subjects, links and auxiliaries. */
const NO_BEGINNINGS = words(`of than and or but 's which who whose is are am he she they we you me us him`);
/** Words with which no deed begins: the rest of a phrase whose verb is missing. */
const NO_DEED_BEGINNINGS = words(`
  the a an my his her their our your its this that these those some any every all both for from by to of about into
  with under i it there last first second third next back out up off down over
`);
/** Past forms that say nothing without an object. */
const NEEDS_OBJECT = words(`
  done gave given made took taken got had put brought found told said kept held did was were went came had been set
  let used wanted needed tried felt thought seen
`);
/** Verbs among the function words. */
const PLAIN_VERB = /^(?:come|coming|go|going|see|seeing|get|getting)$/;
/** Words that begin another clause. */
const CLAUSE_LINKS = words('and but because cos cause so when while if who which where though although');
/** Maximum words that complete a value. */
const MAX_COMPLETION = 7;
/** Past forms that are no base forms. */
const ONLY_PAST =
  /^(?:said|told|went|came|was|were|had|did|knew|saw|heard|felt|thought|found|got|made|took|gave|met|saw|(?!need|feed|speed|embed|proceed|exceed|succeed|shed|bleed|breed)\p{L}{2,}ed)$/u;
const YEARS = /^(?:years?|yrs?)$/;
const BEHIND_YEARS = /^(?:old|of|and|now|this|today|in|but|so|yesterday)$/;
const MEASURE = /^(?:%|percent|votes|points|euros?|dollars?|pounds|km|kg|miles|minutes|hours|people|times)$/;
/** Words by which a job is somebody's. */
const OWNER = /^(?:my|our|his|her|their|your|its|['’]s?)$/;
const NUMERIC = /^[\d.,:/%€$£°+-]+$/;
const LETTERS = /\p{L}/u;
const PUNCTUATION = /^[^\p{L}\p{N}]+$/u;

/**
 * Whether words may be the value of a statement: not cut off, not only function words, and of the form that the
 * predicate needs. A fragment says something else than the sentence, or nothing.
 */
export function mayBeValue(predicate: StatementPredicate, found: ValueInSentence): boolean {
  const value = found.value.filter((word) => !PUNCTUATION.test(word));
  const first = value[0];
  if (first === undefined) return false;
  if (predicate !== 'diet' && predicate !== 'instruction' && NO_BEGINNINGS.has(first)) return false;
  if (isCutOff(value, found.after)) return false;
  return FORMS[predicate]?.({ ...found, value }) ?? !isEmpty(value);
}

/** Whether the words say of a job or office that it is over: "former nurse", "until recently a clerk". */
export function isFormer(predicate: StatementPredicate, { before, value }: ValueInSentence): boolean {
  if (predicate !== 'occupation' && predicate !== 'status') return false;
  const isOver = (word: string) =>
    /^(?:ex|ex-.+|former|formerly|previously|retired|one-time|erstwhile|dismissed|sacked|fired|ousted)$/.test(word);
  // "former Vela Labs manager"
  const [third = '', ...near] = before;
  return (
    before.includes('until') ||
    before.slice(-2).some(isOver) ||
    (isOver(third) && near.every((word) => LETTERS.test(word) && !FUNCTION_WORDS.has(word))) ||
    (value.length > 1 && isOver(value[0] ?? '')) ||
    /^ex-/.test(value[0] ?? '')
  );
}

function isCutOff(value: readonly string[], after: readonly string[]): boolean {
  const last = value.at(-1) ?? '';
  const next = after[0] ?? '';
  if (value.length > 1 && OPEN_ENDINGS.has(last)) return true;
  return PARTICLES.has(last) && LETTERS.test(next) && !AFTER_PARTICLE.has(next);
}

/**
 * Index of the last token of a value that a model cut off: "drove his wife to" goes on to the end of its clause. The
 * same index if the value is whole, or if its clause goes on for long.
 */
export function completedValue(tokens: readonly Token[], first: number, last: number): number {
  const { value, after } = wordsAround(tokens, first, last);
  if (!isCutOff(value, after)) return last;
  for (let end = last; end <= last + MAX_COMPLETION; end++) {
    const next = tokens[end + 1]?.lower ?? '.';
    if (PUNCTUATION.test(next) || CLAUSE_LINKS.has(next)) return end;
  }
  return last;
}

function isEmpty(value: readonly string[]): boolean {
  return value.every((word) => DETERMINERS.has(word) || (FUNCTION_WORDS.has(word) && !JOBS.has(word)));
}

function isNumber(word: string): boolean {
  return NUMERIC.test(word) && /\d/.test(word);
}

type ValueTest = (found: ValueInSentence) => boolean;

const FORMS: Partial<Record<StatementPredicate, ValueTest>> = {
  did: ({ value }) => isDeed(value),
  plans: ({ value }) => isPlan(value),
  has_condition: isCondition,
  allergic_to: ({ value, after }) => !isEmpty(value) && !PREVENTION.has(after[0] ?? ''),
  instruction: ({ value }) => isDirective(value),
  likes: isTaste,
  dislikes: isTaste,
  prefers: isTaste,
  favourite: isTaste,
  email: ({ value }) => value.some((word) => word.includes('@')),
  phone: ({ value }) => isPhone(value.join(' ')),
  age: isAge,
  birthday: ({ value }) =>
    !/^an?$/.test(value[0] ?? '') &&
    value.some((word) => /\d/.test(word) || MONTHS.has(word) || !FUNCTION_WORDS.has(word)),
  occupation: ({ value, before }) =>
    (!isEmpty(value) || value[0] === 'it') &&
    !value.every((word) => isNumber(word)) &&
    !(value.length === 1 && RELATIONAL_JOBS.has(value[0] ?? '') && before.slice(-2).some((word) => OWNER.test(word))),
  status: ({ value, before }) =>
    !isEmpty(value) &&
    !JOBS.has(value.slice(-2).join(' ')) &&
    !/^(?:for|by|to|from|with|about)$/.test(value[0] ?? '') &&
    !/^(?:get|gets|getting)$/.test(before.at(-1) ?? ''),
};

/** Whether words tell what to do: "never said a word" and "never before ten" do not. */
function isDirective(value: readonly string[]): boolean {
  const [first = '', second = ''] = value;
  if (value.length < 2 || /^(?:out|and|or|to|for|of|the|a|an|there)$/.test(first) || numberOf(first) !== null)
    return false;
  if (!/^(?:never|always|please)$/.test(first)) return true;
  return !ONLY_PAST.test(second) && !/^(?:before|after|at|in|on|the|a|an|been)$/.test(second);
}

/** Whether words name what somebody likes; "as we come with it, like the boiler" compares. */
function isTaste({ value, before }: ValueInSentence): boolean {
  const [first = '', second = ''] = value;
  if (isEmpty(value) || /^(?:in|at|on|for|of|from|with|every|as|by|like)$/.test(first)) return false;
  if (first === 'to' && DETERMINERS.has(second)) return false;
  return before.at(-1) !== 'like' || !PUNCTUATION.test(before.at(-2) ?? '');
}

/** Whether words tell a deed: a past form, not cut off from its verb ("the last chair up"). */
function isDeed(value: readonly string[]): boolean {
  const first = value[0] ?? '';
  if (NO_DEED_BEGINNINGS.has(first) || isNumber(first) || numberOf(first) !== null) return false;
  return value.length > 1 || (isPast(first) && !NEEDS_OBJECT.has(first));
}

function isPast(word: string): boolean {
  return /ed$/.test(word) || IRREGULAR_PAST_FORMS.has(word);
}

/** Whether words tell a plan: not only when, nor the rest of a phrase. */
function isPlan(value: readonly string[]): boolean {
  if (/^(?:of|by|for|there|that|with)$/.test(value[0] ?? '')) return false;
  if (/^(?:off|away|out|back)$/.test(value[0] ?? '') && value.length > 1) return true;
  return value.some((word) => PLAIN_VERB.test(word) || !(FUNCTION_WORDS.has(word) || isTime(word)));
}

function isTime(word: string): boolean {
  return (
    MONTHS.has(word) ||
    WEEKDAYS.has(word) ||
    isNumber(word) ||
    /^(?:\d+(?:st|nd|rd|th)|week|month|year|day|days|weeks|months|years|night|morning|noon|weekend|next|last)$/.test(
      word,
    )
  );
}

/** Whether words name a condition: not only a part of the body, a test, a measure, or what prevents it. */
function isCondition({ value, after }: ValueInSentence): boolean {
  if (isEmpty(value) || PREVENTION.has(after[0] ?? '') || value.some((word) => PREVENTION.has(word))) return false;
  const isNone = (word: string) =>
    FUNCTION_WORDS.has(word) ||
    BODY_PARTS.has(word) ||
    MEDICAL_TESTS.has(word) ||
    isNumber(word) ||
    /^(?:mg|mcg|ml|mild|moderate|severe|left|right|l|r|both|some)$/.test(word);
  return !value.every(isNone) && !value.some((word) => /^(?:mg|mcg|\d+(?:mg|mcg))$/.test(word));
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits >= 6 && digits <= 15 && !/\d\.\d{2}$|^(?:19|20)\d\d[ -]{1,3}[01]\d\b/.test(text);
}

/** Whether words are an age: no ordinal, no measure behind them, and neither over nor still to come. */
function isAge(found: ValueInSentence): boolean {
  const { value, before } = found;
  const number = value.find((word) => /^\d+$/.test(word));
  if (number !== undefined && Number(number) > 120) return false;
  if (value.some((word) => /(?:\d(?:st|nd|rd|th)|[a-z]ieth|tenth|first|second|third)$/.test(word))) return false;
  // "like I'm five", "she was 81", "we're three", "I'm not only 34", "('99)".
  if (before.some((word) => /^(?:like|was|were|we|there|not|n't)$/.test(word)) || /^['’]$/.test(before.at(-1) ?? ''))
    return false;
  return !isAgeToCome(found) && !isMeasured(found);
}

/** "71 on Friday", "17 on the 20th". */
function isAgeToCome({ before, after: [word = '', next = ''] }: ValueInSentence): boolean {
  return before.at(-1) !== 'turned' && /^(?:on|next)$/.test(word) && (next === 'the' || isTime(next));
}

/** Whether a number counts something else: "two years sober", "40 votes". */
function isMeasured({ value, after }: ValueInSentence): boolean {
  const unit = value.findIndex((word) => YEARS.test(word));
  const [word = '', next = ''] = unit < 0 ? after : [...value.slice(unit), ...after];
  if (YEARS.test(word)) return /^\p{L}/u.test(next) && !BEHIND_YEARS.test(next);
  return MEASURE.test(after[0] ?? '');
}
