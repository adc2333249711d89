import type { EntityType } from '#contracts/ontology.js';

/** Titles a person's name may carry; they are part of the span, not of the name. */
const TITLES =
  /^(?:(?:dr|mr|mrs|ms|miss|mx|prof|professor|doctor|sir|dame|lord|lady|rev|fr|sr|sra|herr|frau|capt|captain|col|gen|sgt|lt)\.?\s+)+(?=\S)/;

/** ASCII without white space at the ends, or two in a row. */
const PLAIN = /^(?:[!-~]+(?: |$))*(?<! )$/;

/** Lower case without accents, white space collapsed: the form in which names are compared and searched. */
export function fold(text: string): string {
  // Most names and turns are plain, and need a tenth of the work.
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Names with one normal form and one type are one node of the graph: folded, without a possessive 's, for persons
 * without titles, for everything else without a leading article. Never empty for a name that is not blank.
 */
export function normalForm(type: EntityType, name: string): string {
  const folded = fold(name);
  const bare = folded.replace(/'s?$/, '');
  const stripped = type === 'person' ? bare.replace(TITLES, '') : bare.replace(/^the (?=\S)/, '');
  return stripped || folded;
}
