import { SPEAKER_MARK, termsOf } from '#graph/search/search-terms.js';
import { fold } from '#graph/normal-form.js';
import type { Asked } from './lifts.js';
import type { RecallQuery } from './retriever.js';
import { nearnessTo } from './time/asked-time.js';
import { wordsLike } from './words-like.js';

/** Whom and when a question asks about. */
export function readAsked({ weights, time }: RecallQuery): Asked {
  const named = new Set(weights.speakers.map(({ term }) => term.slice(SPEAKER_MARK.length)));
  const { span } = time;
  const mayName = wordsLike(named);
  const known = new Map<string, boolean>();
  const names = (speaker: string): boolean => {
    const isNamed =
      known.get(speaker) ??
      (mayName(fold(speaker).replaceAll("'", '')) && [...termsOf(speaker)].some((term) => named.has(term)));
    known.set(speaker, isNamed);
    return isNamed;
  };
  return {
    names: (speaker) => named.size > 0 && names(speaker),
    nearness: span === null ? null : (said) => nearnessTo(span, said),
    when: time.when,
  };
}
