/** Length of the prefix that is scored; more text does not make a memory more salient. */
const MAX_CHARACTERS = 4_000;

/** Points at which salience reaches 1 − 1/e; a plain sentence with a name has about 8. */
const SCALE = 12;

/**
 * Salience of a text from 0 to 1, rounded to four places: 1 − e^(−points/12). One point for each distinct word of four
 * or more letters, two for each distinct capitalized word that does not start a sentence, two for each distinct number.
 * No model is involved, so it is known when the write is acknowledged.
 */
export function salienceOf(text: string): number {
  const read = text.slice(0, MAX_CHARACTERS);
  const words = new Set(read.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  const names = new Set(namesIn(read));
  const numbers = new Set(read.match(/\p{N}+/gu) ?? []);
  const points = words.size + 2 * names.size + 2 * numbers.size;
  return Math.round((1 - Math.exp(-points / SCALE)) * 10_000) / 10_000;
}

/** Capitalized words that continue a sentence: preceded by a word or a comma and blanks. */
function namesIn(text: string): string[] {
  const capitalised = [...text.matchAll(/(?<=\s)\p{Lu}\p{L}+/gu)];
  return capitalised.filter(({ index }) => continuesSentence(text, index)).map(([name]) => name);
}

/** Whether the sentence continues before an index. Linear overall: no two words follow the same run of blanks. */
function continuesSentence(text: string, index: number): boolean {
  let end = index;
  while (end > 0 && /\s/.test(text[end - 1] ?? '')) end -= 1;
  const isPair = end > 1 && /[\uDC00-\uDFFF]/.test(text[end - 1] ?? '');
  return /^[\p{Ll}\p{N},;:)]$/u.test(text.slice(end - (isPair ? 2 : 1), end));
}
