import { SPEAKER_MARK, termsOf } from '#search/terms/terms.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import type { LinkedEntity } from './entity-linking.js';

/** Share of a scope's memories from which an entity counts as ubiquitous, and the weight of such an entity. */
const UBIQUITOUS_SHARE = 0.3;
const MIN_WEIGHT = 0.5;

/**
 * Weight of each entity that a question names as a start of the graph walk, 0.5..1. Claims about an entity that occurs
 * in most memories say less about a memory than claims about a rare one. The weight depends on how many memories
 * contain the name in their text or as their speaker; for a name of several words, the rarest word counts.
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
