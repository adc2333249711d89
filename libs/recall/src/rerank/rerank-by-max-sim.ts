import type { Sql } from '#database/sql.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { loadTokenEmbeddingsCached } from '#search/token-embeddings/token-embedding-cache.js';
import { maxSimScores, type MaxSimScore } from './max-sim.js';

/** The word pieces of a question as a model sees them. */
export interface QueryTokenEmbeddings {
  /** With its version. */
  readonly model: string;
  readonly dimensions: number;
  /** Unit vectors, one after the other. */
  readonly vectors: Float32Array;
}

/** Compares memories with a question word by word, each together with the turns around it; those without stored pieces are left out. */
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
  for (const { before, after } of neighbours.values()) for (const turn of [...before, ...after]) ids.add(turn);
  const tokenEmbeddings = await loadTokenEmbeddingsCached(sql, scopeId, model, ids);
  const positions = new Map([...tokenEmbeddings.keys()].map((memoryId, place) => [memoryId, place]));
  const positionsOf = (turns: readonly string[] = []): number[] => turns.flatMap((turn) => positions.get(turn) ?? []);
  const compared = memoryIds.flatMap((memoryId) => {
    const [text, turns] = [positions.get(memoryId), neighbours.get(memoryId)];
    return text === undefined
      ? []
      : [{ memoryId, text, before: positionsOf(turns?.before), after: positionsOf(turns?.after) }];
  });
  const scores = maxSimScores(vectors, dimensions, [...tokenEmbeddings.values()], compared);
  return new Map(compared.flatMap(({ memoryId }, i) => (scores[i] ? [[memoryId, scores[i]]] : [])));
}
