/** Only so much of a text is read: the rest does not make it more worth remembering. */
const READ_CHARACTERS = 4_000;

/** Points at which a text reaches 1 − 1/e of full salience; a plain sentence with a name has about 8. */
const SCALE = 12;

/**
 * How much a text is worth remembering, 0..1, to four places, without a model so that it is there at the
 * acknowledgement: 1 − e^(−points/12), with one point for each distinct word of four letters or more, two for each
 * distinct capitalised word that does not start a sentence, two for each distinct number.
 */
export function salienceOf(text: string): number {
  const read = text.slice(0, READ_CHARACTERS);
  const words = new Set(read.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  const names = new Set(namesIn(read));
  const numbers = new Set(read.match(/\p{N}+/gu) ?? []);
  const points = words.size + 2 * names.size + 2 * numbers.size;
  return Math.round((1 - Math.exp(-points / SCALE)) * 10_000) / 10_000;
}

/** Capitalised words with a word or a comma before them, and only blanks between. */
function namesIn(text: string): string[] {
  const capitalised = [...text.matchAll(/(?<=\s)\p{Lu}\p{L}+/gu)];
  return capitalised.filter(({ index }) => goesOn(text, index)).map(([name]) => name);
}

/** Whether a sentence goes on before an index. Each run of blanks is read once: no two words follow the same one. */
function goesOn(text: string, index: number): boolean {
  let end = index;
  while (end > 0 && /\s/.test(text[end - 1] ?? '')) end -= 1;
  const isPair = end > 1 && /[\uDC00-\uDFFF]/.test(text[end - 1] ?? '');
  return /^[\p{Ll}\p{N},;:)]$/u.test(text.slice(end - (isPair ? 2 : 1), end));
}
