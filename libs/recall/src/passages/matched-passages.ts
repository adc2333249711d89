import { isLongText, splitPassages, type Passage } from '#search/passages/split-passages.js';
import { termsOf } from '#search/terms/terms.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';
import type { RetrieverRun } from '../retrievers/retriever.js';

/** Span of a memory's text; offsets in code points, `end` exclusive. */
export interface PassageSpan {
  readonly start: number;
  readonly end: number;
}

/** Passages by which content retrievers found memories, in the order of the runs; none of a memory without. */
export function matchedPassages(runs: readonly RetrieverRun[]): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const { candidates } of runs)
    for (const { memoryId, passage } of candidates) {
      if (passage === undefined) continue;
      const own = found.get(memoryId);
      if (own) own.add(passage);
      else found.set(memoryId, new Set([passage]));
    }
  return found;
}

/**
 * Passage of a long memory that matches the question best: the one with the highest MaxSim score, else the one that a
 * content retriever found, else the one that has most of the question's terms. Null if the memory is not long.
 */
export function passageOf(
  { query, runs, maxSimScores }: Pick<CandidateSet, 'query' | 'runs' | 'maxSimScores'>,
  memoryId: string,
  text: string,
): PassageSpan | null {
  if (!isLongText(text)) return null;
  const number = maxSimScores.get(memoryId)?.passage ?? passageFound(runs, memoryId);
  const passage = number === undefined ? mostTerms(text, query.termWeights.queryWeights) : passageAt(text, number);
  return passage && { start: passage.start, end: passage.end };
}

function passageFound(runs: readonly RetrieverRun[], memoryId: string): number | undefined {
  for (const { candidates } of runs) {
    const found = candidates.find((candidate) => candidate.memoryId === memoryId && candidate.passage !== undefined);
    if (found) return found.passage;
  }
  return undefined;
}

function passageAt(text: string, number: number): Passage | null {
  let at = 0;
  for (const passage of splitPassages(text)) if (at++ === number) return passage;
  return null;
}

/** The first of the passages with the highest weight of question terms. */
function mostTerms(text: string, weights: ReadonlyMap<string, number>): Passage | null {
  let best: { readonly passage: Passage; readonly weight: number } | null = null;
  for (const passage of splitPassages(text)) {
    let weight = 0;
    for (const term of new Set(termsOf(passage.text))) weight += weights.get(term) ?? 0;
    if (best === null || weight > best.weight) best = { passage, weight };
  }
  return best?.passage ?? null;
}
