import { cutText } from '#contracts/cut-text.js';
import type { Sql } from '#database/sql.js';
import { termsOf } from '#search/terms/terms.js';
import { weighQueryTerms } from './term-weights.js';
import type { PendingQuery } from './analyzed-query.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { parseTemporalIntent, stripRecencyWords } from './temporal-intent.js';

/** Maximum length of a question in UTF-16 units: more than its terms, names and vector are computed from. */
const MAX_UNITS = 4_096;
/** Maximum number of distinct terms that are looked up in the index; the first ones are used. */
const MAX_TERMS = 128;
/**
 * Maximum number of search terms; the rarest are used. The others weigh little beside them, and several retrievers
 * check each term against hundreds of memories.
 */
const MAX_SEARCH_TERMS = 32;

/** Truncates a question to the part that is read, so that a mebibyte costs no more than a long question. */
export function truncateQuestion(whole: string): string {
  return cutText(whole, MAX_UNITS);
}

/**
 * Analyzes a question for the retrievers. All promises of the result must be awaited together, because each may reject.
 * @param nowMs time of the question, in milliseconds since 1970
 */
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
    termWeights: index.then((known) => weighQueryTerms(known, terms, MAX_SEARCH_TERMS, text)),
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
