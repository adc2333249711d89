import type { Sql } from '#database/sql.js';
import type { FindMemories, FoundMemory } from '#recall/memory-search.js';

/** Start, goal or observation of a request: a text, or a memory by its UUID. */
export type Cue = { readonly text: string } | { readonly memoryId: string };

/** A cue with the memories that it refers to. */
export interface ResolvedCue {
  /** The cue's own text, or that of its memory. */
  readonly text: string;
  /** The memory itself, or the memories found by a text, best first. */
  readonly memories: readonly FoundMemory[];
}

/** Maximum number of memories of a text cue, and their minimum score relative to the best. */
const MAX_MEMORIES = 5;
const MIN_SHARE_OF_BEST = 0.6;

/**
 * Resolves a cue. A text refers to up to five memories: the best match, and those with at least 0.6 of its score.
 * @returns null if the memory does not exist in the scope or is not active
 */
export async function resolveCue(sql: Sql, scopeId: string, find: FindMemories, cue: Cue): Promise<ResolvedCue | null> {
  if ('text' in cue) return { text: cue.text, memories: nearBest(await find(cue.text, MAX_MEMORIES)) };
  const text = (await readActiveTexts(sql, scopeId, [cue.memoryId])).get(cue.memoryId);
  return text === undefined ? null : { text, memories: [{ memoryId: cue.memoryId, score: 1 }] };
}

/** Texts of the active ones of the given memories, by id. */
export async function readActiveTexts(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ memory_id: string; text: string }>(
    `SELECT memory_id, text FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 'active'`,
    [scopeId, memoryIds],
  );
  return new Map(rows.map(({ memory_id, text }) => [memory_id, text]));
}

function nearBest(found: readonly FoundMemory[]): FoundMemory[] {
  const best = Math.max(0, ...found.map(({ score }) => score));
  return found.filter(({ score }) => score > 0 && score >= best * MIN_SHARE_OF_BEST);
}
