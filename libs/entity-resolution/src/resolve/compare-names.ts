import type { EntityType } from '#contracts/ontology.js';
import type { NameLexicon } from '../name-lexicon.js';
import { tokenizeName } from '../name-tokens.js';
import { compareFirstNames, shortFormOf, type ShortForm } from '../short-form.js';
import { countTypingErrors } from './edit-distance.js';

/** Name lexicon that also recognises correctly spelled words. Words are folded. */
export interface SpellingLexicon extends NameLexicon {
  /** Whether it is a name or a word of the language, and so hardly a typing error of another. */
  isKnown(word: string): boolean;
}

/** Confidence, 0 to 1, that a requested name denotes an entity with a given name, by how the two differ. */
export const CONFIDENCE: Record<ShortForm | 'same' | 'typingError', number> = {
  same: 1,
  punctuation: 0.97,
  rest: 0.9,
  typingError: 0.9,
  acronym: 0.85,
  nickname: 0.85,
  middleName: 0.85,
  head: 0.8,
  initial: 0.75,
  part: 0.7,
  partByNickname: 0.65,
};
const PER_ERROR = 0.05;

/** Types whose names may be requested by their first words, although clustering does not treat these as short forms. */
const PREFIX_LOOKUP_TYPES: ReadonlySet<EntityType> = new Set(['product', 'work']);

/** Confidence, 0 to 1, that `query` is a spelling of `name`, a name of an entity of the type; null when it is not. */
export function compareNames(type: EntityType, query: string, name: string, lexicon: SpellingLexicon): number | null {
  const [a, b] = [tokenizeName(type, query), tokenizeName(type, name)];
  if (a.normal === b.normal) return CONFIDENCE.same;
  if (a.words.length === 0 || b.words.length === 0) return null;
  if (a.words.join('') === b.words.join('')) return CONFIDENCE.punctuation;
  if (a.rest !== null && b.rest !== null && a.rest !== b.rest) return null;
  const found = [
    aligned(type, a.core, b.core, lexicon),
    confidenceOf(shortFormOf(type, a, b, lexicon)),
    longerForm(shortFormOf(type, b, a, lexicon)),
    PREFIX_LOOKUP_TYPES.has(type) ? startOfName(a.core, b.core, lexicon) : null,
  ];
  const best = Math.max(...found.map((confidence) => confidence ?? 0));
  return best > 0 ? best : null;
}

function confidenceOf(form: ShortForm | null): number | null {
  return form === null ? null : CONFIDENCE[form];
}

/**
 * Confidence when the query is the longer form. Extra parts of a name are not accepted; middle names, legal forms and
 * the like are.
 */
function longerForm(form: ShortForm | null): number | null {
  return form === 'part' || form === 'partByNickname' ? null : confidenceOf(form);
}

/** Compares word by word: equal except for typing errors, or a nickname or initial of a person. */
function aligned(
  type: EntityType,
  a: readonly string[],
  b: readonly string[],
  lexicon: SpellingLexicon,
): number | null {
  if (a.length !== b.length) return null;
  const alone = !a.some((word, i) => word === b[i]);
  let confidence: number = CONFIDENCE.typingError;
  for (const [i, word] of a.entries()) {
    const target = b[i] ?? '';
    const isFirstName = type === 'person' && i === 0 && !alone && word !== target;
    const first = isFirstName ? confidenceOf(compareFirstNames(word, target, lexicon)) : null;
    const errors = first === null ? countTypingErrors(word, target, { alone, isKnown: (w) => lexicon.isKnown(w) }) : 0;
    if (errors === null) return null;
    confidence = Math.min(confidence, first ?? 1) - PER_ERROR * errors;
  }
  return confidence;
}

function startOfName(a: readonly string[], b: readonly string[], lexicon: NameLexicon): number | null {
  if (a.length >= b.length || a.every((word) => lexicon.isCommon(word))) return null;
  const rest = b.slice(a.length);
  const isStart = a.every((word, i) => word === b[i]);
  return isStart && !rest.some((word) => /\p{N}/u.test(word)) ? CONFIDENCE.part : null;
}
