import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { purgeWhenIdle } from '../caching/purge-when-idle.js';
import type { MemoryFeatures } from '../scope-index/scope-index.js';

/** Some 30 MB. */
const MAX_CACHED = 100_000;
/** From when it was read: so long may who spoke, and when, stay in this process after the memory was erased. */
const CACHE_TTL_MS = 15 * 60_000;

/** The same few hundred turns of a scope stand around the answers to most of its questions. */
const cached = purgeWhenIdle(
  new LRUCache<string, MemoryFeatures & { readonly scopeId: string }>({ max: MAX_CACHED, ttl: CACHE_TTL_MS }),
);

/**
 * What is known of the given memories of a scope, live or not; reads those that were not read lately.
 * @param statesTime whether it is wanted if their texts tell a time: else they are not searched for one, which takes most of the time
 */
export async function loadFeaturesCached(
  sql: Sql,
  scopeId: string,
  memoryIds: Iterable<string>,
  statesTime: boolean,
): Promise<Map<string, MemoryFeatures>> {
  const known = new Map<string, MemoryFeatures>();
  const unknown: string[] = [];
  for (const memoryId of memoryIds) {
    const features = cached.get(memoryId);
    if (features?.scopeId === scopeId && (!statesTime || features.statesTime !== null)) known.set(memoryId, features);
    else unknown.push(memoryId);
  }
  if (unknown.length === 0) return known;
  for (const { memory_id, words, session, ...turn } of await readFeatures(sql, scopeId, unknown, statesTime)) {
    const read = { ...turn, scopeId, session: session === null ? null : String(session), termCount: words ?? 0 };
    known.set(memory_id, read);
    // What is stored but not yet projected has no words yet.
    if (words !== null) cached.set(memory_id, read);
  }
  return known;
}

interface FeatureRow extends Omit<MemoryFeatures, 'session' | 'termCount'> {
  readonly memory_id: string;
  readonly session: bigint | null;
  readonly words: number | null;
}

/** Of a text its beginning is searched for a time: not a mebibyte. */
async function readFeatures(
  sql: Sql,
  scopeId: string,
  memoryIds: string[],
  statesTime: boolean,
): Promise<FeatureRow[]> {
  const { rows } = await sql.query<FeatureRow>(
    `SELECT memory_id, session, speaker, said_at_nanos AS "eventTimeNanos",
            ${statesTime ? `left(text, 1000) ~* '${TIME_WORDS}'` : 'NULL::boolean'} AS "statesTime",
            (SELECT d.length FROM search_documents AS d WHERE d.scope_id = $1 AND d.memory_id = m.memory_id) AS words,
            right(rtrim(text), 1) IN ('?', '？', '؟') AS "isQuestion"
     FROM memories AS m WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])`,
    [scopeId, memoryIds],
  );
  return rows;
}

export const TIME_WORDS = [
  '\\m(yesterday|today|tonight|tomorrow|ago|weekend|last (night|week|month|year|summer|winter|spring|fall|autumn)',
  'next (week|month|year|summer|winter|spring|fall|autumn)|this (week|month|year|morning|summer|winter)',
  '(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november',
  'december|(19|20)\\d\\d|since|years? old|birthday|anniversary)\\M',
].join('|');
