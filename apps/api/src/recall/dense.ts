import { createEmbedder } from '#embeddings/create-embedder.js';
import { denseRetriever } from '#recall/dense/dense-retriever.js';
import { VectorCache } from '#recall/dense/vector-cache.js';
import type { Retriever } from '#recall/retriever.js';
import type { ApiOptions } from '../api-options.js';

/** Injection token of the dense retriever; null where no model is configured. */
export const DENSE = Symbol('dense retriever');

/** The dense retriever of a process, with its cache. */
export function denseOf({ embeddings }: Pick<ApiOptions, 'embeddings'>): Retriever | null {
  const embedder = createEmbedder(embeddings);
  return embedder && denseRetriever(embedder, new VectorCache(embeddings.cacheBytes));
}
