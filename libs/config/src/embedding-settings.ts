import type { Config, SettingName } from './settings.js';

/** Which model makes vectors of texts, and how much of them a process holds. */
export type EmbeddingSettings = ReturnType<typeof embeddingSettings>;

/** What is read of vectors. */
export type EmbeddingConfig = Pick<Config, Extract<SettingName, `EMBEDDING_${string}`>>;

/** What the settings say of vectors. */
export function embeddingSettings(config: EmbeddingConfig) {
  return {
    model: config.EMBEDDING_MODEL,
    endpoint: {
      url: config.EMBEDDING_URL,
      apiKey: config.EMBEDDING_API_KEY,
      name: config.EMBEDDING_API_MODEL,
      timeoutMs: config.EMBEDDING_TIMEOUT_MS,
    },
    cacheBytes: config.EMBEDDING_CACHE_MB * 1024 * 1024,
  };
}

/** What is missing for an endpoint. */
export function embeddingFaults({ EMBEDDING_MODEL, EMBEDDING_URL, EMBEDDING_API_MODEL }: EmbeddingConfig): string[] {
  if (EMBEDDING_MODEL !== 'endpoint' || (EMBEDDING_URL && EMBEDDING_API_MODEL)) return [];
  return ['EMBEDDING_URL and EMBEDDING_API_MODEL are required when EMBEDDING_MODEL is endpoint'];
}
