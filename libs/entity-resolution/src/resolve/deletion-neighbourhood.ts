const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
/** Names longer than this keep enough of their beginning or end to be found by it. Some 54 spellings for each letter. */
const LONGEST = 32;

/**
 * Every spelling of a folded name with one typing error in a word of at least four Latin letters: a letter too many, one
 * missing, one other, two neighbours exchanged. None of a long name, or one of digits or other scripts.
 */
export function deletionNeighbourhood(name: string): string[] {
  if (name.length > LONGEST) return [];
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
