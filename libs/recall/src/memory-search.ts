import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { Sql } from '#database/sql.js';
import { recall } from './recall.js';
import type { RetrieverName } from './retrievers/retriever.js';
import type { IndexCache } from '#search/in-memory-index/index-cache.js';

/** A memory found by a text. */
export interface FoundMemory {
  /** UUID. */
  readonly memoryId: string;
  /** Support, 0..1: how much of the text's content the memory matches. */
  readonly score: number;
}

/** Finds active memories of one scope by a text, best first; none for a text without terms. */
export type FindMemories = (text: string, limit: number) => Promise<readonly FoundMemory[]>;

/** Dependencies of planning and reasoning: rows of a scope, memory search, and a clock in milliseconds. */
export interface MemorySearch {
  readonly sql: Sql;
  readonly scopeId: string;
  /** Finds the memories that a cue text refers to. */
  readonly find: FindMemories;
  /** Finds memories similar to a text, by its terms alone. */
  readonly findSimilar: FindMemories;
  readonly nowMs: () => number;
}

/** Creates the dependencies for a scope. Memories are searched lexically and by the graph. */
export function createMemorySearch(sql: Sql, scopeId: string, indexCache?: IndexCache): MemorySearch {
  return {
    ...{ sql, scopeId },
    find: searchBy(sql, scopeId, indexCache, ['lexical', 'entity_graph']),
    findSimilar: searchBy(sql, scopeId, indexCache, ['lexical']),
    nowMs: () => performance.now(),
  };
}

function searchBy(
  sql: Sql,
  scopeId: string,
  indexCache: IndexCache | undefined,
  retrievers: readonly RetrieverName[],
): FindMemories {
  return async (text, limit) => {
    const { memories } = await recall(sql, scopeId, {
      ...{ text, maxResults: limit, filter: {}, retrievers, indexCache, neighbours: false },
    });
    return memories.flatMap(({ memory_id, confidence: score }) => {
      const memoryId = uuidOfMemoryId(memory_id);
      return memoryId === null ? [] : [{ memoryId, score }];
    });
  };
}
