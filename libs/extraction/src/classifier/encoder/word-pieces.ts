import { Tokenizer } from '@huggingface/tokenizers';
import { LRUCache } from 'lru-cache';

/** How a word is written, as the encoder was trained on it; it reads all words in lower case. */
const CASE = { none: 1, digits: 2, lower: 3, title: 4, upper: 5, mixed: 6, capital: 7 } as const;

const MOST_PIECES_OF_WORD = 12;
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
  /** Of each piece, to which of two parts of the text it belongs. */
  readonly segments: number[];
  /** Of words that did not fit, none. */
  readonly first: number[];
}

/** Splits words into the pieces that the encoder knows. */
export class WordPieces {
  private readonly tokenizer: WordTokenizer;
  private readonly remembered = new LRUCache<string, readonly number[]>({ max: WORDS_REMEMBERED });
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

  /**
   * The pieces of as many words as fit.
   * @param longest pieces in all, with those that mark the ends
   * @param segments the part of the text of each word, where there are two; a mark stands between them
   */
  of(words: readonly string[], longest: number, segments: readonly number[] = []): Pieces {
    const pieces: Pieces = { ids: [], cases: [], segments: [], first: [] };
    const push = (id: number, written: number, segment: number) => {
      pieces.ids.push(id);
      pieces.cases.push(written);
      pieces.segments.push(segment);
    };
    push(this.begin, CASE.none, segments[0] ?? 0);
    for (const [i, word] of words.entries()) {
      const segment = segments[i] ?? 0;
      const own = this.ofWord(word);
      if (pieces.ids.length + own.length + 2 > longest) break;
      if (i > 0 && segment !== (segments[i - 1] ?? 0)) push(this.end, CASE.none, 1);
      pieces.first.push(pieces.ids.length);
      const written = caseOf(word);
      for (const id of own) push(id, written, segment);
    }
    push(this.end, CASE.none, 0);
    return pieces;
  }

  private ofWord(word: string): readonly number[] {
    const known = this.remembered.get(word);
    if (known) return known;
    const { ids } = this.tokenizer.encode(word, WITHOUT_SPECIAL);
    const own = ids.length === 0 ? [this.unknown] : ids.slice(0, MOST_PIECES_OF_WORD);
    this.remembered.set(word, own);
    return own;
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
