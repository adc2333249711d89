import { LRUCache } from 'lru-cache';
import type { Sql } from '#database/sql.js';
import { leaveWhenIdle } from '../leave-when-idle.js';
import type { Turn } from './scope-index.js';

/** Some 30 MB. */
const MOST_KEPT = 100_000;
/** From when it was read: so long may who spoke, and when, stay in this process after the memory was erased. */
const KEPT_MS = 15 * 60_000;

/** The same few hundred turns of a scope stand around the answers to most of its questions. */
const kept = leaveWhenIdle(new LRUCache<string, Turn & { readonly scopeId: string }>({ max: MOST_KEPT, ttl: KEPT_MS }));

/**
 * What is known of the given memories of a scope, live or not; reads those that were not read lately.
 * @param when whether it is wanted if their texts tell a time: else they are not searched for one, which takes most of the time
 */
export async function knownTurns(
  sql: Sql,
  scopeId: string,
  memoryIds: Iterable<string>,
  when: boolean,
): Promise<Map<string, Turn>> {
  const known = new Map<string, Turn>();
  const unknown: string[] = [];
  for (const memoryId of memoryIds) {
    const turn = kept.get(memoryId);
    if (turn?.scopeId === scopeId && (!when || turn.tellsTime !== null)) known.set(memoryId, turn);
    else unknown.push(memoryId);
  }
  if (unknown.length === 0) return known;
  for (const { memory_id, words, session, ...turn } of await readTurns(sql, scopeId, unknown, when)) {
    const read = { ...turn, scopeId, session: session === null ? null : String(session), words: words ?? 0 };
    known.set(memory_id, read);
    // What is stored but not yet projected has no words yet.
    if (words !== null) kept.set(memory_id, read);
  }
  return known;
}

interface TurnRow extends Omit<Turn, 'session' | 'words'> {
  readonly memory_id: string;
  readonly session: bigint | null;
  readonly words: number | null;
}

/** Of a text its beginning is searched for a time: not a mebibyte. */
async function readTurns(sql: Sql, scopeId: string, memoryIds: string[], when: boolean): Promise<TurnRow[]> {
  const { rows } = await sql.query<TurnRow>(
    `SELECT memory_id, session, speaker, said_at_nanos AS said,
            ${when ? `left(text, 1000) ~* '${TIME_WORDS}'` : 'NULL::boolean'} AS "tellsTime",
            (SELECT d.length FROM search_documents AS d WHERE d.scope_id = $1 AND d.memory_id = m.memory_id) AS words,
            right(rtrim(text), 1) IN ('?', '？', '؟') AS asks
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
