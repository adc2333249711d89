import type { Sql } from '#database/sql.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import {
  loadTokenEmbeddingsCached,
  passageKey,
  type MemoryPassage,
} from '#search/token-embeddings/token-embedding-cache.js';
import { maxSimScores, type MaxSimScore } from './max-sim.js';

/** Token embeddings of a question. */
export interface QueryTokenEmbeddings {
  /** Model name with version. */
  readonly model: string;
  readonly dimensions: number;
  /** Contiguous unit vectors. */
  readonly vectors: Float32Array;
}

/**
 * Computes MaxSim scores of memories, each alone and with its neighbouring messages. Memories without stored token
 * embeddings are omitted.
 * @param compared passages of the memories; a memory gets the score of the best one
 */
export async function rerankByMaxSim(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  { model, dimensions, vectors }: QueryTokenEmbeddings,
  compared: readonly MemoryPassage[],
): Promise<Map<string, MaxSimScore>> {
  if (compared.length === 0) return new Map();
  const neighbours = await index.sessionNeighbours([...new Set(compared.map(({ memoryId }) => memoryId))]);
  const loaded = new Map(compared.map((one) => [passageKey(one), one]));
  for (const { before, after } of neighbours.values())
    for (const memoryId of [...before, ...after]) {
      const beginning = { memoryId, passage: 0 };
      loaded.set(passageKey(beginning), beginning);
    }
  const tokenEmbeddings = await loadTokenEmbeddingsCached(
    sql,
    { scopeId, model, version: index.version },
    loaded.values(),
  );
  const positions = new Map([...tokenEmbeddings.keys()].map((key, position) => [key, position]));
  const positionsOf = (ownNeighbours: readonly string[] = []): number[] =>
    ownNeighbours.flatMap((memoryId) => positions.get(passageKey({ memoryId, passage: 0 })) ?? []);
  const found = compared.flatMap((one) => {
    const [text, around] = [positions.get(passageKey(one)), neighbours.get(one.memoryId)];
    if (text === undefined) return [];
    return [{ ...one, text, before: positionsOf(around?.before), after: positionsOf(around?.after) }];
  });
  const best = new Map<string, MaxSimScore>();
  const scores = maxSimScores(vectors, dimensions, [...tokenEmbeddings.values()], found);
  found.forEach(({ memoryId, passage }, i) => {
    const score = scores[i];
    if (score && score.inContext > (best.get(memoryId)?.inContext ?? -Infinity))
      best.set(memoryId, { ...score, passage });
  });
  return best;
}
