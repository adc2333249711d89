/** Maximum length of a term in UTF-16 units. */
export const MAX_TERM_LENGTH = 64;

export const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Scripts written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/** Pairs of neighbouring characters, by which words of a script without spaces are found. */
export function* bigramsOf(word: string): Generator<string> {
  const characters = Array.from(word);
  if (characters.length === 1) yield word;
  for (let i = 1; i < characters.length; i += 1) yield `${characters[i - 1] ?? ''}${characters[i] ?? ''}`;
}
