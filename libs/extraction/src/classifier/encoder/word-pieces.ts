import { Tokenizer } from '@huggingface/tokenizers';
import { LRUCache } from 'lru-cache';

/** Letter case of a word, as in training; the encoder reads all words in lower case. */
const CASE = { none: 1, digits: 2, lower: 3, title: 4, upper: 5, mixed: 6, capital: 7 } as const;

const MAX_TOKENS_PER_WORD = 12;
const MAX_CACHED_WORDS = 20_000;
const WITHOUT_SPECIAL = { add_special_tokens: false } as const;

/** Interface of the library as used here; its own declarations do not resolve for ES modules. */
interface WordTokenizer {
  encode(text: string, options: { readonly add_special_tokens: boolean }): { readonly ids: number[] };
  token_to_id(token: string): number | undefined;
}

/** Tokens of words as the encoder reads them, and the index of each word's first token. */
export interface Pieces {
  readonly ids: number[];
  readonly cases: number[];
  /** Words that did not fit are missing. */
  readonly first: number[];
}

interface WordOfPieces {
  readonly own: readonly number[];
  readonly written: number;
}

/** Splits words into the encoder's tokens (WordPiece). */
export class WordPieces {
  private readonly tokenizer: WordTokenizer;
  private readonly cache = new LRUCache<string, WordOfPieces>({ max: MAX_CACHED_WORDS });
  private readonly begin: number;
  private readonly end: number;
  private readonly unknown: number;

  /** @param vocabulary content of tokenizer.json */
  constructor(vocabulary: object) {
    this.tokenizer = new (Tokenizer as unknown as new (vocabulary: object, config: object) => WordTokenizer)(
      vocabulary,
      {},
    );
    this.begin = this.idOf('[CLS]');
    this.end = this.idOf('[SEP]');
    this.unknown = this.idOf('[UNK]');
  }

  /** Tokens of as many words as fit. @param longest maximum tokens, including start and end token */
  of(words: readonly string[], longest: number): Pieces {
    const ids = [this.begin];
    const cases: number[] = [CASE.none];
    const first: number[] = [];
    for (const word of words) {
      const { own, written } = this.ofWord(word);
      if (ids.length + own.length + 1 > longest) break;
      first.push(ids.length);
      for (const id of own) {
        ids.push(id);
        cases.push(written);
      }
    }
    return { ids: [...ids, this.end], cases: [...cases, CASE.none], first };
  }

  private ofWord(word: string): WordOfPieces {
    const known = this.cache.get(word);
    if (known) return known;
    const { ids } = this.tokenizer.encode(word, WITHOUT_SPECIAL);
    const own = ids.length === 0 ? [this.unknown] : ids.slice(0, MAX_TOKENS_PER_WORD);
    const made = { own, written: caseOf(word) };
    this.cache.set(word, made);
    return made;
  }

  private idOf(token: string): number {
    const id = this.tokenizer.token_to_id(token);
    if (id === undefined) throw new Error(`the vocabulary lacks ${token}`);
    return id;
  }
}

function caseOf(word: string): number {
  const letters = Array.from(word).filter((c) => /\p{L}/u.test(c));
  const [initial, ...rest] = letters;
  if (initial === undefined) return /\p{Nd}/u.test(word) ? CASE.digits : CASE.none;
  if (letters.every(isLower)) return CASE.lower;
  if (letters.every(isUpper)) return letters.length === 1 ? CASE.capital : CASE.upper;
  return isUpper(initial) && !rest.some(isUpper) ? CASE.title : CASE.mixed;
}

function isLower(letter: string): boolean {
  return /\p{Lowercase}/u.test(letter);
}

function isUpper(letter: string): boolean {
  return /\p{Uppercase}/u.test(letter);
}
