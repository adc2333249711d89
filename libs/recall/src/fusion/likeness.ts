import { cosineOf } from '#search/vectors/scope-vectors.js';
import type { RetrieverRun } from '../retrievers/retriever.js';

/** What is known about whether memories state the same matter. */
export interface StatedAlike {
  /** How alike what two memories state is, 0..1. */
  readonly likeness: (memoryId: string, otherId: string) => number;
  /** Whether a memory states only values of a matter that are over. */
  readonly isOver: (memoryId: string) => boolean;
}

/** Cosines of two memories at which what they state is not alike, and the same. */
const COSINE_UNLIKE = 0.1;
const COSINE_ALIKE = 0.5;

/** Likeness of what memories state: the same matter of the graph, or the cosine of their vectors. */
export function statedAlike(runs: readonly RetrieverRun[]): StatedAlike {
  const matters = runs.flatMap((run) => run.matters ?? []);
  const vectors = runs.find((run) => run.vectors)?.vectors;
  return {
    likeness: (a, b) => {
      if (matters.some(({ memoryIds }) => memoryIds.has(a) && memoryIds.has(b))) return 1;
      const [own, other] = [vectors?.get(a), vectors?.get(b)];
      const cosine = own && other ? cosineOf(own, other) : 0;
      return Math.max(0, Math.min(1, (cosine - COSINE_UNLIKE) / (COSINE_ALIKE - COSINE_UNLIKE)));
    },
    isOver: (memoryId) => matters.some(({ ended }) => ended.has(memoryId)),
  };
}
