import type { Sql } from '#database/sql.js';
import type { FindMemories, FoundMemory } from '#recall/memory-search.js';

/** What a plan or a line of reasoning begins or ends with: a text, or a memory by its UUID. */
export type Cue = { readonly text: string } | { readonly memoryId: string };

/** A cue with what it stands for. */
export interface ResolvedCue {
  /** The cue's own text, or that of its memory. */
  readonly text: string;
  /** The memory itself, or those that a text found, best first. */
  readonly memories: readonly FoundMemory[];
}

/** Memories that a text may stand for, and how near to the best of them they must come. */
const MAX_MEMORIES = 5;
const MIN_SHARE_OF_BEST = 0.6;

/**
 * Reads a cue. A text stands for up to five memories: the best match, and those at least 0.6 times as good.
 * @returns null where the scope has no such active memory
 */
export async function resolveCue(sql: Sql, scopeId: string, find: FindMemories, cue: Cue): Promise<ResolvedCue | null> {
  if ('text' in cue) return { text: cue.text, memories: nearBest(await find(cue.text, MAX_MEMORIES)) };
  const text = (await readActiveTexts(sql, scopeId, [cue.memoryId])).get(cue.memoryId);
  return text === undefined ? null : { text, memories: [{ memoryId: cue.memoryId, score: 1 }] };
}

/** Texts of those of the memories that are active. */
export async function readActiveTexts(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ memory_id: string; text: string }>(
    'SELECT memory_id, text FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 0',
    [scopeId, memoryIds],
  );
  return new Map(rows.map(({ memory_id, text }) => [memory_id, text]));
}

function nearBest(found: readonly FoundMemory[]): FoundMemory[] {
  const best = Math.max(0, ...found.map(({ score }) => score));
  return found.filter(({ score }) => score > 0 && score >= best * MIN_SHARE_OF_BEST);
}
