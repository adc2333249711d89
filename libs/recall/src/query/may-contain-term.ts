/**
 * Whether a folded text may have one of the terms, told without stemming its words: a stem differs from its word at its
 * last letter or behind that, and not at the first two where it has three. Terms are letters and digits alone; scripts
 * without spaces have terms that begin anywhere.
 */
export function mayContainTerm(terms: Iterable<string>): (folded: string) => boolean {
  const beginnings = new Set<string>();
  for (const term of terms) beginnings.add(term.slice(0, term.length < 3 ? 1 : Math.max(2, term.length - 1)));
  const choices = [...beginnings].map((text) => (/^[a-z0-9]+$/.test(text) ? `(?<![a-z0-9])${text}` : text));
  if (choices.length === 0) return () => false;
  // eslint-disable-next-line no-restricted-syntax -- letters and digits, which stand for themselves: no loop
  const any = new RegExp(choices.join('|'));
  return (folded) => any.test(folded);
}
