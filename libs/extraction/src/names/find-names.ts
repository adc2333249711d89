import type { EntityType } from '#contracts/ontology.js';
import { nameForm, type Gazetteers } from './gazetteers.js';
import { MONTHS, MONTHS_LIKE_FIRST_NAMES, WEEKDAYS } from '#lexicon/calendar.js';
import { EVENT_ENDINGS } from '#lexicon/events.js';
import { FUNCTION_WORDS, NAME_CONNECTORS } from '#lexicon/function-words.js';
import { NOUNS_BEFORE_PERSONS, UNNAMED_KIN } from '#lexicon/kinship.js';
import { LANGUAGES, NATIONALITIES } from '#lexicon/nationalities.js';
import { ORGANIZATION_ENDINGS } from '#lexicon/organizations.js';
import { PLACE_ENDINGS, PLACE_PREPOSITIONS } from '#lexicon/places.js';
import { TITLES } from '#lexicon/titles.js';
import type { Token } from '../text/tokenizer.js';
import { typeByClassNoun } from './class-nouns.js';
import { SETTLED_TYPE, typeOfName, type TypedName } from './name-types.js';
import { PERSON_VERBS } from '#lexicon/verbs.js';
import { words } from '#lexicon/words.js';

/** Candidate name in a sentence: tokens `first` to `last`, inclusive. */
export interface NameSpan {
  readonly first: number;
  readonly last: number;
  readonly name: string;
  /** Null if only its capitals indicate a name. */
  readonly type: EntityType | null;
  /** Confidence of the type, 0 to 1; 0 without a type. */
  readonly confidence: number;
}

/** Verbs of persons: after them a common word that starts a sentence is a name ("Will works", "Grace lives"). */
const VERBS_AFTER_FIRST_WORD: ReadonlySet<string> = new Set([...PERSON_VERBS, 'joined', 'moved', 'married', 'studied']);
const ARTICLE = /^(?:the|a|an)$/;
const MAX_NAME_TOKENS = 8;
/** Words before or after a month's name that make it a person. */
const PERSON_BEFORE: ReadonlySet<string> = new Set([
  ...NOUNS_BEFORE_PERSONS,
  ...words('called named met with told asked seen'),
]);
const PERSON_BEHIND: ReadonlySet<string> = new Set([...PERSON_VERBS, ...words("'s is was always runs has")]);
/** Legal forms of companies that elsewhere are words or acronyms. */
const LEGAL_FORM = /^(?:AS|ASA|AB|SA|NV|BV|KK|OY|Oy|Oyj|A\/S|ApS|SE|SpA|KGaA)$/;

/** Names by sentence: both stages that run on every memory look for them. */
const NAMES_BY_SENTENCE = new WeakMap<
  readonly Token[],
  { readonly gazetteers: Gazetteers; readonly names: readonly NameSpan[] }
>();

/**
 * Finds candidate names in a sentence, left to right, without overlaps: sequences of capitalized words with their
 * titles; in lower-case writing, names in the gazetteers that are not common words.
 * @param text the memory that the tokens index
 */
export function findNameSpans(text: string, tokens: readonly Token[], gazetteers: Gazetteers): readonly NameSpan[] {
  const found = NAMES_BY_SENTENCE.get(tokens);
  if (found?.gazetteers === gazetteers) return found.names;
  const names = namesIn(text, tokens, gazetteers);
  NAMES_BY_SENTENCE.set(tokens, { gazetteers, names });
  return names;
}

function namesIn(text: string, tokens: readonly Token[], gazetteers: Gazetteers): NameSpan[] {
  const allCapitals = isAllCapitalsSentence(tokens);
  const found: NameSpan[] = [];
  for (let i = 0; i < tokens.length;) {
    const last = allCapitals ? -1 : capitalisedEnd(tokens, i, gazetteers);
    const span = last >= i ? nameSpan(text, tokens, i, last, gazetteers) : lowerCaseName(text, tokens, i, gazetteers);
    if (span === null) {
      i = Math.max(i, last) + 1;
    } else {
      found.push(span);
      i = span.last + 1;
    }
  }
  return found;
}

/** Text of the tokens `first` to `last`, as written. */
export function surfaceForm(text: string, tokens: readonly Token[], first: number, last: number): string {
  return text.slice(tokens[first]?.start ?? 0, tokens[last]?.end ?? 0);
}

function nameSpan(text: string, tokens: readonly Token[], first: number, last: number, g: Gazetteers): NameSpan {
  const name = surfaceForm(text, tokens, first, last);
  const words = tokens.slice(first, last + 1).map((t) => t.lower);
  const byForm = typeOfName(words, tokens[first - 1]?.lower ?? '', g) ?? conferenceType(name);
  const typed =
    byForm !== null && byForm.confidence >= SETTLED_TYPE ? byForm : (typeByClassNoun(tokens, first, last) ?? byForm);
  return { first, last, name, ...(typed ?? { type: null, confidence: 0 }) };
}

