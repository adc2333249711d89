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
 * lists it stands in.
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
  const features: string[] = [
    'b',
    `w${w.lower}`,
    `s${w.shape}`,
    `ss${w.shape}${style}`,
    `l${w.lists}`,
    `p1${p1.lower}`,
    `n1${n1.lower}`,
    `p2${p2.lower}`,
    `n2${n2.lower}`,
    `pw${p1.lower} ${w.lower}`,
    `wn${w.lower} ${n1.lower}`,
    `pp${p2.lower} ${p1.lower}`,
    `nn${n1.lower} ${n2.lower}`,
    `pn${p1.lower} ${n1.lower}`,
    `ps${p1.shape}${w.shape}`,
    `ns${w.shape}${n1.shape}`,
    `3s${p1.shape}${w.shape}${n1.shape}`,
    `pl${p1.lists}`,
    `nl${n1.lists}`,
    `ll${p1.lists}|${w.lists}`,
    `lm${w.lists}|${n1.lists}`,
    `ls${w.lists}${w.shape}`,
    `lp${w.lists}${p1.lower}`,
    `ln${w.lists}${n1.lower}`,
    `sp${w.shape}${p1.lower}`,
    `sn${w.shape}${n1.lower}`,
    ...affixes(w.lower),
    `x1${p1.lower.slice(-3)}`,
    `x2${n1.lower.slice(-3)}`,
  ];
  return Int32Array.from(features, bucketOf);
}

const START: WordView = { lower: '<s>', shape: '<s>', lists: '' };
const END: WordView = { lower: '</s>', shape: '</s>', lists: '' };

function affixes(word: string): string[] {
  const letters = word.slice(0, 40);
  const found: string[] = [];
  for (let n = 1; n <= 4 && n < letters.length; n++) found.push(`<${letters.slice(0, n)}`, `>${letters.slice(-n)}`);
  return found;
}

/** "Xx" for "Anna", "xX" for "iPhone", "d" for digits; runs count once. */
function shapeOf(token: string): string {
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
    markLongest(forms, i, g.places, 'L', marks);
    markLongest(forms, i, g.organizations, 'O', marks);
  }
  return marks;
}

function markLongest(
  forms: readonly string[],
  i: number,
  list: ReadonlySet<string>,
  mark: string,
  marks: string[],
): void {
  for (let length = Math.min(4, forms.length - i); length > 0; length--) {
    if (!list.has(forms.slice(i, i + length).join(' '))) continue;
    for (let k = i; k < i + length; k++) {
      const shown = length > 1 ? `${mark}${mark}` : mark;
      if (!(marks[k] ?? '').includes(mark)) marks[k] = `${marks[k] ?? ''}${shown}`;
    }
    return;
  }
}

/** FNV-1a over UTF-16 units. */
function bucketOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < feature.length; i++) hash = Math.imul(hash ^ feature.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & (FEATURE_BUCKETS - 1);
}
