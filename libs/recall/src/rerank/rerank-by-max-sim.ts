import type { Sql } from '#database/sql.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { loadTokenEmbeddingsCached } from '#search/token-embeddings/token-embedding-cache.js';
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
 */
export async function rerankByMaxSim(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  { model, dimensions, vectors }: QueryTokenEmbeddings,
  memoryIds: readonly string[],
): Promise<Map<string, MaxSimScore>> {
  if (memoryIds.length === 0) return new Map();
  const neighbours = await index.sessionNeighbours(memoryIds);
  const ids = new Set(memoryIds);
  for (const { before, after } of neighbours.values())
    for (const neighbourId of [...before, ...after]) ids.add(neighbourId);
  const tokenEmbeddings = await loadTokenEmbeddingsCached(sql, scopeId, model, ids);
  const positions = new Map([...tokenEmbeddings.keys()].map((memoryId, index) => [memoryId, index]));
  const positionsOf = (ownNeighbours: readonly string[] = []): number[] =>
    ownNeighbours.flatMap((neighbourId) => positions.get(neighbourId) ?? []);
  const compared = memoryIds.flatMap((memoryId) => {
    const [text, ownNeighbours] = [positions.get(memoryId), neighbours.get(memoryId)];
    return text === undefined
      ? []
      : [{ memoryId, text, before: positionsOf(ownNeighbours?.before), after: positionsOf(ownNeighbours?.after) }];
  });
  const scores = maxSimScores(vectors, dimensions, [...tokenEmbeddings.values()], compared);
  return new Map(compared.flatMap(({ memoryId }, i) => (scores[i] ? [[memoryId, scores[i]]] : [])));
}
