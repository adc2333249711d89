/** Longer strings are no words that come again. */
const LONGEST_KEY = 64;

/**
 * Makes a function of a word remember what it gave: of the words of a talk most come again and again. Holds at most `most`
 * words and begins anew when it is full, which costs less than to keep their order, and bounds what hostile text can fill.
 */
export function remembered<V>(make: (word: string) => V, most = 10_000): (word: string) => V {
  const known = new Map<string, V>();
  return (word) => {
    const old = known.get(word);
    if (old !== undefined) return old;
    const made = make(word);
    if (word.length > LONGEST_KEY) return made;
    if (known.size >= most) known.clear();
    known.set(word, made);
    return made;
  };
}
