import type { Sql } from '#database/sql.js';
import { filterSql } from '../filter-sql.js';
import type { RecallFilter } from '../recall-filter.js';
import { knownTurns } from './known-turns.js';
import type { Around, Place, Surroundings, Turn } from './scope-index.js';

/** Places of the given memories, and of the turns next to them in their sessions; of the live ones. */
export async function placesOf(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
  { filter, when, neighbours }: Surroundings,
): Promise<Map<string, Place>> {
  if (memoryIds.length === 0) return new Map();
  const around = await readTurnsAround(sql, scopeId, memoryIds, 1);
  const next = new Set<string>();
  if (neighbours) for (const { before, after } of around.values()) for (const id of [...before, ...after]) next.add(id);
  for (const memoryId of memoryIds) next.delete(memoryId);
  const [known, passing] = await Promise.all([
    knownTurns(sql, scopeId, [...around.keys(), ...next], when),
    passingOf(sql, scopeId, [...next], filter),
  ]);
  const places = new Map<string, Place>();
  for (const [memoryId, turn] of known) {
    const own = around.get(memoryId);
    if (own === undefined && !passing.has(memoryId)) continue;
    places.set(memoryId, placeOf(memoryId, turn, own ?? NOBODY));
  }
  return places;
}

/** Around a turn that stands next to one that was found, nobody looks. */
const NOBODY: Around = { before: [], after: [] };

/** Without spreads: five hundred are made for one question. */
function placeOf(memoryId: string, turn: Turn, around: Around): Place {
  const [before, after] = [around.before[0] ?? null, around.after[0] ?? null];
  const { session, speaker, said, tellsTime, words, asks } = turn;
  return { memoryId, session, speaker, said, tellsTime, words, asks, before, after };
}

/**
 * The turns around memories in their sessions, of the live ones: up to so many on each side, the nearest first. Ids follow the time of
 * storing, so a session's turns stand in the order of their ids.
 */
export async function readTurnsAround(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
  most: number,
): Promise<Map<string, Around>> {
  const { rows } = await sql.query<Around & { memory_id: string }>(
    `SELECT memory_id, ARRAY(${turns('<', 'DESC', most)})::text[] AS before, ARRAY(${turns('>', 'ASC', most)})::text[] AS after
     FROM memories AS m WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 0 AND ${indexed('m')}`,
    [scopeId, memoryIds],
  );
  return new Map(rows.map(({ memory_id, before, after }) => [memory_id, { before, after }]));
}

function turns(beyond: '<' | '>', order: 'ASC' | 'DESC', most: number): string {
  return `SELECT n.memory_id FROM memories AS n
    WHERE n.scope_id = $1 AND n.session_key = m.session_key AND n.memory_id ${beyond} m.memory_id AND n.state = 0
      AND ${indexed('n')}
    ORDER BY n.memory_id ${order} LIMIT ${String(most)}`;
}

/** One that is stored but not yet projected is next to nothing, and so is one without a word. */
const indexed = (memories: string): string =>
  `EXISTS (SELECT FROM search_documents AS d WHERE d.scope_id = $1 AND d.memory_id = ${memories}.memory_id)`;

/** Those of the given memories that pass the filter: all where there is none. */
export async function passingOf(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
  filter: RecallFilter,
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
