import type { Config } from './settings.js';

/** Which model makes vectors of texts, and how much of them a process holds. */
export type EmbeddingSettings = ReturnType<typeof embeddingSettings>;

/** What the settings say of vectors. */
export function embeddingSettings(config: Pick<Config, 'EMBEDDING_MODEL' | 'EMBEDDING_CACHE_MB'>) {
  return { model: config.EMBEDDING_MODEL, cacheBytes: config.EMBEDDING_CACHE_MB * 1024 * 1024 };
}
