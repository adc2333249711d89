import nlp from 'compromise';

/** A name that compromise finds; offsets in UTF-16 units. */
export interface CompromiseName {
  readonly kind: 'PER' | 'LOC' | 'ORG';
  readonly start: number;
  readonly end: number;
}

interface Found {
  readonly terms: readonly { readonly offset: { readonly start: number; readonly length: number } }[];
}

/** Persons, places and organizations of a text, as compromise 14 finds them; without the punctuation around them. */
export function compromiseNames(text: string): CompromiseName[] {
  const doc = nlp(text);
  const lists = [
    { kind: 'PER', view: doc.people() },
    { kind: 'LOC', view: doc.places() },
    { kind: 'ORG', view: doc.organizations() },
  ] as const;
  return lists.flatMap(({ kind, view }) =>
    (view.json({ offset: true }) as Found[]).flatMap(({ terms }) => {
      const [first, last] = [terms[0]?.offset, terms.at(-1)?.offset];
      return first && last ? [{ kind, start: first.start, end: last.start + last.length }] : [];
    }),
  );
}
