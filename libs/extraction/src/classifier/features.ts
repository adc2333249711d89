import type { Gazetteers } from '../gazetteers.js';
import { bucketOf, hashOf } from './feature-hash.js';
import { NAME_LISTS, wordViewsOf, type WordView } from './word-view.js';

/**
 * Hashed features of every token of a sentence: its word, affixes and shape, its neighbours, and the gazetteers and word
 * lists it stands in. A feature is hashed as the text it stands for ("p1" and the word before), which is never put together:
 * what it takes of one word alone comes hashed with the word, which the other parts are hashed on to.
 */
export function tokenFeatures(tokens: readonly string[], gazetteers: Gazetteers): number[][] {
  const views = wordViewsOf(gazetteers);
  const words = tokens.map(views.of);
  const lists = listsOf(words, gazetteers);
  const style = sentenceStyle(words);
  return words.map((_, i) => featuresAt(words, lists, i, style, views));
}

function featuresAt(
  words: readonly WordView[],
  lists: readonly string[],
  i: number,
  style: string,
  { start, end }: { readonly start: WordView; readonly end: WordView },
): number[] {
  const at = (k: number): WordView => words[k] ?? (k < 0 ? start : end);
  const w = at(i);
  const [p1, p2] = [at(i - 1), at(i - 2)];
  const [n1, n2] = [at(i + 1), at(i + 2)];
  const [own, before, behind] = [lists[i] ?? '', lists[i - 1] ?? '', lists[i + 1] ?? ''];
  const features = [
    BIAS,
    w.buckets.word,
    w.buckets.shape,
    bucketOf(hashOf(style, w.hashes.styled)),
    bucketOf(hashOf(own, LISTS)),
    p1.buckets.previous,
    n1.buckets.next,
    p2.buckets.secondPrevious,
    n2.buckets.secondNext,
    bucketOf(hashOf(w.lower, p1.hashes.beforeWord)),
    bucketOf(hashOf(n1.lower, w.hashes.withNext)),
    bucketOf(hashOf(p1.lower, p2.hashes.bothBefore)),
    bucketOf(hashOf(n2.lower, n1.hashes.bothBehind)),
    bucketOf(hashOf(n1.lower, p1.hashes.around)),
    bucketOf(hashOf(w.shape, p1.hashes.shapeBefore)),
    bucketOf(hashOf(n1.shape, w.hashes.shapeWithNext)),
    bucketOf(hashOf(n1.shape, hashOf(w.shape, p1.hashes.threeShapes))),
    bucketOf(hashOf(before, LISTS_BEFORE)),
    bucketOf(hashOf(behind, LISTS_BEHIND)),
    bucketOf(hashOf(own, hashOf('|', hashOf(before, LISTS_WITH_PREVIOUS)))),
    bucketOf(hashOf(behind, hashOf('|', hashOf(own, LISTS_WITH_NEXT)))),
    bucketOf(hashOf(w.shape, hashOf(own, LISTS_AND_SHAPE))),
    bucketOf(hashOf(p1.lower, hashOf(own, LISTS_AND_PREVIOUS))),
    bucketOf(hashOf(n1.lower, hashOf(own, LISTS_AND_NEXT))),
    bucketOf(hashOf(p1.lower, w.hashes.shapeAndPrevious)),
    bucketOf(hashOf(n1.lower, w.hashes.shapeAndNext)),
  ];
  features.push(...w.affixes, p1.buckets.endingBefore, n1.buckets.endingBehind);
  return features;
}

const BIAS = bucketOf(hashOf('b'));
const LISTS = hashOf('l');
const LISTS_BEFORE = hashOf('pl');
const LISTS_BEHIND = hashOf('nl');
const LISTS_WITH_PREVIOUS = hashOf('ll');
const LISTS_WITH_NEXT = hashOf('lm');
const LISTS_AND_SHAPE = hashOf('ls');
const LISTS_AND_PREVIOUS = hashOf('lp');
const LISTS_AND_NEXT = hashOf('ln');

/** How the sentence uses capitals: a capital says little in a headline and its absence little in a chat. */
function sentenceStyle(words: readonly WordView[]): string {
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
 * Marks of the lists that each token stands in; longer entries mark all their tokens.
 * Not the common words: they come from the training text, where they would tell the tags.
 */
function listsOf(words: readonly WordView[], gazetteers: Gazetteers): string[] {
  const marks = words.map((word) => word.marks);
  for (let i = 0; i < words.length; i++) {
    for (const [name, mark] of NAME_LISTS) markLongest(words, i, gazetteers[name], mark, marks);
  }
  return marks;
}

/** Marks the tokens of the longest entry of a list that begins at the i-th. */
function markLongest(
  words: readonly WordView[],
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

/** The forms of some words from the i-th on, joined. */
function phraseOf(words: readonly WordView[], i: number, length: number): string {
  let phrase = words[i]?.form ?? '';
  for (let k = i + 1; k < i + length; k++) phrase += ` ${words[k]?.form ?? ''}`;
  return phrase;
}
