import type { Embedder } from '#embeddings/embedder.js';
import { denseRetriever } from '#recall/retrievers/dense/dense-retriever.js';
import { VectorCache } from '#search/vectors/vector-cache.js';
import type { Retriever } from '#recall/retrievers/retriever.js';

/** Injection token of the embedding model; null if none is configured. */
export const EMBEDDER = Symbol('embedder');

/** Injection token of the dense retriever; null if no model is configured. */
export const DENSE = Symbol('dense retriever');

/** Dense retriever of a process, with its vector cache. */
export function denseOf(embedder: Embedder | null, cacheBytes: number): Retriever | null {
  return embedder && denseRetriever(embedder, new VectorCache(cacheBytes));
}
