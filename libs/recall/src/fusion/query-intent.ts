import { SPEAKER_MARK, termsOf } from '#search/terms/terms.js';
import { fold } from '#contracts/fold.js';
import type { QueryIntent } from './boosts.js';
import type { AnalyzedQuery } from '../query/analyzed-query.js';
import { temporalProximity } from '../query/temporal-intent.js';
import { mayContainTerm } from '../query/may-contain-term.js';

/** Derives from an analyzed question which speakers and times it asks about. */
export function parseQueryIntent({ termWeights, temporalIntent }: AnalyzedQuery): QueryIntent {
  const named = new Set(termWeights.speakers.map(({ term }) => term.slice(SPEAKER_MARK.length)));
  const { span } = temporalIntent;
  const mayName = mayContainTerm(named);
  const known = new Map<string, boolean>();
  const namesSpeaker = (speaker: string): boolean => {
    const isNamed =
      known.get(speaker) ??
      (mayName(fold(speaker).replaceAll("'", '')) && [...termsOf(speaker)].some((term) => named.has(term)));
    known.set(speaker, isNamed);
    return isNamed;
  };
  return {
    namesSpeaker: (speaker) => named.size > 0 && namesSpeaker(speaker),
    temporalProximity: span === null ? null : (said) => temporalProximity(span, said),
    asksForTime: temporalIntent.asksForTime,
  };
}
