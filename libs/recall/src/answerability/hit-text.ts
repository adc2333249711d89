import { passageOf } from '../passages/matched-passages.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';

/** Text and speaker of a hit, and the entities that it mentions. */
export interface HitText {
  readonly text: string;
  readonly speaker: string | null;
  readonly entities: readonly { readonly canonical_name: string }[];
}

/** Maximum number of UTF-16 units read of a hit: a mebibyte must not cost more than a long message. */
export const MAX_UNITS = 2_000;
/** Number of code points read before the matching passage of a long text. */
const BEFORE_PASSAGE = 600;

/** The part of a hit that is read: of a long text, the one around the passage that matches the question. */
export function readableText(
  candidates: Pick<CandidateSet, 'query' | 'runs' | 'maxSimScores'>,
  memoryId: string,
  text: string,
): string {
  const passage = text.length > MAX_UNITS ? passageOf(candidates, memoryId, text) : null;
  const start = passage === null ? 0 : unitsOf(text, Math.max(0, passage.start - BEFORE_PASSAGE));
  return text.slice(start, start + MAX_UNITS);
}

/** Number of UTF-16 units of the first code points of a text. */
function unitsOf(text: string, codePoints: number): number {
  let units = 0;
  for (let i = 0; i < codePoints && units < text.length; i += 1)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}
