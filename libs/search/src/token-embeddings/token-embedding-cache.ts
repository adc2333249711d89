import { LRUCache } from 'lru-cache';
import { withGenericPlan } from '#database/generic-plan.js';
import type { Sql } from '#database/sql.js';
import { purgeWhenIdle } from '../caching/purge-when-idle.js';

/** Size limit of the cache: token embeddings of some 50,000 memories. */
const MAX_CACHED_BYTES = 64 << 20;
/** Overhead of an entry beside its token embeddings. */
const ENTRY_BYTES = 400;
/** Time to live from loading. An erased memory's token embeddings may stay in this process for that long. */
const CACHE_TTL_MS = 15 * 60_000;

interface CachedTokenEmbeddings {
  readonly scopeId: string;
  readonly model: string;
  readonly tokenEmbeddings: Uint8Array;
}

/** Most questions of a scope find the same few hundred messages and their neighbours. */
const cached = purgeWhenIdle(
  new LRUCache<string, CachedTokenEmbeddings>({
    ...{ maxSize: MAX_CACHED_BYTES, ttl: CACHE_TTL_MS },
    sizeCalculation: ({ tokenEmbeddings }) => tokenEmbeddings.length + ENTRY_BYTES,
  }),
);

/**
 * Binarized token embeddings (see `binarizeTokenEmbeddings`) of memories, live or not, by memory id. Only memories that
 * are not cached are read; memories without token embeddings are omitted.
 * @param model name with version
 */
export async function loadTokenEmbeddingsCached(
  sql: Sql,
  scopeId: string,
  model: string,
  memoryIds: Iterable<string>,
): Promise<Map<string, Uint8Array>> {
  const known = new Map<string, Uint8Array>();
  const unknown: string[] = [];
  for (const memoryId of memoryIds) {
    const one = cached.get(memoryId);
    if (one?.scopeId === scopeId && one.model === model) known.set(memoryId, one.tokenEmbeddings);
    else unknown.push(memoryId);
  }
  if (unknown.length === 0) return known;
  const { rows } = await sql.query<{ memory_id: string; token_embeddings: Buffer }>(
    withGenericPlan(`SELECT memory_id, token_embeddings FROM memory_vectors
     WHERE scope_id = $1 AND model = $2 AND memory_id = ANY ($3::uuid[]) AND token_embeddings IS NOT NULL`),
    [scopeId, model, unknown],
  );
  for (const { memory_id, token_embeddings: tokenEmbeddings } of rows) {
    known.set(memory_id, tokenEmbeddings);
    cached.set(memory_id, { scopeId, model, tokenEmbeddings });
  }
  return known;
}
