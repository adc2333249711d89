const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
/**
 * Maximum length of a name in code units; a longer one is found by its beginning or end. There are about 54 spellings
 * per letter.
 */
const MAX_LENGTH = 32;

/**
 * All spellings of a folded name at edit distance 1 within a word of at least four Latin letters: one letter inserted,
 * deleted or replaced, or two adjacent letters transposed. Empty for a long name, and for one of digits or other
 * scripts.
 */
export function singleEditVariants(name: string): string[] {
  if (name.length > MAX_LENGTH) return [];
  const spellings: string[] = [];
  for (const { 0: word, index } of name.matchAll(/[a-z]{4,}/g)) {
    const [before, after] = [name.slice(0, index), name.slice(index + word.length)];
    for (const spelling of oneEditAway(word)) spellings.push(before + spelling + after);
  }
  return spellings;
}

function oneEditAway(word: string): string[] {
  const words: string[] = [];
  for (let at = 0; at <= word.length; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) words.push(head + letter + tail);
    if (tail === '') continue;
    words.push(head + tail.slice(1));
    for (const letter of LETTERS) words.push(head + letter + tail.slice(1));
    words.push(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
  }
  return words;
}
