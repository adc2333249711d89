import type { EntityType } from '#contracts/ontology.js';
import { normalForm } from './normal-form.js';
import { fold } from '#contracts/fold.js';
import { LEGAL_FORMS } from '#lexicon/organizations.js';

/** Stop words that an acronym may leave out. */
const ACRONYM_STOP_WORDS = new Set(['of', 'the', 'and', 'for', 'in', 'de', 'la', 'du', 'des', 'und', 'y']);

/** A name in the form in which names are compared. */
export interface NameTokens {
  readonly normal: string;
  /** Words of the normal form without punctuation. */
  readonly words: readonly string[];
  /** Words without an organization's legal form, and without the region of a place ("Porto, Portugal"). */
  readonly core: readonly string[];
  /** What the core leaves out, null if nothing; names with two different rests are different entities. */
  readonly rest: string | null;
}

/** Tokenizes a name of a type. */
export function tokenizeName(type: EntityType, name: string): NameTokens {
  const normal = normalForm(type, name);
  const words = nameTokensOf(normal);
  const whole = { normal, words, core: words, rest: null };
  if (type === 'place') {
    const [core = [], ...around] = normal.split(',').map(nameTokensOf);
    const rest = around.flat().join(' ');
    return rest === '' || core.length === 0 ? whole : { normal, words, core, rest };
  }
  if (type !== 'organization') return whole;
  const rest = LEGAL_FORMS.get(words.at(-1) ?? '');
  return rest === undefined || words.length < 2 ? whole : { normal, words, core: words.slice(0, -1), rest };
}

/**
 * Splits a folded name into words: `I.B.M.` and `AT&T` are one word each; a hyphen separates words, and so does the
 * point in `3.1`.
 */
export function nameTokensOf(name: string): string[] {
  return fold(name)
    .replace(/'|(?<!\p{N})\.|\.(?!\p{N})|(?<=\S)&(?=\S)/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Possible acronyms of a name of several words: with and without stop words. */
export function acronymsOf(words: readonly string[]): string[] {
  const large = words.filter((word) => !ACRONYM_STOP_WORDS.has(word));
  const forms = [words, large].filter((form) => form.length > 1);
  return [...new Set(forms.map((form) => form.map((word) => word[0] ?? '').join('')))];
}
