import { editsBetween } from '#graph/resolve/typing-errors.js';
import { beginningOf, gramsOf, type AlikeTerm, type ScopeIndex } from '../index/scope-index.js';

/** A term of the scope that is spelt like one of the question. */
export interface Variant extends AlikeTerm {
  /** 0..1: how alike they are. */
  readonly likeness: number;
}

/** Terms taken of each term of the question. */
const VARIANTS_EACH = 4;
/** Terms of the question that variants are looked for, the first ones. */
const MAX_ASKED = 32;
/** Share of four-character runs that two terms must have in common (Dice). */
const ALIKE = 0.4;
/** What a term is worth that a slip of the pen explains. */
const SLIP = 0.8;

/**
 * Terms of the scope that are spelt like those of the question: of a word that the scope knows, other forms with the
 * same beginning ("counsel", "counselor"); of one that it does not know, also those that a slip or two explain
 * ("Lisobn"). Words of four letters or more.
 */
export async function variantsOf(
  index: ScopeIndex,
  terms: readonly { readonly term: string; readonly documents: number }[],
): Promise<Variant[]> {
  const asked = terms.filter(({ term }) => /^\p{L}{4,32}$/u.test(term)).slice(0, MAX_ASKED);
  const known = new Set(asked.filter(({ documents }) => documents > 0).map(({ term }) => term));
  if (asked.length === 0) return [];
  const alike = await index.alike(
    asked.map(({ term }) => term),
    known,
  );
  const variants = alike.map((row) => {
    return { ...row, likeness: likeness(row.asked, row.term, known.has(row.asked)) };
  });
  return asked.flatMap(({ term }) =>
    variants
      .filter((variant) => variant.asked === term && variant.likeness > 0)
      .sort((a, b) => b.likeness - a.likeness || (a.term < b.term ? -1 : 1))
      .slice(0, VARIANTS_EACH),
  );
}

/** 0 where they are not alike. */
function likeness(asked: string, term: string, known: boolean): number {
  const slips = asked.length < 8 ? 1 : 2;
  if (!known && editsBetween(asked, term, slips) !== null) return SLIP;
  if (beginningOf(asked) !== beginningOf(term)) return 0;
  const dice = diceOf(gramsOf(asked), gramsOf(term));
  return dice < ALIKE ? 0 : dice;
}

function diceOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((gram) => b.has(gram)).length;
  return (2 * shared) / (a.size + b.size);
}
