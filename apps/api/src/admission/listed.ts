import { withinPage } from '#graph/queries/page-bytes.js';

/** A list as it is answered. */
export type Listed<Name extends string> = Readonly<Record<Name, readonly object[]>> & {
  readonly count: number;
  /** Present where the list was cut because of its bytes. */
  readonly truncated?: true;
};

/** The list under its name, as far as one page goes. */
export function listed<Name extends string>(name: Name, all: readonly object[]): Listed<Name> {
  const { items, truncated } = withinPage(all);
  return { [name]: items, count: items.length, ...(truncated ? { truncated } : {}) } as Listed<Name>;
}
