import type { EntityType } from '#contracts/ontology.js';
import { nameForm, type Gazetteers } from './gazetteers.js';
import { HOLIDAYS } from '#lexicon/calendar.js';
import { EVENT_ENDINGS } from '#lexicon/events.js';
import { FUNCTION_WORDS } from '#lexicon/function-words.js';
import { ORGANIZATION_ENDINGS, ORGANIZATION_OPENINGS } from '#lexicon/organizations.js';
import { PLACE_ENDINGS, PLACE_OPENINGS, PLACE_PREPOSITIONS } from '#lexicon/places.js';
import { PRODUCTS } from '#lexicon/products.js';
import { TITLES } from '#lexicon/titles.js';

/** Type of a name, with a confidence of 0 to 1 by its form and the gazetteers. */
export interface TypedName {
  readonly type: EntityType;
  readonly confidence: number;
}

/** Confidence from which a name's type has priority over the type of a claim's slot. */
export const SETTLED_TYPE = 0.7;

const typed = (type: EntityType, confidence: number): TypedName => ({ type, confidence });

/**
 * Type of a name by its words, the word before it and the gazetteers. Null if only its capitals indicate a name: the
 * classifier decides.
 * @param words words of the name in lower case
 */
export function typeOfName(words: readonly string[], before: string, gazetteers: Gazetteers): TypedName | null {
  return typeByForm(words) ?? typeByList(words, before, gazetteers);
}

function typeByForm(words: readonly string[]): TypedName | null {
  const [first = ''] = words;
  if (words.length === 1) return typeSingleByForm(first);
  if (TITLES.has(first)) return typed('person', 0.95);
  if (first === 'project') return typed('project', 0.9);
  return typeByEnding(words) ?? typeByOpening(words);
}

function typeByEnding(words: readonly string[]): TypedName | null {
  const last = words.at(-1) ?? '';
  if (last === 'project' || last === 'initiative') return typed('project', 0.8);
  if (EVENT_ENDINGS.has(last) || HOLIDAYS.has(last)) return typed('event', 0.85);
  if (last === 'day' && words.some((word) => word.endsWith("'s"))) return typed('event', 0.8);
  if (ORGANIZATION_ENDINGS.has(last) || last === 'as') return typed('organization', 0.9);
  // Below SETTLED_TYPE: the type of "Plant 3" and "Town 3" depends on the claims about them.
  if (/^(?:\d{1,4}|\p{L}{0,3}\d+\p{L}?)$/u.test(last)) return typed('product', 0.65);
  return PLACE_ENDINGS.has(last) ? typed('place', 0.8) : null;
}

function typeByOpening([first = '', ...rest]: readonly string[]): TypedName | null {
  if (ORGANIZATION_OPENINGS.has(first) && rest.length > 1) return typed('organization', 0.9);
  return PLACE_OPENINGS.has(first) ? typed('place', 0.75) : null;
}

/** Type of a single word by its form: "Easter", "X100V". */
function typeSingleByForm(word: string): TypedName | null {
  if (HOLIDAYS.has(word)) return typed('event', 0.85);
  if (/^\p{L}{3,}(?:straat|strasse|straße|gatan|gade|gasse|laan|platz)$/u.test(word)) return typed('place', 0.75);
  return /^(?:\p{L}{1,12}\d{1,4}\p{L}?)$/u.test(word) ? typed('product', 0.6) : null;
}

function typeByList(words: readonly string[], before: string, g: Gazetteers): TypedName | null {
  const form = nameForm(words.join(' '));
  const [first = ''] = words;
  if (words.length === 1) return typeSingle(form, before, g);
  if (g.organizations.has(form)) return typed('organization', 0.85);
  if (isPersonName(words, g)) return typed('person', confidenceOfPerson(words, g));
  if (g.places.has(form)) return typed('place', 0.85);
  return [first, words.at(-1) ?? ''].some((word) => PRODUCTS.has(word)) ? typed('product', 0.7) : null;
}

/**
 * Confidence of a person's name; low if the first word is also a common word and the last is not a known surname
 * ("Royal Academy").
 */
function confidenceOfPerson(words: readonly string[], g: Gazetteers): number {
  if (words.includes('of') || words.includes('and')) return 0.5;
  const isKnown = g.surnames.has(nameForm(words.at(-1) ?? ''));
  return isKnown || !g.commonWords.has(nameForm(words[0] ?? '')) ? 0.9 : 0.55;
}

/**
 * Whether words are a person's name: a first name or initial, and up to three more words of which the last is not a
 * common word.
 */
function isPersonName(words: readonly string[], g: Gazetteers): boolean {
  const [first = ''] = words;
  if (words.length > 4 || !isSurname(words.at(-1) ?? '', g)) return false;
  return isFirstName(first, g) || (words.length === 2 && /^\p{L}\.$/u.test(first));
}

/** Type of a single ambiguous word, decided by the word before it. */
function typeSingle(form: string, before: string, g: Gazetteers): TypedName | null {
  const person = g.firstNames.has(form);
  const place = g.places.has(form);
  if (PRODUCTS.has(form)) return typed('product', person || place ? 0.5 : 0.65);
  if (place && PLACE_PREPOSITIONS.has(before) && before !== 'to' && before !== 'at') return typed('place', 0.85);
  if (person && place) return before === 'to' ? null : typed('person', 0.5);
  return typeUnambiguous(form, g);
}

function typeUnambiguous(form: string, g: Gazetteers): TypedName | null {
  const isWord = g.commonWords.has(form);
  if (g.organizations.has(form)) return typed('organization', isWord ? 0.5 : 0.75);
  if (g.firstNames.has(form)) return typed('person', isWord ? 0.5 : 0.75);
  if (!g.places.has(form)) return null;
  return typed('place', isWord || g.surnames.has(form) ? 0.55 : 0.65);
}

function isFirstName(word: string, g: Gazetteers): boolean {
  return g.firstNames.has(nameForm(word)) && !FUNCTION_WORDS.has(word);
}

/** Whether a word may be a surname: a listed one, or any that is not a common word, because the list is incomplete. */
function isSurname(word: string, g: Gazetteers): boolean {
  const form = nameForm(word);
  return g.surnames.has(form) || !g.commonWords.has(form);
}
