import { SPEAKER_MARK, termsOf } from '#graph/search/search-terms.js';
import type { ScopeIndex } from '../index/scope-index.js';
import type { NamedEntity } from './query-entities.js';

/** Share of a scope's memories from which on somebody is in everything, and what is left then of the weight. */
const IN_EVERYTHING = 0.3;
const LEAST = 0.5;

/**
 * What each entity that a question names is worth as a beginning, 0.5..1: of one of two who talk all the time, a claim says
 * less for the memory behind it than of somebody who came up twice. By how many memories have the name in their text or as their
 * speaker's; of a name of several words by the rarest.
 */
export async function anchorWeights(
  index: Pick<ScopeIndex, 'counts'>,
  anchors: readonly NamedEntity[],
): Promise<ReadonlyMap<string, number>> {
  const terms = [...new Set(anchors.flatMap(termsOfName))];
  const { documents, total } = await index.counts([...terms, ...terms.map((term) => SPEAKER_MARK + term)]);
  const memories = (term: string): number => (documents.get(term) ?? 0) + (documents.get(SPEAKER_MARK + term) ?? 0);
  return new Map(
    anchors.map((anchor) => {
      const own = termsOfName(anchor);
      const share = own.length === 0 ? 0 : Math.min(...own.map(memories)) / Math.max(1, total);
      return [anchor.entityId, 1 - (1 - LEAST) * Math.min(1, share / IN_EVERYTHING)];
    }),
  );
}

function termsOfName({ words }: NamedEntity): string[] {
  return words.flatMap((word) => [...termsOf(word)]);
}
