import { cutText } from '#contracts/cut-text.js';
import type { Sql } from '#database/sql.js';
import { termsOf } from '#graph/search/search-terms.js';
import { weighTerms } from './lexical/term-weights.js';
import type { AskedQuery } from './retriever.js';
import type { ScopeIndex } from './index/scope-index.js';
import { readAskedTime, withoutNow } from './time/asked-time.js';

/** UTF-16 units that are read of a question: more than its terms, its names and the pieces of its vector come from. */
const MAX_UNITS = 4_096;
/** Distinct terms that are looked up in the scope's index, the first ones. */
const MAX_TERMS = 128;
/**
 * Terms by which is searched, of more the rarest: the others weigh little beside them, and each is held against hundreds
 * of memories by several retrievers.
 */
const MAX_SEARCHED = 32;

/** What is read of a question, its beginning: one of a mebibyte must not cost more than a long one. */
export function cutQuestion(whole: string): string {
  return cutText(whole, MAX_UNITS);
}

/** Reads a question as the retrievers need it. All promises have to be awaited at once: each may fail. */
export function readQuery(
  sql: Sql,
  scopeId: string,
  whole: string,
  index: Promise<ScopeIndex>,
  last: ScopeIndex | null = null,
  nowMs = Date.now(),
): AskedQuery {
  const text = cutQuestion(whole);
  const told = firstTerms(withoutNow(text));
  const terms = told.length > 0 ? told : firstTerms(text);
  return {
    text,
    terms,
    ...{ index, last },
    weights: index.then((known) => weighTerms(known, terms, MAX_SEARCHED)),
    time: readAskedTime(sql, scopeId, text, nowMs),
  };
}

function firstTerms(text: string): string[] {
  const terms = new Set<string>();
  for (const term of termsOf(text)) {
    terms.add(term);
    if (terms.size === MAX_TERMS) break;
  }
  return [...terms];
}
