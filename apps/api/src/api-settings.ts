import { asksLlm } from '#config/asks-llm.js';
import { embeddingSettings } from '#config/embedding-settings.js';
import { jwtSettings } from '#config/jwt-settings.js';
import { keyPeppers } from '#config/key-peppers.js';
import { limitSettings } from '#config/limit-settings.js';
import type { Config } from '#config/settings.js';

/**
 * Settings of the api from the configuration, for the api app and the standalone app.
 * @throws if the pepper file cannot be read
 */
export function apiSettings(config: Config) {
  return {
    extract: config.EXTRACTION,
    llm: asksLlm(config),
    embeddings: embeddingSettings(config),
    indexCacheBytes: config.RECALL_CACHE_MB * 1024 * 1024,
    jwt: jwtSettings(config),
    peppers: keyPeppers(config),
    sweepAfterMs: config.SWEEP_AFTER_MS,
    logPollMs: config.RELAY_POLL_MS,
    webhooks: { allowsPrivate: config.WEBHOOK_ALLOW_PRIVATE },
    studio: config.STUDIO,
    limits: limitSettings(config),
  };
}
