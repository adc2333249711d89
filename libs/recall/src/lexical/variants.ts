import type { Sql } from '#database/sql.js';
import { editsBetween } from '#graph/resolve/typing-errors.js';

/** A term of the scope that is spelt like one of the question. */
export interface Variant {
  readonly asked: string;
  readonly term: string;
  /** In how many memories it stands. */
  readonly documents: number;
  /** 0..1: how alike they are. */
  readonly likeness: number;
}

/** Characters that forms of one word begin with. */
const BEGINNING = 4;
/** Terms looked at of each beginning and of each four characters, and taken of each term of the question. */
const TERMS_EACH = 500;
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
  sql: Sql,
  scopeId: string,
  terms: readonly { readonly term: string; readonly documents: number }[],
): Promise<Variant[]> {
  const asked = terms.filter(({ term }) => /^\p{L}{4,32}$/u.test(term)).slice(0, MAX_ASKED);
  const known = new Set(asked.filter(({ documents }) => documents > 0).map(({ term }) => term));
  const words = asked.map(({ term }) => term);
  const variants = (await readAlike(sql, scopeId, words, known)).map((row) => {
    return { ...row, likeness: likeness(row.asked, row.term, known.has(row.asked)) };
  });
  return asked.flatMap(({ term }) =>
    variants
      .filter((variant) => variant.asked === term && variant.likeness > 0)
      .sort((a, b) => b.likeness - a.likeness || (a.term < b.term ? -1 : 1))
      .slice(0, VARIANTS_EACH),
  );
}

/** Terms with the same beginning; of those that the scope does not know also terms that share any four characters. */
async function readAlike(
  sql: Sql,
  scopeId: string,
  asked: readonly string[],
  known: ReadonlySet<string>,
): Promise<{ asked: string; term: string; documents: number }[]> {
  if (asked.length === 0) return [];
  const spelt = asked
    .filter((term) => !known.has(term))
    .flatMap((term) => [...gramsOf(term)].map((gram) => ({ term, gram })));
  const { rows } = await sql.query<{ asked: string; term: string; documents: number }>(
    `SELECT asked.term AS asked, t.term, t.documents
     FROM unnest($2::text[], $3::text[], $4::text[]) AS asked (term, least, beyond) CROSS JOIN LATERAL (
       SELECT term, documents FROM search_terms
       WHERE scope_id = $1 AND term >= asked.least AND term < asked.beyond AND term <> asked.term
       ORDER BY term LIMIT ${String(TERMS_EACH)}
     ) AS t
     UNION
     SELECT g.asked, t.term, t.documents
     FROM (
       SELECT DISTINCT asked.term AS asked, g.term FROM unnest($5::text[], $6::text[]) AS asked (term, gram)
       CROSS JOIN LATERAL (
         SELECT term FROM search_grams WHERE scope_id = $1 AND gram = asked.gram ORDER BY term LIMIT ${String(TERMS_EACH)}
       ) AS g
       WHERE abs(length(g.term) - length(asked.term)) <= 2
     ) AS g JOIN search_terms AS t ON t.scope_id = $1 AND t.term = g.term`,
    [
      ...[scopeId, asked, asked.map(beginningOf), asked.map((term) => `${beginningOf(term)}\u{10ffff}`)],
      ...[spelt.map(({ term }) => term), spelt.map(({ gram }) => gram)],
    ],
  );
  return rows;
}

function beginningOf(term: string): string {
  return Array.from(term).slice(0, BEGINNING).join('');
}

/** 0 where they are not alike. */
function likeness(asked: string, term: string, known: boolean): number {
  const slips = asked.length < 8 ? 1 : 2;
  if (!known && editsBetween(asked, term, slips) !== null) return SLIP;
  if (beginningOf(asked) !== beginningOf(term)) return 0;
  const dice = diceOf(gramsOf(asked), gramsOf(term));
  return dice < ALIKE ? 0 : dice;
}

function gramsOf(term: string): Set<string> {
  const padded = `^${term}$`;
  return new Set(Array.from({ length: padded.length - 3 }, (_, i) => padded.slice(i, i + 4)));
}

function diceOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((gram) => b.has(gram)).length;
  return (2 * shared) / (a.size + b.size);
}
