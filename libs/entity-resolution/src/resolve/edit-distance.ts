/** Letters of the shortest word in which a typing error is seen: within a longer name, and alone. */
const MIN_LETTERS = { within: 4, alone: 5 };
/** Letters from which on a word may have two errors. */
const TWO_ERRORS_FROM = 9;

/**
 * How many typing errors lie between a word and the word that was meant: 0 for the same word; null where they are two
 * words. A word that is a word of its own (`isKnown`) is taken for an error only where neighbouring letters changed
 * places or one was doubled: `Maria` is not a slip for `Mario`, `Micheal` is one for `Michael`. Numbers, numerals and
 * initials are what they are.
 */
export function countTypingErrors(
  word: string,
  meant: string,
  { alone, isKnown }: { readonly alone: boolean; readonly isKnown: (word: string) => boolean },
): number | null {
  if (word === meant) return 0;
  if (/\p{N}/u.test(word + meant)) return null;
  const length = Math.min(word.length, meant.length);
  if (length < (alone ? MIN_LETTERS.alone : MIN_LETTERS.within)) return null;
  const edits = editDistance(word, meant, length >= TWO_ERRORS_FROM ? 2 : 1);
  if (edits === null) return null;
  if (isKnown(word) && !isAdjacentTransposition(word, meant)) return null;
  return edits;
}

/** Two neighbouring letters in each other's place, or a letter twice. */
function isAdjacentTransposition(a: string, b: string): boolean {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  let at = 0;
  while (longer[at] === shorter[at]) at += 1;
  if (longer.length > shorter.length)
    return longer[at] === longer[at - 1] && longer.slice(at + 1) === shorter.slice(at);
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/**
 * Edits between two words, each a letter too many, one missing, one other, or two neighbours exchanged (optimal string
 * alignment); null for more than `most`.
 */
export function editDistance(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  // Row i, column j: edits between the first i letters of a and the first j of b.
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const exchanged = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, exchanged));
    }
    if (Math.min(...row) > most) return null;
  }
  const edits = at(a.length, b.length);
  return edits <= most ? edits : null;
}
