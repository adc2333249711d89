import type { Tagger } from '#extraction/classifier/tagger-file.js';
import type { TaggedSentence } from './ner-data.js';

/** Exact span and type scores over PER, LOC and ORG, in percent. */
export interface DevScore {
  readonly name: string;
  readonly style: 'cased' | 'lower';
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Scores a tagger on sentences, as written or lower-cased. */
export function scoreFile(
  name: string,
  style: 'cased' | 'lower',
  sentences: readonly TaggedSentence[],
  tagger: Tagger,
): DevScore {
  let hits = 0;
  let predicted = 0;
  let gold = 0;
  for (const { tokens, tags } of sentences) {
    const want = goldSpans(tags);
    const shown = style === 'lower' ? tokens.map((t) => t.toLowerCase()) : tokens;
    const got = tagger(shown).filter((span) => span.kind !== 'MISC');
    hits += got.filter(({ first, last, kind }) => want.has(spanKey(first, last, kind))).length;
    predicted += got.length;
    gold += want.size;
  }
  const precision = predicted === 0 ? 0 : (100 * hits) / predicted;
  const recall = gold === 0 ? 0 : (100 * hits) / gold;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { name, style, precision, recall, f1 };
}

/** Keys of the PER, LOC and ORG spans of BIO tags. */
export function goldSpans(tags: readonly string[]): Set<string> {
  const spans = new Set<string>();
  for (let i = 0; i < tags.length; i++) {
    const tag = tags[i] ?? 'O';
    const kind = tag.slice(2);
    const opens = tag.startsWith('B-') || (tag.startsWith('I-') && tags[i - 1]?.slice(2) !== kind);
    if (!opens || !['PER', 'LOC', 'ORG'].includes(kind)) continue;
    let last = i;
    while (tags[last + 1] === `I-${kind}`) last += 1;
    spans.add(spanKey(i, last, kind));
  }
  return spans;
}

/** Key of a span: first and last token and its class. */
export function spanKey(first: number, last: number, kind: string): string {
  return `${String(first)} ${String(last)} ${kind}`;
}
