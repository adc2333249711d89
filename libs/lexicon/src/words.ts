/** Set of the words of a list that white space separates. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}

/** Set of the phrases of a list that commas separate. */
export function phrases(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' ')));
}

/** Entries as an alternation of a regular expression or a claim pattern: "a|b|c". */
export function alternation(entries: Iterable<string>): string {
  return [...entries].join('|');
}
