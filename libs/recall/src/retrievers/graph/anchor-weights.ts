import { SPEAKER_MARK, termsOf } from '#search/terms/terms.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import type { LinkedEntity } from './entity-linking.js';

/** Share of a scope's memories from which on somebody is in everything, and what is left then of the weight. */
const UBIQUITOUS_SHARE = 0.3;
const MIN_WEIGHT = 0.5;

/**
 * What each entity that a question names is worth as a beginning, 0.5..1: of one of two who talk all the time, a claim says
 * less for the memory behind it than of somebody who came up twice. By how many memories have the name in their text or as their
 * speaker's; of a name of several words by the rarest.
 */
export async function anchorWeights(
  index: Pick<ScopeIndex, 'documentFrequencies'>,
  anchors: readonly LinkedEntity[],
): Promise<ReadonlyMap<string, number>> {
  const terms = [...new Set(anchors.flatMap(termsOfName))];
  const { documentFrequencies, documentCount } = await index.documentFrequencies([
    ...terms,
    ...terms.map((term) => SPEAKER_MARK + term),
  ]);
  const memories = (term: string): number =>
    (documentFrequencies.get(term) ?? 0) + (documentFrequencies.get(SPEAKER_MARK + term) ?? 0);
  return new Map(
    anchors.map((anchor) => {
      const own = termsOfName(anchor);
      const share = own.length === 0 ? 0 : Math.min(...own.map(memories)) / Math.max(1, documentCount);
      return [anchor.entityId, 1 - (1 - MIN_WEIGHT) * Math.min(1, share / UBIQUITOUS_SHARE)];
    }),
  );
}

function termsOfName({ words }: LinkedEntity): string[] {
  return words.flatMap((word) => [...termsOf(word)]);
}
