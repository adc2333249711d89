/** Maximum length of a cached key in UTF-16 units: longer strings rarely recur. */
const MAX_KEY_LENGTH = 64;
const MAX_ENTRIES = 10_000;

/**
 * Memoizes a function of a text: most words of a conversation recur. Caches at most `most` texts of at most `longest`
 * UTF-16 units. When the cache is full, it is cleared: that is cheaper than tracking the order of use, and bounds the
 * memory that hostile text can fill.
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
