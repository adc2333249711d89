import { cutText } from '#contracts/cut-text.js';
import type { Sql } from '#database/sql.js';
import { termsOf } from '#search/terms/terms.js';
import { weighQueryTerms } from './term-weights.js';
import type { PendingQuery } from './analyzed-query.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { parseTemporalIntent, stripRecencyWords } from './temporal-intent.js';

/** UTF-16 units that are read of a question: more than its terms, its names and the pieces of its vector come from. */
const MAX_UNITS = 4_096;
/** Distinct terms that are looked up in the scope's index, the first ones. */
const MAX_TERMS = 128;
/**
 * Terms by which is searched, of more the rarest: the others weigh little beside them, and each is held against hundreds
 * of memories by several retrievers.
 */
const MAX_SEARCH_TERMS = 32;

/** What is read of a question, its beginning: one of a mebibyte must not cost more than a long one. */
export function truncateQuestion(whole: string): string {
  return cutText(whole, MAX_UNITS);
}

/** Reads a question as the retrievers need it. All promises have to be awaited at once: each may fail. */
export function analyzeQuery(
  sql: Sql,
  scopeId: string,
  whole: string,
  index: Promise<ScopeIndex>,
  lastIndex: ScopeIndex | null = null,
  nowMs = Date.now(),
): PendingQuery {
  const text = truncateQuestion(whole);
  const withoutRecencyWords = firstTerms(stripRecencyWords(text));
  const terms = withoutRecencyWords.length > 0 ? withoutRecencyWords : firstTerms(text);
  return {
    text,
    terms,
    ...{ index, lastIndex },
    termWeights: index.then((known) => weighQueryTerms(known, terms, MAX_SEARCH_TERMS)),
    temporalIntent: parseTemporalIntent(sql, scopeId, text, nowMs),
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
