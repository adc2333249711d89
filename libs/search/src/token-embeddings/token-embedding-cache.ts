import { LRUCache } from 'lru-cache';
import { withGenericPlan } from '#database/generic-plan.js';
import type { Sql } from '#database/sql.js';
import { purgeWhenIdle } from '../caching/purge-when-idle.js';
import { readChangedMemories } from './changed-memories.js';

/** Size limit of the cache: token embeddings of some 50,000 memories. */
const MAX_CACHED_BYTES = 64 << 20;
/** Overhead of an entry and of a passage beside its token embeddings. */
const ENTRY_BYTES = 400;
/** Time to live from the first load of a memory's passage. */
const CACHE_TTL_MS = 15 * 60_000;
/** Scopes whose changes are followed; what is cached of others is loaded again. */
const MAX_SCOPES = 10_000;

/** How far the changes of a scope's vectors were followed. What was loaded under another object no longer counts. */
interface FollowedScope {
  /** Number of the last changed row. */
  lastNumber: bigint;
  /** Version of the scope's index when the changes were read; null if it has none. */
  version: string | null;
}

interface CachedMemory {
  readonly scope: FollowedScope;
  readonly passages: ReadonlyMap<number, Uint8Array>;
}

/** Most questions of a scope find the same few hundred messages and their neighbours. */
const cached = purgeWhenIdle(
  new LRUCache<string, CachedMemory>({
    ...{ maxSize: MAX_CACHED_BYTES, ttl: CACHE_TTL_MS, noUpdateTTL: true },
    sizeCalculation: ({ passages }) =>
      [...passages.values()].reduce((bytes, { length }) => bytes + length + ENTRY_BYTES, ENTRY_BYTES),
  }),
);
const followed = new LRUCache<string, FollowedScope>({ max: MAX_SCOPES });

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
 * Only those that are not cached are read, and those of memories whose vectors have changed since; passages without
 * token embeddings are omitted.
 * @param model name with version
 * @param version version of the scope's index, see `ScopeIndex.version`
 * @param passages each once
 */
export async function loadTokenEmbeddingsCached(
  sql: Sql,
  { scopeId, model, version }: { readonly scopeId: string; readonly model: string; readonly version: string | null },
  passages: Iterable<MemoryPassage>,
): Promise<Map<string, Uint8Array>> {
  const scope = await followScope(sql, scopeId, model, version);
  const asOf = scope.lastNumber;
  const known = new Map<string, Uint8Array>();
  const unknown: MemoryPassage[] = [];
  for (const passage of passages) {
    const memory = cached.get(memoryKey(model, passage.memoryId));
    const one = memory?.scope === scope ? memory.passages.get(passage.passage) : undefined;
    if (one) known.set(passageKey(passage), one);
    else unknown.push(passage);
  }
  if (unknown.length === 0) return known;
  for (const { tokenEmbeddings, ...passage } of await readTokenEmbeddings(sql, scopeId, model, unknown)) {
    known.set(passageKey(passage), tokenEmbeddings);
    // Another question has read changes meanwhile, perhaps of this memory: what was read here may be older.
    if (scope.lastNumber === asOf) keep(scope, model, passage, tokenEmbeddings);
  }
  return known;
}

const memoryKey = (model: string, memoryId: string): string => `${model} ${memoryId}`;

function keep(scope: FollowedScope, model: string, { memoryId, passage }: MemoryPassage, one: Uint8Array): void {
  const key = memoryKey(model, memoryId);
  const before = cached.peek(key);
  const others = before?.scope === scope ? before.passages : [];
  if (before && before.scope !== scope) cached.delete(key);
  cached.set(key, { scope, passages: new Map([...others, [passage, one]]) });
}

/** Evicts what is cached of memories whose vectors have changed since the last question. */
async function followScope(sql: Sql, scopeId: string, model: string, version: string | null): Promise<FollowedScope> {
  const key = memoryKey(model, scopeId);
  const before = followed.get(key);
  if (before && version !== null && before.version === version) return before;
  const { memoryIds, lastNumber } = await readChangedMemories(sql, scopeId, model, before?.lastNumber ?? null);
  if (!before || memoryIds === null) {
    const begun = { lastNumber, version };
    followed.set(key, begun);
    return begun;
  }
  for (const memoryId of memoryIds) cached.delete(memoryKey(model, memoryId));
  if (lastNumber >= before.lastNumber) Object.assign(before, { lastNumber, version });
  return before;
}

async function readTokenEmbeddings(sql: Sql, scopeId: string, model: string, passages: readonly MemoryPassage[]) {
  const { rows } = await sql.query<MemoryPassage & { readonly tokenEmbeddings: Buffer }>(
    withGenericPlan(`SELECT v.memory_id AS "memoryId", v.passage, v.token_embeddings AS "tokenEmbeddings"
     FROM unnest($3::uuid[], $4::smallint[]) AS wanted (memory_id, passage)
     JOIN memory_vectors AS v ON v.scope_id = $1 AND v.model = $2
       AND v.memory_id = wanted.memory_id AND v.passage = wanted.passage
     WHERE v.token_embeddings IS NOT NULL`),
    [scopeId, model, passages.map(({ memoryId }) => memoryId), passages.map(({ passage }) => passage)],
  );
  return rows;
}
