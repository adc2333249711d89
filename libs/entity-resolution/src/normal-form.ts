import type { EntityType } from '#contracts/ontology.js';
import { fold } from '#contracts/fold.js';

/** Titles a person's name may carry; they are part of the span, not of the name. */
const TITLES =
  /^(?:(?:dr|mr|mrs|ms|miss|mx|prof|professor|doctor|sir|dame|lord|lady|rev|fr|sr|sra|herr|frau|capt|captain|col|gen|sgt|lt)\.?\s+)+(?=\S)/;

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
