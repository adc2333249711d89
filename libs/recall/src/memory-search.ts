import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { Sql } from '#database/sql.js';
import { recall } from './recall.js';
import type { RetrieverName } from './retrievers/retriever.js';
import type { IndexCache } from '#search/in-memory-index/index-cache.js';

/** A memory that was found for a text. */
export interface FoundMemory {
  /** UUID. */
  readonly memoryId: string;
  /** 0..1: how much of what the text says the memory supports. */
  readonly score: number;
}

/** Finds active memories of one scope by a text, best first; none for a text that says nothing. */
export type FindMemories = (text: string, limit: number) => Promise<readonly FoundMemory[]>;

/** What planning and reasoning read: the rows of a scope, memories by texts, and the time in milliseconds. */
export interface MemorySearch {
  readonly sql: Sql;
  readonly scopeId: string;
  /** What a text of the request stands for. */
  readonly find: FindMemories;
  /** What talks of the same, by its words alone. */
  readonly findSimilar: FindMemories;
  readonly nowMs: () => number;
}

/** The sources of a scope: memories are found by their words and the graph. */
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