/** Event type of names such as "DevFest" and "GopherCon". */
function conferenceType(name: string): TypedName | null {
  return /^\p{Lu}[\p{L}.]*\p{Ll}(?:Con|Conf|Fest)$/u.test(name) ? { type: 'event', confidence: 0.8 } : null;
}

/** Last token of the capitalized name that starts at `i`, or -1. */
function capitalisedEnd(tokens: readonly Token[], i: number, g: Gazetteers): number {
  if (!startsName(tokens, i, g)) return -1;
  let last = i;
  for (let k = i + 1; k < tokens.length && k - i < MAX_NAME_TOKENS; k++) {
    const token = tokens[k];
    if (token === undefined || gapBetween(tokens, k) > 1) break;
    if (goesOn(tokens, i, k)) last = k;
    else if (!connectsName(tokens, k) || k > last + 2) break;
  }
  return isTitleOnly(tokens, i, last) ? -1 : last;
}

/** Whether a word belongs to a name: "Halo Band 3", but not "Mr. Pugh HbA1c 61", as nobody has a number in the name. */
function goesOn(tokens: readonly Token[], first: number, k: number): boolean {
  const token = tokens[k];
  if (token === undefined || (TITLES.has(tokens[first]?.lower ?? '') && /\d/.test(token.text))) return false;
  return continuesName(token) || isModelNumber(tokens, k);
}

function startsName(tokens: readonly Token[], i: number, g: Gazetteers): boolean {
  const token = tokens[i];
  if (token === undefined || !isNameLike(token)) return false;
  const { lower } = token;
  if (isOpening(tokens, i)) return startsNameAtOpening(tokens, i, g);
  if (MONTHS.has(lower)) return isPersonLikeMonth(tokens, i);
  if (lower === 'the') return tokens[i + 1] !== undefined && continuesName(tokens[i + 1] as Token);
  if (FUNCTION_WORDS.has(lower) || isCalendarOrPeople(lower)) return false;
  return !(isAllCapitals(token) && g.commonWords.has(nameForm(lower)));
}

/** Whether the first word of a sentence or quotation starts a name, as its capital is not enough. */
function startsNameAtOpening(tokens: readonly Token[], i: number, g: Gazetteers): boolean {
  const lower = tokens[i]?.lower ?? '';
  if (FUNCTION_WORDS.has(lower) || isCalendarOrPeople(lower) || MONTHS.has(lower)) return false;
  const form = nameForm(lower);
  if (TITLES.has(lower) || !g.commonWords.has(form)) return true;
  if (g.firstNames.has(form) && VERBS_AFTER_FIRST_WORD.has(wordAfter(tokens, i))) return true;
  return gapBetween(tokens, i + 1) === 1 && continuesAfterFirst(tokens, i, g);
}

function wordAfter(tokens: readonly Token[], i: number): string {
  return tokens[i + 1]?.lower ?? '';
}

/**
 * Whether a first word and the next one are one name: "Data Platform", "Grace Kelly", but not "Met Ana" and "Thanks
 * Bo".
 */
function continuesAfterFirst(tokens: readonly Token[], i: number, g: Gazetteers): boolean {
  const second = tokens[i + 1];
  if (second === undefined || !continuesName(second) || FUNCTION_WORDS.has(second.lower)) return false;
  if (g.firstNames.has(nameForm(tokens[i]?.lower ?? ''))) return true;
  const form = nameForm(second.lower);
  return g.commonWords.has(form) && !g.firstNames.has(form);
}

function isOpening(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1];
  return before === undefined || /^["“”'‘(:*\-–—•>.!?…]+$/.test(before.text);
}

function isNameLike(token: Token): boolean {
  return (
    token.text.length <= 40 &&
    /^(?:\p{Lu}|\p{Ll}\p{Lu})[\p{L}\p{M}\p{N}.'’&-]*$/u.test(token.text) &&
    token.text !== 'I'
  );
}

function continuesName(token: Token): boolean {
  if (LEGAL_FORM.test(token.text)) return true;
  if (!isNameLike(token) || MONTHS.has(token.lower) || WEEKDAYS.has(token.lower)) return false;
  return !FUNCTION_WORDS.has(token.lower) || /^(?:\p{Lu}\.|An|So|Do|No|My|Will|May|Can)$/u.test(token.text);
}

/** Connector inside a name: "of", or the possessive of "St George's Hospital" and "Valentine's Day". */
function connectsName(tokens: readonly Token[], k: number): boolean {
  const lower = tokens[k]?.lower ?? '';
  if (NAME_CONNECTORS.has(lower)) return true;
  const next = tokens[k + 1];
  if (!/^(?:'s|['’])$/.test(lower) || next === undefined || !continuesName(next)) return false;
  return (
    next.lower === 'day' || [ORGANIZATION_ENDINGS, PLACE_ENDINGS, EVENT_ENDINGS].some((list) => list.has(next.lower))
  );
}

