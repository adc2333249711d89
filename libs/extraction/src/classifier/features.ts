import { nameForm, type Gazetteers } from '../gazetteers.js';
import {
  FUNCTION_WORDS,
  MONTHS,
  NATIONALITIES,
  ORGANIZATION_ENDINGS,
  PRODUCTS,
  TITLES,
  WEEKDAYS,
} from '../text/lexicon.js';

/** Buckets of the feature hash, a power of two. */
export const FEATURE_BUCKETS = 1 << 19;

/** Words of a sentence as the tagger sees them. */
interface WordView {
  readonly lower: string;
  readonly shape: string;
  readonly lists: string;
}

/**
 * Hashed features of every token of a sentence: its word, affixes and shape, its neighbours, and the gazetteers and word
 * lists it stands in. A feature is hashed as the text it stands for ("p1" and the word before), which is never put together.
 */
export function tokenFeatures(tokens: readonly string[], gazetteers: Gazetteers): Int32Array[] {
  const lists = listsOf(tokens, gazetteers);
  const views = tokens.map((token, i) => ({
    lower: token.toLowerCase(),
    shape: shapeOf(token),
    lists: lists[i] ?? '',
  }));
  const style = sentenceStyle(tokens);
  return views.map((_, i) => featuresAt(views, i, style));
}

function featuresAt(views: readonly WordView[], i: number, style: string): Int32Array {
  const at = (k: number): WordView => views[i + k] ?? (i + k < 0 ? START : END);
  const [w, p1, p2, n1, n2] = [at(0), at(-1), at(-2), at(1), at(2)];
  const word = w.lower;
  const last = p1.lower;
  const next = n1.lower;
  const affixes = affixesOf(word);
  const features = new Int32Array(26 + affixes.length + 2);
  features.set([
    bucketOf('b'),
    bucketOf('w', word),
    bucketOf('s', w.shape),
    bucketOf('ss', w.shape, style),
    bucketOf('l', w.lists),
    bucketOf('p1', last),
    bucketOf('n1', next),
    bucketOf('p2', p2.lower),
    bucketOf('n2', n2.lower),
    bucketOf('pw', last, ' ', word),
    bucketOf('wn', word, ' ', next),
    bucketOf('pp', p2.lower, ' ', last),
    bucketOf('nn', next, ' ', n2.lower),
    bucketOf('pn', last, ' ', next),
    bucketOf('ps', p1.shape, w.shape),
    bucketOf('ns', w.shape, n1.shape),
    bucketOf('3s', p1.shape, w.shape, n1.shape),
    bucketOf('pl', p1.lists),
    bucketOf('nl', n1.lists),
    bucketOf('ll', p1.lists, '|', w.lists),
    bucketOf('lm', w.lists, '|', n1.lists),
    bucketOf('ls', w.lists, w.shape),
    bucketOf('lp', w.lists, last),
    bucketOf('ln', w.lists, next),
    bucketOf('sp', w.shape, last),
    bucketOf('sn', w.shape, next),
  ]);
  features.set(affixes, 26);
  features[26 + affixes.length] = bucketOf('x1', last.slice(-3));
  features[27 + affixes.length] = bucketOf('x2', next.slice(-3));
  return features;
}

const START: WordView = { lower: '<s>', shape: '<s>', lists: '' };
const END: WordView = { lower: '</s>', shape: '</s>', lists: '' };

/** Beginnings and ends of one to four letters. */
function affixesOf(word: string): number[] {
  const letters = word.slice(0, 40);
  const found: number[] = [];
  for (let n = 1; n <= 4 && n < letters.length; n++) {
    found.push(bucketOf('<', letters.slice(0, n)), bucketOf('>', letters.slice(-n)));
  }
  return found;
}

/** "Xx" for "Anna", "xX" for "iPhone", "d" for digits; runs count once. */
function shapeOf(token: string): string {
  if (/^[a-z]+$/.test(token)) return token.length > 1 ? 'x+' : 'x';
  const marks = token
    .slice(0, 32)
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{Ll}|\p{Lo}|\p{Lm}/gu, 'x')
    .replace(/\p{N}/gu, '0');
  return marks.replace(/(.)\1+/gu, '$1+');
}

/** How the sentence uses capitals: a capital says little in a headline and its absence little in a chat. */
function sentenceStyle(tokens: readonly string[]): string {
  let upper = 0;
  let lower = 0;
  for (const token of tokens) {
    if (/^\p{Lu}/u.test(token)) upper += 1;
    else if (/^\p{Ll}/u.test(token)) lower += 1;
  }
  if (upper === 0) return 'none';
  return upper > lower ? 'many' : 'some';
}

/**
 * Marks of the lists that each token stands in; longer entries mark all their tokens.
 * Not the common words: they come from the training text, where they would tell the tags.
 */
function listsOf(tokens: readonly string[], g: Gazetteers): string[] {
  const forms = tokens.map(nameForm);
  const marks = forms.map((form, i) => {
    let mark = '';
    if (g.firstNames.has(form)) mark += 'f';
    if (g.surnames.has(form)) mark += 's';
    if (FUNCTION_WORDS.has(form)) mark += 'w';
    if (ORGANIZATION_ENDINGS.has(form)) mark += 'o';
    if (PRODUCTS.has(form)) mark += 'p';
    if (TITLES.has(form)) mark += 't';
    if (WEEKDAYS.has(form) || MONTHS.has(form)) mark += 'm';
    if (NATIONALITIES.has(form)) mark += 'n';
    return mark + (/^\d/.test(tokens[i] ?? '') ? 'd' : '');
  });
  for (let i = 0; i < forms.length; i++) {
    const phrases = phrasesAt(forms, i);
    markLongest(phrases, i, g.places, 'L', marks);
    markLongest(phrases, i, g.organizations, 'O', marks);
  }
  return marks;
}

/** The one to four forms from the i-th on, joined. */
function phrasesAt(forms: readonly string[], i: number): string[] {
  const phrases: string[] = [];
  for (let length = 1; length <= 4 && i + length <= forms.length; length++) {
    const form = forms[i + length - 1] ?? '';
    phrases.push(length === 1 ? form : `${phrases.at(-1) ?? ''} ${form}`);
  }
  return phrases;
}

function markLongest(
  phrases: readonly string[],
  i: number,
  list: ReadonlySet<string>,
  mark: string,
  marks: string[],
): void {
  for (let length = phrases.length; length > 0; length--) {
    if (!list.has(phrases[length - 1] ?? '')) continue;
    for (let k = i; k < i + length; k++) {
      const shown = length > 1 ? `${mark}${mark}` : mark;
      if (!(marks[k] ?? '').includes(mark)) marks[k] = `${marks[k] ?? ''}${shown}`;
    }
    return;
  }
}

/** FNV-1a over the UTF-16 units of the parts, one after the other. */
function bucketOf(...parts: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) & (FEATURE_BUCKETS - 1);
}
