import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { purgeWhenIdle } from '../caching/purge-when-idle.js';
import type { MemoryFeatures } from '../scope-index/scope-index.js';
import { MONTH_NAMES, SEASONS, WEEKDAY_NAMES } from '#lexicon/calendar.js';
import { alternation } from '#lexicon/words.js';

/** Maximum number of cached memories: some 30 MB. */
const MAX_CACHED = 100_000;
/** Time to live from loading. The speaker and time of an erased memory may stay in this process for that long. */
const CACHE_TTL_MS = 15 * 60_000;

/** Most questions of a scope find the same few hundred messages and their neighbours. */
const cached = purgeWhenIdle(
  new LRUCache<string, MemoryFeatures & { readonly scopeId: string }>({ max: MAX_CACHED, ttl: CACHE_TTL_MS }),
);

/**
 * Features of memories, live or not, by memory id. Only memories that are not cached are read.
 * @param statesTime whether to check if the texts state a time; that takes most of the time, so it is left out unless
 *   needed
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
  for (const { memory_id, words, session, ...rest } of await readFeatures(sql, scopeId, unknown, statesTime)) {
    const read = { ...rest, scopeId, session: session === null ? null : String(session), termCount: words ?? 0 };
    known.set(memory_id, read);
    // A memory that is stored but not yet projected has no terms yet, so it is not cached.
    if (words !== null) cached.set(memory_id, read);
  }
  return known;
}

interface FeatureRow extends Omit<MemoryFeatures, 'session' | 'termCount'> {
  readonly memory_id: string;
  readonly session: bigint | null;
  readonly words: number | null;
}

/** Reads features. Only the beginning of a text is searched for a time, not a whole mebibyte. */
async function readFeatures(
  sql: Sql,
  scopeId: string,
  memoryIds: string[],
  statesTime: boolean,
): Promise<FeatureRow[]> {
  const { rows } = await sql.query<FeatureRow>(
    `SELECT memory_id, session, speaker, role, event_time_nanos AS "eventTimeNanos",
            ${statesTime ? STATES_TIME : 'NULL::boolean'} AS "statesTime",
            (SELECT d.length FROM search_documents AS d WHERE d.scope_id = $1 AND d.memory_id = m.memory_id) AS words,
            right(rtrim(text), 1) IN ('?', '？', '؟') AS "isQuestion"
     FROM memories AS m WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])`,
    [scopeId, memoryIds],
  );
  return rows;
}

/** Characters at the beginning of a text in which a time is looked for. */
export const TIME_WITHIN = 1_000;
const TIME_NAMES = alternation([...WEEKDAY_NAMES, ...MONTH_NAMES.filter((name) => name !== 'may')]);
const TIME_WORDS = [
  `yesterday|today|tonight|tomorrow|ago|weekend|last (night|week|month|year|${alternation(SEASONS)})`,
  `next (week|month|year|${alternation(SEASONS)})|this (week|month|year|morning|summer|winter)|${TIME_NAMES}`,
  '(19|20)[0-9][0-9]|since|years? old|birthday|anniversary',
].join('|');
/** SQL of whether the beginning of a column `text` states a time. Postgres needs some 30 µs for a short message. */
const STATES_TIME = `left(text, ${String(TIME_WITHIN)}) ~* '\\m(${TIME_WORDS})\\M'`;
const TIME_PATTERN = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${TIME_WORDS})(?![\\p{L}\\p{N}_])`, 'iu');

/** Whether the beginning of a text, of `TIME_WITHIN` characters, states a time, as Postgres tells it. */
export function statesTimeIn(beginning: string): boolean {
  return TIME_PATTERN.test(beginning);
}
