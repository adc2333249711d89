import { nameForm, type Gazetteers } from '../names/gazetteers.js';
import { MONTHS, WEEKDAYS } from '#lexicon/calendar.js';
import { FUNCTION_WORDS } from '#lexicon/function-words.js';
import { NATIONALITIES } from '#lexicon/nationalities.js';
import { ORGANIZATION_ENDINGS } from '#lexicon/organizations.js';
import { PRODUCTS } from '#lexicon/products.js';
import { TITLES } from '#lexicon/titles.js';
import { memoizeText } from '../text/memoize.js';
import { bucketOf, fnv1a } from './feature-hash.js';

/** Gazetteers with entries of several words, and the letter that marks their tokens. */
export const NAME_LISTS = [
  ['places', 'L'],
  ['organizations', 'O'],
] as const;
/** Maximum words of an entry that is looked up. */
const MAX_ENTRY_WORDS = 4;

/** Parts of features that depend on one word alone. */
export interface TokenFeatures {
  readonly lower: string;
  readonly form: string;
  readonly shape: string;
  readonly opening: 'upper' | 'lower' | 'other';
  /** Marks of single-word lists that contain it. */
  readonly marks: string;
  /** Words of the longest gazetteer entry that starts with it; 0 for none. */
  readonly longestEntry: number;
  /** Hashed prefixes and suffixes of one to four letters. */
  readonly affixes: readonly number[];
  readonly buckets: ReturnType<typeof bucketsOf>;
  readonly hashes: ReturnType<typeof hashesOf>;
}

/** Cached features of words, and of the start and end of a sentence. */
export interface TokenFeatureCache {
  readonly of: (token: string) => TokenFeatures;
  readonly start: TokenFeatures;
  readonly end: TokenFeatures;
}

const CACHES = new WeakMap<Gazetteers, TokenFeatureCache>();

/** Feature cache for a set of gazetteers. Features are cached because they are most of the work of tagging. */
export function tokenFeatureCacheOf(gazetteers: Gazetteers): TokenFeatureCache {
  const known = CACHES.get(gazetteers);
  if (known) return known;
  const longestEntry = longestEntries(gazetteers);
  const cache: TokenFeatureCache = {
    of: memoizeText((token) => {
      const form = nameForm(token);
      const marks = marksOf(token, form, gazetteers);
      return featuresOfToken(
        token.toLowerCase(),
        shapeOf(token),
        { form, marks, opening: openingOf(token) },
        longestEntry,
      );
    }),
    start: edge('<s>'),
    end: edge('</s>'),
  };
  CACHES.set(gazetteers, cache);
  return cache;
}

type Looks = Pick<TokenFeatures, 'form' | 'marks' | 'opening'>;

function edge(mark: string): TokenFeatures {
  return featuresOfToken(mark, mark, { form: '', marks: '', opening: 'other' }, new Map());
}

function featuresOfToken(
  lower: string,
  shape: string,
  looks: Looks,
  longestEntry: ReadonlyMap<string, number>,
): TokenFeatures {
  return {
    ...looks,
    lower,
    shape,
    longestEntry: longestEntry.get(looks.form) ?? 0,
    affixes: affixesOf(lower),
    buckets: bucketsOf(lower, shape),
    hashes: hashesOf(lower, shape),
  };
}

/** Complete features of a word, by its position relative to the token. */
function bucketsOf(lower: string, shape: string) {
  const ending = lower.slice(-3);
  const feature = (kind: string, text: string): number => bucketOf(fnv1a(text, fnv1a(kind)));
  return {
    word: feature('w', lower),
    shape: feature('s', shape),
    previous: feature('p1', lower),
    next: feature('n1', lower),
    secondPrevious: feature('p2', lower),
    secondNext: feature('n2', lower),
    endingBefore: feature('x1', ending),
    endingBehind: feature('x2', ending),
  };
}

/** Hash prefixes of features that another part completes. */
function hashesOf(lower: string, shape: string) {
  const opening = (kind: string, text: string): number => fnv1a(text, fnv1a(kind));
  return {
    styled: opening('ss', shape),
    beforeWord: opening('pw', `${lower} `),
    withNext: opening('wn', `${lower} `),
    bothBefore: opening('pp', `${lower} `),
    bothBehind: opening('nn', `${lower} `),
    around: opening('pn', `${lower} `),
    shapeBefore: opening('ps', shape),
    shapeWithNext: opening('ns', shape),
    threeShapes: opening('3s', shape),
    shapeAndPrevious: opening('sp', shape),
    shapeAndNext: opening('sn', shape),
  };
}

function affixesOf(word: string): number[] {
  const letters = word.slice(0, 40);
  const found: number[] = [];
  for (let n = 1; n <= 4 && n < letters.length; n++) {
    found.push(bucketOf(fnv1a(letters.slice(0, n), fnv1a('<'))), bucketOf(fnv1a(letters.slice(-n), fnv1a('>'))));
  }
  return found;
}

/** Shape of a token: "Xx+" for "Anna", "xXx+" for "iPhone", "0" for digits; runs of a class are one class and "+". */
function shapeOf(token: string): string {
  if (/^[a-z]+$/.test(token)) return token.length > 1 ? 'x+' : 'x';
  const marks = token
    .slice(0, 32)
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{Ll}|\p{Lo}|\p{Lm}/gu, 'x')
    .replace(/\p{N}/gu, '0');
  return marks.replace(/(.)\1+/gu, '$1+');
}

function openingOf(token: string): TokenFeatures['opening'] {
  if (/^\p{Lu}/u.test(token)) return 'upper';
  return /^\p{Ll}/u.test(token) ? 'lower' : 'other';
}

function marksOf(token: string, form: string, g: Gazetteers): string {
  let marks = '';
  if (g.firstNames.has(form)) marks += 'f';
  if (g.surnames.has(form)) marks += 's';
  if (FUNCTION_WORDS.has(form)) marks += 'w';
  if (ORGANIZATION_ENDINGS.has(form)) marks += 'o';
  if (PRODUCTS.has(form)) marks += 'p';
  if (TITLES.has(form)) marks += 't';
  if (WEEKDAYS.has(form) || MONTHS.has(form)) marks += 'm';
  if (NATIONALITIES.has(form)) marks += 'n';
  return /^\d/.test(token) ? `${marks}d` : marks;
}

/** Words of the longest entry by first word: few words start an entry of several. */
function longestEntries(gazetteers: Gazetteers): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const [name] of NAME_LISTS) {
    for (const entry of gazetteers[name]) {
      const words = entry.split(' ');
      const first = words[0] ?? '';
      longest.set(first, Math.max(longest.get(first) ?? 0, Math.min(words.length, MAX_ENTRY_WORDS)));
    }
  }
  return longest;
}
