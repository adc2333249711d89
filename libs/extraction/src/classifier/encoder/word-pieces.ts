import { Tokenizer } from '@huggingface/tokenizers';
import { LRUCache } from 'lru-cache';

/** How a word is written, as the encoder was trained on it; it reads all words in lower case. */
const CASE = { none: 1, digits: 2, lower: 3, title: 4, upper: 5, mixed: 6, capital: 7 } as const;

const MAX_PIECES_OF_WORD = 12;
const WORDS_REMEMBERED = 20_000;
const WITHOUT_SPECIAL = { add_special_tokens: false } as const;

/** What is used of the library; its own declarations do not resolve for ES modules. */
interface WordTokenizer {
  encode(text: string, options: { readonly add_special_tokens: boolean }): { readonly ids: number[] };
  token_to_id(token: string): number | undefined;
}

/** The pieces of words as the encoder reads them, and where in them each word begins. */
export interface Pieces {
  readonly ids: number[];
  readonly cases: number[];
  /** Of words that did not fit, none. */
  readonly first: number[];
}

interface WordOfPieces {
  readonly own: readonly number[];
  readonly written: number;
}

/** Splits words into the pieces that the encoder knows. */
export class WordPieces {
  private readonly tokenizer: WordTokenizer;
  private readonly remembered = new LRUCache<string, WordOfPieces>({ max: WORDS_REMEMBERED });
  private readonly begin: number;
  private readonly end: number;
  private readonly unknown: number;

  /** @param vocabulary what tokenizer.json holds */
  constructor(vocabulary: object) {
    this.tokenizer = new (Tokenizer as unknown as new (vocabulary: object, config: object) => WordTokenizer)(
      vocabulary,
      {},
    );
    this.begin = this.idOf('[CLS]');
    this.end = this.idOf('[SEP]');
    this.unknown = this.idOf('[UNK]');
  }

  /** The pieces of as many words as fit. @param longest pieces in all, with those that mark the ends */
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
    const known = this.remembered.get(word);
    if (known) return known;
    const { ids } = this.tokenizer.encode(word, WITHOUT_SPECIAL);
    const own = ids.length === 0 ? [this.unknown] : ids.slice(0, MAX_PIECES_OF_WORD);
    const made = { own, written: caseOf(word) };
    this.remembered.set(word, made);
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
