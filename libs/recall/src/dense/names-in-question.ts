import { withoutSpans, type Span } from '#embeddings/embedded-text.js';
import { fold } from '#graph/normal-form.js';
import { STOP_WORDS } from '#graph/search/stop-words.js';
import type { ScopeIndex } from '../index/scope-index.js';

/** Words of the longest name that is looked for, and words of a question that are looked at. */
const MAX_NAME_WORDS = 3;
const MAX_WORDS = 100;

interface Word extends Span {
  readonly folded: string;
}

/**
 * A question without the names of persons that the scope knows, whole or by their first word: as the memories were
 * embedded.
 */
export async function withoutPersons(index: ScopeIndex, text: string): Promise<string> {
  const words = wordsOf(text);
  const runs = runsOf(words);
  if (runs.size === 0) return text;
  const persons = await index.personNames([...runs.keys()]);
  return withoutSpans(
    text,
    [...persons].flatMap((name) => runs.get(name) ?? []),
  );
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let units = 0;
  let points = 0;
  for (const found of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}.-]*/gu)) {
    if (words.length === MAX_WORDS) break;
    points += Array.from(text.slice(units, found.index)).length;
    const length = Array.from(found[0]).length;
    words.push({ folded: fold(found[0]).replace(/(?<![.-])[.-]+$/, ''), start: points, end: points + length });
    points += length;
    units = found.index + found[0].length;
  }
  return words;
}

/** Where each run of words that may be a name stands. */
function runsOf(words: readonly Word[]): Map<string, Span[]> {
  const runs = new Map<string, Span[]>();
  words.forEach(({ start, folded }, from) => {
    if (STOP_WORDS.has(folded)) return;
    for (let to = from; to < Math.min(words.length, from + MAX_NAME_WORDS); to += 1) {
      const run = words
        .slice(from, to + 1)
        .map((word) => word.folded)
        .join(' ');
      runs.set(run, [...(runs.get(run) ?? []), { start, end: words[to]?.end ?? start }]);
    }
  });
  return runs;
}
