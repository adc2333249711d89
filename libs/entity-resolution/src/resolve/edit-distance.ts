/** Minimum length of a word in which typing errors are accepted: within a longer name, and alone. */
const MIN_LETTERS = { within: 4, alone: 5 };
/** Minimum length of a word that may have two errors. */
const TWO_ERRORS_MIN_LENGTH = 9;

/**
 * Number of typing errors between a word and the intended word: 0 when they are equal; null when they are different
 * words. A correctly spelled word (`isKnown`) counts as an error only when adjacent letters were transposed or a letter
 * was doubled: `Maria` is no typing error of `Mario`, `Micheal` is one of `Michael`. Words with digits and short words
 * such as initials must be equal.
 */
export function countTypingErrors(
  word: string,
  target: string,
  { alone, isKnown }: { readonly alone: boolean; readonly isKnown: (word: string) => boolean },
): number | null {
  if (word === target) return 0;
  if (/\p{N}/u.test(word + target)) return null;
  const length = Math.min(word.length, target.length);
  if (length < (alone ? MIN_LETTERS.alone : MIN_LETTERS.within)) return null;
  const edits = editDistance(word, target, length >= TWO_ERRORS_MIN_LENGTH ? 2 : 1);
  if (edits === null) return null;
  if (isKnown(word) && !isAdjacentTransposition(word, target)) return null;
  return edits;
}

/** Whether the words differ by one transposition of adjacent letters, or by one doubled letter. */
function isAdjacentTransposition(a: string, b: string): boolean {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  let at = 0;
  while (longer[at] === shorter[at]) at += 1;
  if (longer.length > shorter.length)
    return longer[at] === longer[at - 1] && longer.slice(at + 1) === shorter.slice(at);
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/**
 * Optimal string alignment distance: insertions, deletions, replacements and transpositions of adjacent letters; null
 * when it exceeds `maxEdits`.
 */
export function editDistance(a: string, b: string, maxEdits: number): number | null {
  if (Math.abs(a.length - b.length) > maxEdits) return null;
  // Row i, column j: distance between the first i letters of a and the first j of b.
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
    if (Math.min(...row) > maxEdits) return null;
  }
  const edits = at(a.length, b.length);
  return edits <= maxEdits ? edits : null;
}
