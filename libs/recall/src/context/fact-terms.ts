import { termsOf } from '#search/terms/terms.js';
import type { FactHit } from './fact-hit.js';
import type { FactCandidate } from './fact-candidate.js';

/** Number of hits whose other words may stand for a fact's own. */
const FIRST_HITS = 3;
/** Length in UTF-16 units up to which a memory is one passage. */
const PASSAGE_UNITS = 300;
const MAX_TEXT_UNITS = 20_000;

/** Share of terms that are among others; 1 if there are none. */
export function shareAmong(terms: ReadonlySet<string>, others: readonly string[]): number {
  if (terms.size === 0) return 1;
  const among = new Set(others);
  return [...terms].filter((term) => among.has(term)).length / terms.size;
}

/** Terms of the passage of a first hit that asserts a fact: its sentences or lines with words of the fact's object. */
export function passageTerms({ claim, object }: FactCandidate, hits: readonly FactHit[]): string[] {
  const asserting = hits.slice(0, FIRST_HITS).filter(({ memoryId }) => claim.memoryIds.includes(memoryId));
  const objectTerms = new Set(termsOf(object));
  return asserting.flatMap(({ text }) => {
    if (text.length <= PASSAGE_UNITS) return [...termsOf(text)];
    const passages = passagesIn(text).map((passage) => [...termsOf(passage)]);
    return passages.filter((terms) => terms.some((term) => objectTerms.has(term))).flat();
  });
}

/** Sentences and lines of the beginning of a text. */
export function passagesIn(text: string): string[] {
  return text.slice(0, MAX_TEXT_UNITS).split(/\n|(?<=[.!?]) /);
}
