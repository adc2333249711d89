import { withoutSpans, type Span } from '#embeddings/embedded-text.js';
import { fold } from '#contracts/fold.js';
import { STOP_WORDS } from '#search/terms/stop-words.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';

/** Maximum number of words of a name, and of words of a question that are read. */
const MAX_NAME_WORDS = 3;
const MAX_WORDS = 100;

interface Word extends Span {
  readonly folded: string;
}

/**
 * Removes the names of persons known in the scope, whole or by a first word, from a question. Memories are embedded in
 * the same way.
 */
export async function stripPersonNames(index: ScopeIndex, text: string): Promise<string> {
  const words = tokenize(text);
  const runs = ngramSpans(words);
  if (runs.size === 0) return text;
  const persons = await index.filterPersonNames([...runs.keys()]);
  return withoutSpans(
    text,
    [...persons].flatMap((name) => runs.get(name) ?? []),
  );
}

function tokenize(text: string): Word[] {
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

/** Spans of each word n-gram that may be a name, by its folded words. */
function ngramSpans(words: readonly Word[]): Map<string, Span[]> {
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
