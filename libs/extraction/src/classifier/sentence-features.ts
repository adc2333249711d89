import type { Gazetteers } from '../names/gazetteers.js';
import { bucketOf, fnv1a } from './feature-hash.js';
import { NAME_LISTS, tokenFeatureCacheOf, type TokenFeatures } from './token-features.js';

/**
 * Hashed features of every token of a sentence: word, affixes and shape, neighbours, and the gazetteers and word lists
 * that contain it. A feature is the hash of a text ("p1" and the previous word) that is never concatenated: the part
 * that depends on one word is hashed once per word, and the other parts are hashed onto it.
 */
export function sentenceFeatures(tokens: readonly string[], gazetteers: Gazetteers): number[][] {
  const views = tokenFeatureCacheOf(gazetteers);
  const words = tokens.map(views.of);
  const lists = listsOf(words, gazetteers);
  const style = sentenceStyle(words);
  return words.map((_, i) => featuresAt(words, lists, i, style, views));
}

function featuresAt(
  words: readonly TokenFeatures[],
  lists: readonly string[],
  i: number,
  style: string,
  { start, end }: { readonly start: TokenFeatures; readonly end: TokenFeatures },
): number[] {
  const at = (k: number): TokenFeatures => words[k] ?? (k < 0 ? start : end);
  const w = at(i);
  const [p1, p2] = [at(i - 1), at(i - 2)];
  const [n1, n2] = [at(i + 1), at(i + 2)];
  const [own, before, behind] = [lists[i] ?? '', lists[i - 1] ?? '', lists[i + 1] ?? ''];
  const features = [
    BIAS,
    w.buckets.word,
    w.buckets.shape,
    bucketOf(fnv1a(style, w.hashes.styled)),
    bucketOf(fnv1a(own, LISTS)),
    p1.buckets.previous,
    n1.buckets.next,
    p2.buckets.secondPrevious,
    n2.buckets.secondNext,
    bucketOf(fnv1a(w.lower, p1.hashes.beforeWord)),
    bucketOf(fnv1a(n1.lower, w.hashes.withNext)),
    bucketOf(fnv1a(p1.lower, p2.hashes.bothBefore)),
    bucketOf(fnv1a(n2.lower, n1.hashes.bothBehind)),
    bucketOf(fnv1a(n1.lower, p1.hashes.around)),
    bucketOf(fnv1a(w.shape, p1.hashes.shapeBefore)),
    bucketOf(fnv1a(n1.shape, w.hashes.shapeWithNext)),
    bucketOf(fnv1a(n1.shape, fnv1a(w.shape, p1.hashes.threeShapes))),
    bucketOf(fnv1a(before, LISTS_BEFORE)),
    bucketOf(fnv1a(behind, LISTS_BEHIND)),
    bucketOf(fnv1a(own, fnv1a('|', fnv1a(before, LISTS_WITH_PREVIOUS)))),
    bucketOf(fnv1a(behind, fnv1a('|', fnv1a(own, LISTS_WITH_NEXT)))),
    bucketOf(fnv1a(w.shape, fnv1a(own, LISTS_AND_SHAPE))),
    bucketOf(fnv1a(p1.lower, fnv1a(own, LISTS_AND_PREVIOUS))),
    bucketOf(fnv1a(n1.lower, fnv1a(own, LISTS_AND_NEXT))),
    bucketOf(fnv1a(p1.lower, w.hashes.shapeAndPrevious)),
    bucketOf(fnv1a(n1.lower, w.hashes.shapeAndNext)),
  ];
  features.push(...w.affixes, p1.buckets.endingBefore, n1.buckets.endingBehind);
  return features;
}

const BIAS = bucketOf(fnv1a('b'));
const LISTS = fnv1a('l');
const LISTS_BEFORE = fnv1a('pl');
const LISTS_BEHIND = fnv1a('nl');
const LISTS_WITH_PREVIOUS = fnv1a('ll');
const LISTS_WITH_NEXT = fnv1a('lm');
const LISTS_AND_SHAPE = fnv1a('ls');
const LISTS_AND_PREVIOUS = fnv1a('lp');
const LISTS_AND_NEXT = fnv1a('ln');

/** Use of capitals in the sentence: a capital means little in a headline, and its absence little in a chat. */
function sentenceStyle(words: readonly TokenFeatures[]): string {
  let upper = 0;
  let lower = 0;
  for (const { opening } of words) {
    if (opening === 'upper') upper += 1;
    else if (opening === 'lower') lower += 1;
  }
  if (upper === 0) return 'none';
  return upper > lower ? 'many' : 'some';
}

/**
 * Marks of the lists that contain each token; a longer entry marks all its tokens. The list of common words is not
 * used: it comes from the training text and would reveal the tags.
 */
function listsOf(words: readonly TokenFeatures[], gazetteers: Gazetteers): string[] {
  const marks = words.map((word) => word.marks);
  for (let i = 0; i < words.length; i++) {
    for (const [name, mark] of NAME_LISTS) markLongest(words, i, gazetteers[name], mark, marks);
  }
  return marks;
}

/** Marks the tokens of the longest entry of a list that starts at token i. */
function markLongest(
  words: readonly TokenFeatures[],
  i: number,
  list: ReadonlySet<string>,
  mark: string,
  marks: string[],
): void {
  const most = Math.min(words[i]?.longestEntry ?? 0, words.length - i);
  for (let length = most; length > 0; length--) {
    if (!list.has(phraseOf(words, i, length))) continue;
    for (let k = i; k < i + length; k++) {
      const shown = length > 1 ? `${mark}${mark}` : mark;
      if (!(marks[k] ?? '').includes(mark)) marks[k] = `${marks[k] ?? ''}${shown}`;
    }
    return;
  }
}

/** Joined forms of `length` words from index i. */
function phraseOf(words: readonly TokenFeatures[], i: number, length: number): string {
  let phrase = words[i]?.form ?? '';
  for (let k = i + 1; k < i + length; k++) phrase += ` ${words[k]?.form ?? ''}`;
  return phrase;
}
