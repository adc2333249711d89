import type { Config, SettingName } from './settings.js';

/** Embedding model, endpoint and cache size. */
export type EmbeddingSettings = ReturnType<typeof embeddingSettings>;

/** Configuration variables of embeddings. */
export type EmbeddingConfig = Pick<Config, Extract<SettingName, `EMBEDDING_${string}`>>;

/** Embedding settings from the configuration. */
export function embeddingSettings(config: EmbeddingConfig) {
  return {
    model: config.EMBEDDING_MODEL,
    endpoint: {
      url: config.EMBEDDING_BASE_URL,
      apiKey: config.EMBEDDING_API_KEY,
      name: config.EMBEDDING_API_MODEL,
      timeoutMs: config.EMBEDDING_TIMEOUT_MS,
    },
    cacheBytes: config.EMBEDDING_CACHE_MB * 1024 * 1024,
  };
}

/** Faults of the embedding settings: missing values of an endpoint. */
export function embeddingFaults({
  EMBEDDING_MODEL,
  EMBEDDING_BASE_URL,
  EMBEDDING_API_MODEL,
}: EmbeddingConfig): string[] {
  if (EMBEDDING_MODEL !== 'endpoint' || (EMBEDDING_BASE_URL && EMBEDDING_API_MODEL)) return [];
  return ['EMBEDDING_BASE_URL and EMBEDDING_API_MODEL are required when EMBEDDING_MODEL is endpoint'];
}
