/** UTF-16 units; longer strings are no words that come again. */
const MAX_KEY_LENGTH = 64;
const MAX_ENTRIES = 10_000;

/**
 * Makes a function of a word, or of another text, remember what it gave: of the words of a talk most come again and again.
 * Holds at most `most` texts of at most `longest` UTF-16 units, and begins anew when it is full, which costs less than to
 * keep their order, and bounds what hostile text can fill.
 */
export function memoizeText<V extends object | string | boolean>(
  make: (text: string) => V,
  { most = MAX_ENTRIES, longest = MAX_KEY_LENGTH } = {},
): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    const old = known.get(text);
    if (old !== undefined) return old;
    const made = make(text);
    if (text.length > longest) return made;
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
}
