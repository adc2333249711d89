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

/** A passage of a memory. */
export interface MemoryPassage {
  readonly memoryId: string;
  readonly passage: number;
}

/** Key of a passage in what `loadTokenEmbeddingsCached` gives. */
export function passageKey({ memoryId, passage }: MemoryPassage): string {
  return passage === 0 ? memoryId : `${memoryId} ${String(passage)}`;
}

/**
 * Binarized token embeddings (see `binarizeTokenEmbeddings`) of passages of memories, live or not, by `passageKey`.
 * Only those that are not cached are read; passages without token embeddings are omitted.
 * @param model name with version
 * @param passages each once
 */
export async function loadTokenEmbeddingsCached(
  sql: Sql,
  scopeId: string,
  model: string,
  passages: Iterable<MemoryPassage>,
): Promise<Map<string, Uint8Array>> {
  const known = new Map<string, Uint8Array>();
  const unknown: MemoryPassage[] = [];
  for (const passage of passages) {
    const key = passageKey(passage);
    const one = cached.get(key);
    if (one?.scopeId === scopeId && one.model === model) known.set(key, one.tokenEmbeddings);
    else unknown.push(passage);
  }
  if (unknown.length === 0) return known;
  const { rows } = await sql.query<{ memory_id: string; passage: number; token_embeddings: Buffer }>(
    withGenericPlan(`SELECT v.memory_id, v.passage, v.token_embeddings
     FROM unnest($3::uuid[], $4::smallint[]) AS wanted (memory_id, passage)
     JOIN memory_vectors AS v ON v.scope_id = $1 AND v.model = $2
       AND v.memory_id = wanted.memory_id AND v.passage = wanted.passage
     WHERE v.token_embeddings IS NOT NULL`),
    [scopeId, model, unknown.map(({ memoryId }) => memoryId), unknown.map(({ passage }) => passage)],
  );
  for (const { memory_id: memoryId, passage, token_embeddings: tokenEmbeddings } of rows) {
    const key = passageKey({ memoryId, passage });
    known.set(key, tokenEmbeddings);
    cached.set(key, { scopeId, model, tokenEmbeddings });
  }
  return known;
}
