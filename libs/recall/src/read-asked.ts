import { SPEAKER_MARK, termsOf } from '#graph/search/search-terms.js';
import type { Asked } from './lifts.js';
import type { RecallQuery } from './retriever.js';
import { nearnessTo } from './time/asked-time.js';

/** Whom and when a question asks about. */
export function readAsked({ weights, time }: RecallQuery): Asked {
  const named = new Set(weights.speakers.map(({ term }) => term.slice(SPEAKER_MARK.length)));
  const { span } = time;
  return {
    names: (speaker) => named.size > 0 && [...termsOf(speaker)].some((term) => named.has(term)),
    nearness: span === null ? null : (said) => nearnessTo(span, said),
    when: time.when,
  };
}
