import type { Provider } from '@nestjs/common';
import { createEmbedder } from '#embeddings/create-embedder.js';
import type { Embedder } from '#embeddings/embedder.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import type { ApiOptions } from '../options/api-options.js';
import { DENSE, denseOf, EMBEDDER } from './dense.js';

/** Providers of the embedding model, the dense retriever and the in-memory indexes. */
export function recallProviders({ embeddings, indexCacheBytes }: ApiOptions): Provider[] {
  return [
    { provide: EMBEDDER, useFactory: () => createEmbedder(embeddings) },
    {
      provide: DENSE,
      useFactory: (embedder: Embedder | null) => denseOf(embedder, embeddings.cacheBytes),
      inject: [EMBEDDER],
    },
    { provide: IndexCache, useFactory: () => new IndexCache(indexCacheBytes) },
  ];
}
