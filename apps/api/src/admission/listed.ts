import { withinPage } from '#graph/queries/page-bytes.js';

/** Response body of a list route. */
export type Listed<Name extends string> = Readonly<Record<Name, readonly object[]>> & {
  readonly count: number;
  /** Present if the list was cut at the page's byte limit. */
  readonly truncated?: true;
};

/** Builds the response body of a list, cut at the page's byte limit. */
export function listed<Name extends string>(name: Name, all: readonly object[]): Listed<Name> {
  const { items, truncated } = withinPage(all);
  return { [name]: items, count: items.length, ...(truncated ? { truncated } : {}) } as Listed<Name>;
}
