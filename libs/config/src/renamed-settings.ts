/**
 * Current names of renamed settings, by old name. docker-compose.yml forwards the old names, so that they are refused.
 */
export const RENAMED_SETTINGS: Readonly<Record<string, string>> = {
  DATABASE_POOL: 'DATABASE_POOL_SIZE',
  EMBEDDING_NAME: 'EMBEDDING_API_MODEL',
  EMBEDDING_URL: 'EMBEDDING_BASE_URL',
  EXTRACTOR_CHUNK: 'EXTRACTOR_BATCH_SIZE',
  RATE_LIMIT_LEASE: 'RATE_LIMIT_LEASE_SIZE',
  READ_QUEUE_MAX: 'REQUEST_QUEUE_MAX',
  RUNNING_MAX: 'REQUEST_CONCURRENCY_MAX',
  SCOPE_RUNNING_MAX: 'SCOPE_CONCURRENCY_MAX',
  VECTOR_INDEX_FROM: 'VECTOR_INDEX_MIN_VECTORS',
};

/** One fault for each variable set under an old name: ignoring it would silently change the deployment. */
export function renamedSettingFaults(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(RENAMED_SETTINGS)
    .filter(([old]) => (env[old]?.trim() ?? '') !== '')
    .map(([old, now]) => `${old} has been renamed: use ${now}`);
}
