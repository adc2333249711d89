import type { EntityType } from '#contracts/ontology.js';
import { fold } from '#contracts/fold.js';
import { IGNORED_TITLES } from '#lexicon/titles.js';
import { alternation } from '#lexicon/words.js';

/** Titles before a person's name; they belong to the span, not to the name. */
const TITLES = new RegExp(`^(?:(?:${alternation(IGNORED_TITLES)})\\.?\\s+)+(?=\\S)`);

/**
 * Normal form: names of one type with equal normal forms are one entity row. The name is folded, without a possessive
 * 's; for persons without titles, for all other types without a leading article. Never empty for a name that is not
 * blank.
 */
export function normalForm(type: EntityType, name: string): string {
  const folded = fold(name);
  const bare = folded.replace(/'s?$/, '');
  const stripped = type === 'person' ? bare.replace(TITLES, '') : bare.replace(/^the (?=\S)/, '');
  return stripped || folded;
}
