/** Span in UTF-16 indices, end exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const MAX_SPANS = 200;
/** Maximum length of a surface form, in UTF-16 units; a longer one is found nowhere. */
const MAX_SURFACE = 200;

/** Occurrences of a surface form in a text as whole words, with exact spelling. */
export function findSpans(text: string, surface: string, limit: number = MAX_SPANS): TextSpan[] {
  const spans: TextSpan[] = [];
  if (surface === '' || surface.length > MAX_SURFACE) return spans;
  for (
    let at = text.indexOf(surface);
    at >= 0 && spans.length < limit;
    at = text.indexOf(surface, at + surface.length)
  ) {
    const end = at + surface.length;
    if (!joins(text, at) && !joins(text, end)) spans.push({ start: at, end });
  }
  return spans;
}

/** Whether a text has these words as whole words; of a long passage only that it is in the text. */
export function saysWords(text: string, words: string): boolean {
  return words.length > MAX_SURFACE ? text.includes(words) : findSpans(text, words, 1).length > 0;
}

/** Whether a text has two words or more; a character of a script without spaces counts as one. */
export function hasTwoWords(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  return words.length > 1 || words.some((word) => word.length > 1 && !isSpaced(word));
}

/** Whether the characters on both sides of an index belong to one word. */
function joins(text: string, index: number): boolean {
  const before = /[\p{L}\p{N}]$/u.exec(text.slice(Math.max(0, index - 2), index));
  const after = /^[\p{L}\p{M}\p{N}]/u.exec(text.slice(index, index + 2));
  return before !== null && after !== null && isSpaced(before[0]) && isSpaced(after[0]);
}

/** False for scripts without spaces between words, which have no word boundaries. */
function isSpaced(character: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(
    character,
  );
}
