import { cutText } from '#contracts/cut-text.js';
import type { Sql } from '#database/sql.js';
import { termsOf } from '#graph/search/search-terms.js';
import { weighTerms } from './lexical/term-weights.js';
import type { AskedQuery } from './retriever.js';
import { readAskedTime } from './time/asked-time.js';

/** What is read of a question: one of a mebibyte must not cost more than a long one. */
const MAX_UNITS = 16_384;
const MAX_TERMS = 128;

/** Reads a question as the retrievers need it. Both promises have to be awaited at once: each may fail. */
export function readQuery(sql: Sql, scopeId: string, whole: string): AskedQuery {
  const text = cutText(whole, MAX_UNITS);
  const terms = new Set<string>();
  for (const term of termsOf(text)) {
    terms.add(term);
    if (terms.size === MAX_TERMS) break;
  }
  return {
    text,
    terms: [...terms],
    weights: weighTerms(sql, scopeId, [...terms]),
    time: readAskedTime(sql, scopeId, text, Date.now()),
  };
}
