/**
 * Builds a prefilter: whether a folded text may contain one of the terms, decided without stemming its words. It relies
 * on how stems are formed: a stem differs from its word only at the stem's last letter or after it, and keeps the first
 * two letters if it has three or more. Terms consist of letters and digits. Terms of scripts without spaces may begin
 * anywhere.
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
