import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { Sql } from '#database/sql.js';
import { recall } from './recall.js';
import { RETRIEVERS, type RetrieverName } from './retriever.js';

/** A memory that was found for a text. */
export interface FoundMemory {
  /** UUID. */
  readonly memoryId: string;
  /** 0..1: how much of what the text says the memory supports. */
  readonly score: number;
}

/** Finds active memories of one scope by a text, best first; none for a text that says nothing. */
export type FindMemories = (text: string, limit: number) => Promise<readonly FoundMemory[]>;

/** Finds memories as POST /v1/recall does. */
export function findByRecall(sql: Sql, scopeId: string): FindMemories {
  return finder(sql, scopeId, RETRIEVERS);
}

/** Finds memories by the words that they share with a text alone. */
export function findByWords(sql: Sql, scopeId: string): FindMemories {
  return finder(sql, scopeId, ['lexical']);
}

function finder(sql: Sql, scopeId: string, retrievers: readonly RetrieverName[]): FindMemories {
  return async (text, limit) => {
    const { memories } = await recall(sql, scopeId, { text, maxResults: limit, filter: {}, retrievers });
    return memories.flatMap(({ memory_id, confidence: score }) => {
      const memoryId = uuidOfMemoryId(memory_id);
      return memoryId === null ? [] : [{ memoryId, score }];
    });
  };
}
