import type { Sql } from '#database/sql.js';
import { filterSql } from '../filter/filter-sql.js';
import type { SearchFilter } from '../filter/search-filter.js';
import { dialogueNeighbours } from '../scope-index/dialogue-neighbours.js';
import { loadFeaturesCached } from './feature-cache.js';
import {
  SESSION_NEIGHBOURS,
  type SessionNeighbours,
  type SessionContext,
  type SessionContextOptions,
  type MemoryFeatures,
} from '../scope-index/scope-index.js';

/**
 * Session contexts of live memories and, if requested, of the adjacent turns. See `ScopeIndex.loadSessionContexts`.
 */
export async function readSessionContexts(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
  { filter, statesTime, neighbours }: SessionContextOptions,
): Promise<Map<string, SessionContext>> {
  if (memoryIds.length === 0) return new Map();
  const { neighboursById, features } = await readDialogues(sql, scopeId, memoryIds, statesTime);
  const adjacentIds = new Set<string>();
  if (neighbours)
    for (const { before, after } of neighboursById.values())
      for (const id of [...before.slice(0, 1), ...after.slice(0, 1)]) adjacentIds.add(id);
  for (const memoryId of memoryIds) adjacentIds.delete(memoryId);
  const passing = await filterSessionNeighbours(sql, scopeId, [...adjacentIds], filter);
  const contexts = new Map<string, SessionContext>();
  for (const [memoryId, memory] of features) {
    const own = neighboursById.get(memoryId);
    if (own === undefined && !passing.has(memoryId)) continue;
    contexts.set(memoryId, sessionContextOf(memoryId, memory, own ?? NO_NEIGHBOURS));
  }
  return contexts;
}

/** The neighbours of an adjacent turn are never used. */
const NO_NEIGHBOURS: SessionNeighbours = { before: [], after: [] };

/** Builds a session context. It avoids object spreads because one question needs five hundred contexts. */
function sessionContextOf(
  memoryId: string,
  features: MemoryFeatures,
  sessionNeighbours: SessionNeighbours,
): SessionContext {
  const [before, after] = [sessionNeighbours.before[0] ?? null, sessionNeighbours.after[0] ?? null];
  const { session, speaker, role, eventTimeNanos, statesTime, termCount, isQuestion } = features;
  return { memoryId, session, speaker, role, eventTimeNanos, statesTime, termCount, isQuestion, before, after };
}

/** See `ScopeIndex.sessionNeighbours`. */
export async function readDialogueNeighbours(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<Map<string, SessionNeighbours>> {
  return (await readDialogues(sql, scopeId, memoryIds, false)).neighboursById;
}

/** Neighbours of live memories in their dialogues, and the features of all of them. */
interface Dialogues {
  readonly neighboursById: Map<string, SessionNeighbours>;
  readonly features: ReadonlyMap<string, MemoryFeatures>;
}

async function readDialogues(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
  statesTime: boolean,
): Promise<Dialogues> {
  const inSession = await readSessionNeighbours(sql, scopeId, memoryIds, SESSION_NEIGHBOURS);
  const ids = new Set(inSession.keys());
  for (const { before, after } of inSession.values()) for (const id of [...before, ...after]) ids.add(id);
  const features = await loadFeaturesCached(sql, scopeId, ids, statesTime);
  const featuresOf = (id: string): MemoryFeatures => features.get(id) ?? NO_FEATURES;
  return {
    neighboursById: new Map([...inSession].map(([id, around]) => [id, dialogueNeighbours(id, around, featuresOf)])),
    features,
  };
}

/** Of a memory that was erased between the statements: nobody said it. */
const NO_FEATURES: MemoryFeatures = {
  ...{
    session: null,
    speaker: null,
    role: null,
    eventTimeNanos: 0n,
    statesTime: null,
    termCount: 0,
    isQuestion: false,
  },
};

/**
 * Live messages around memories in their sessions, nearest first, up to `most` on each side. Ids follow the storage
 * time, so id order is session order.
 */
export async function readSessionNeighbours(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
  most: number,
): Promise<Map<string, SessionNeighbours>> {
  const { rows } = await sql.query<SessionNeighbours & { memory_id: string }>(
    `SELECT memory_id, ARRAY(${neighboursSql('<', 'DESC', most)})::text[] AS before, ARRAY(${neighboursSql('>', 'ASC', most)})::text[] AS after
     FROM memories AS m WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 'active' AND ${indexedSql('m')}`,
    [scopeId, memoryIds],
  );
  return new Map(rows.map(({ memory_id, before, after }) => [memory_id, { before, after }]));
}

function neighboursSql(beyond: '<' | '>', order: 'ASC' | 'DESC', most: number): string {
  return `SELECT n.memory_id FROM memories AS n
    WHERE n.scope_id = $1 AND n.session_key = m.session_key AND n.memory_id ${beyond} m.memory_id AND n.state = 'active'
      AND ${indexedSql('n')}
    ORDER BY n.memory_id ${order} LIMIT ${String(most)}`;
}

/**
 * SQL condition that a memory is in the index. Memories that are not projected yet, or have no terms, are nobody's
 * neighbour.
 */
const indexedSql = (memories: string): string =>
  `EXISTS (SELECT FROM search_documents AS d WHERE d.scope_id = $1 AND d.memory_id = ${memories}.memory_id)`;

/** The given memories that pass the filter; all if the filter is empty. */
export async function filterSessionNeighbours(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
  filter: SearchFilter,
): Promise<Set<string>> {
  if (memoryIds.length === 0 || Object.keys(filter).length === 0) return new Set(memoryIds);
  const values: unknown[] = [scopeId, memoryIds];
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories AS turn
     WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])${filterSql(filter, 'turn.memory_id', values)}`,
    values,
  );
  return new Set(rows.map((row) => row.memory_id));
}