/** Model number after a capitalized word, at the end of a phrase: "Halo Band 3", "Pixel 8". */
function isModelNumber(tokens: readonly Token[], k: number): boolean {
  const token = tokens[k];
  const before = tokens[k - 1];
  if (token === undefined || before === undefined || !/^(?:\d{1,2}|[A-Z]{0,2}\d{1,4}[A-Z]?)$/.test(token.text))
    return false;
  const next = tokens[k + 1]?.lower ?? '';
  return isNameLike(before) && !/^(?:years?|months?|weeks?|days?|hours?|times?|people|am|pm|of|and|or|%)$/.test(next);
}

function isPersonLikeMonth(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]?.lower ?? '';
  const next = tokens[i + 1]?.lower ?? '';
  if (!MONTHS_LIKE_FIRST_NAMES.has(tokens[i]?.lower ?? '')) return false;
  if (/^(?:in|since|last|next|this|by|until|till|of|mid|early|late|every)$/.test(before)) return false;
  return PERSON_BEFORE.has(before) || PERSON_BEHIND.has(next);
}

function isCalendarOrPeople(lower: string): boolean {
  return UNNAMED_KIN.has(lower) || WEEKDAYS.has(lower) || NATIONALITIES.has(lower) || LANGUAGES.has(lower);
}

function isAllCapitals(token: Token): boolean {
  return token.text.length > 1 && token.text === token.text.toUpperCase();
}

function isAllCapitalsSentence(tokens: readonly Token[]): boolean {
  const words = tokens.filter((t) => /^\p{L}{2,}/u.test(t.text));
  return words.length > 3 && words.filter(isAllCapitals).length * 2 > words.length;
}

function isTitleOnly(tokens: readonly Token[], first: number, last: number): boolean {
  return first === last && TITLES.has(tokens[first]?.lower ?? '');
}

function gapBetween(tokens: readonly Token[], k: number): number {
  return (tokens[k]?.start ?? 0) - (tokens[k - 1]?.end ?? 0);
}

/** Longest gazetteer name in lower-case writing that starts at `i`. */
function lowerCaseName(text: string, tokens: readonly Token[], i: number, g: Gazetteers): NameSpan | null {
  const token = tokens[i];
  if (token === undefined || !/^\p{L}[\p{L}\p{M}'’-]+$/u.test(token.text) || isRunningWord(token.lower, g)) return null;
  // "the viola" is not a person.
  const person = ARTICLE.test(tokens[i - 1]?.lower ?? '') ? null : lowerCasePerson(text, tokens, i, g);
  return person ?? lowerCasePlace(text, tokens, i, g);
}

function lowerCasePerson(text: string, tokens: readonly Token[], i: number, g: Gazetteers): NameSpan | null {
  const form = nameForm(tokens[i]?.lower ?? '');
  if (!g.firstNames.has(form) || placeIsMeant(tokens, i, form, g)) return null;
  const next = tokens[i + 1]?.lower ?? '';
  const hasSurname = !isRunningWord(next, g) && g.surnames.has(nameForm(next));
  const last = hasSurname ? i + 1 : i;
  const confidence = hasSurname ? 0.75 : 0.6;
  return { first: i, last, name: surfaceForm(text, tokens, i, last), type: 'person', confidence };
}

function lowerCasePlace(text: string, tokens: readonly Token[], i: number, g: Gazetteers): NameSpan | null {
  const expected = PLACE_PREPOSITIONS.has(tokens[i - 1]?.lower ?? '');
  for (let last = Math.min(i + 3, tokens.length - 1); last >= i; last--) {
    const name = surfaceForm(text, tokens, i, last);
    if (g.places.has(nameForm(name))) return { first: i, last, name, type: 'place', confidence: expected ? 0.75 : 0.5 };
  }
  return null;
}

function placeIsMeant(tokens: readonly Token[], i: number, form: string, g: Gazetteers): boolean {
  return g.places.has(form) && PLACE_PREPOSITIONS.has(tokens[i - 1]?.lower ?? '');
}

function isRunningWord(lower: string, g: Gazetteers): boolean {
  return (
    g.commonWords.has(nameForm(lower)) ||
    FUNCTION_WORDS.has(lower) ||
    MONTHS.has(lower) ||
    isCalendarOrPeople(lower) ||
    lower.length < 3
  );
}
