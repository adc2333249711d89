import { cutText } from '#contracts/cut-text.js';
import type { Sql } from '#database/sql.js';
import { termsOf } from '#graph/search/search-terms.js';
import { weighTerms } from './lexical/term-weights.js';
import type { RecallQuery } from './retriever.js';
import { readAskedTime } from './time/asked-time.js';

/** What is read of a question: one of a mebibyte must not cost more than a long one. */
const MAX_UNITS = 16_384;
const MAX_TERMS = 128;

/** Reads a question as the retrievers need it: its terms, and what they weigh in the scope. */
export async function readQuery(sql: Sql, scopeId: string, whole: string): Promise<RecallQuery> {
  const text = cutText(whole, MAX_UNITS);
  const terms = new Set<string>();
  for (const term of termsOf(text)) {
    terms.add(term);
    if (terms.size === MAX_TERMS) break;
  }
  const [weights, time] = await Promise.all([
    weighTerms(sql, scopeId, [...terms]),
    readAskedTime(sql, scopeId, text, Date.now()),
  ]);
  return { text, terms: [...terms], weights, time };
}
