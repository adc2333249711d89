import type { StatementPredicate } from '#contracts/ontology.js';
import { CONDITIONS } from '#lexicon/health.js';
import { DETERMINERS, FUNCTION_WORDS } from '#lexicon/function-words.js';
import { LANGUAGES } from '#lexicon/nationalities.js';
import { POSSESSIONS } from '#lexicon/possessions.js';
import {
  AUXILIARIES,
  SUBJECTLESS_BASE_FORMS,
  SUBJECTLESS_PAST_FORMS,
  SUBJECTLESS_THIRD_PERSON_FORMS,
} from '#lexicon/verbs.js';
import { type Item, wordAt } from './language/items.js';
import { readValue, type ValueMatch, type ValueSource } from './values.js';

/** Predicates of which people tell several values at once. */
const LISTED: ReadonlySet<StatementPredicate> = new Set(['likes', 'dislikes', 'allergic_to', 'hobby']);
const MAX_VALUES = 8;
const MAX_WORDS = 5;
/** Words of a phrase of several words. */
const MAX_TERM = 4;
/** Words between the names of languages: "a bit of Arabic". */
const OF_LANGUAGE = /^(?:a|bit|little|of|some|basic|fluent|rusty|my|broken|decent|good)$/;

/**
 * A value with those that are enumerated behind it: "likes ruins and small museums", "speaks French, German and
 * Dutch". A phrase with a verb is another clause: "likes horses and hates noise".
 */
export function withFurtherValues(source: ValueSource, predicate: StatementPredicate, first: ValueMatch): ValueMatch[] {
  if (predicate === 'speaks') return [first, ...knownTerms(source, first, languageAt)];
  if (predicate === 'has_condition') return [first, ...knownTerms(source, first, conditionAt)];
  if (predicate === 'has') return [first, ...knownTerms(source, first, possessionAt)];
  return LISTED.has(predicate) ? [first, ...phrases(source, first)] : [first];
}

/** Reads the term at an item; null if it is none of its kind. */
type ReadTerm = (source: ValueSource, at: number) => ValueMatch | null;

function knownTerms(source: ValueSource, first: ValueMatch, read: ReadTerm): ValueMatch[] {
  const values: ValueMatch[] = [];
  for (let end = first.items[1]; values.length < MAX_VALUES; end = values.at(-1)?.items[1] ?? end) {
    const at = behindLink(source.items, end);
    const value = at === null ? null : read(source, at);
    if (value === null) break;
    values.push(value);
  }
  return values;
}

function languageAt(source: ValueSource, start: number): ValueMatch | null {
  let at = start;
  while (at < start + 4 && OF_LANGUAGE.test(wordAt(source.items, at))) at += 1;
  return LANGUAGES.has(wordAt(source.items, at)) ? readValue(source, 'phrase', [at, at + 1]) : null;
}

function conditionAt(source: ValueSource, at: number): ValueMatch | null {
  return termAt(source, at, CONDITIONS);
}

function possessionAt(source: ValueSource, at: number): ValueMatch | null {
  const isCounted = /^(?:a|an|two|three|four|several)$/.test(wordAt(source.items, at));
  return termAt(source, isCounted ? at + 1 : at, POSSESSIONS);
}

/** The longest term of a list at an item. */
function termAt(source: ValueSource, at: number, terms: ReadonlySet<string>): ValueMatch | null {
  for (let end = at + MAX_TERM; end > at; end--) {
    const term = source.items.slice(at, end).map(({ word }) => word);
    if (terms.has(term.join(' '))) return readValue(source, 'phrase', [at, Math.min(end, source.items.length)]);
  }
  return null;
}

/** Free phrases of an enumeration, whose last link must be "and" or "or": commas alone are ambiguous. */
function phrases(source: ValueSource, first: ValueMatch): ValueMatch[] {
  const values: ValueMatch[] = [];
  let end = first.items[1];
  while (values.length < MAX_VALUES) {
    const at = behindLink(source.items, end);
    const value = at === null ? null : phraseAt(source, at);
    if (at === null || value === null) return [];
    values.push(value);
    end = value.items[1];
    if (/^(?:and|or|&)$/.test(wordAt(source.items, at - 1))) return isEnd(wordAt(source.items, end)) ? values : [];
  }
  return [];
}

function phraseAt(source: ValueSource, at: number): ValueMatch | null {
  const { items } = source;
  const opening = wordAt(items, at);
  if (FUNCTION_WORDS.has(opening) && !DETERMINERS.has(opening)) return null;
  const value = readValue(source, 'phrase', [at, Math.min(items.length, at + MAX_WORDS)]);
  if (value === null || value.items[0] !== at) return null;
  return items.slice(...value.items).some(isVerb) ? null : value;
}

function isVerb({ word }: Item): boolean {
  return (
    AUXILIARIES.has(word) ||
    SUBJECTLESS_THIRD_PERSON_FORMS.has(word) ||
    SUBJECTLESS_BASE_FORMS.has(word) ||
    SUBJECTLESS_PAST_FORMS.has(word) ||
    /^\p{L}{3,}ed$/u.test(word)
  );
}

function isEnd(word: string): boolean {
  return word === '' || /^[,;:.!?…()–—-]+$/.test(word) || /^(?:but|because|since|so|too|though|and)$/.test(word);
}

/** Item behind a comma, "and", "or" or ", and" at an item; null if there is no link. */
function behindLink(items: readonly Item[], at: number): number | null {
  if (!/^(?:,|and|&|or)$/.test(wordAt(items, at))) return null;
  const isDouble = wordAt(items, at) === ',' && /^(?:and|or)$/.test(wordAt(items, at + 1));
  const next = at + (isDouble ? 2 : 1);
  return next < items.length ? next : null;
}
