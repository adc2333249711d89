import type { Sql } from '#database/sql.js';
import type { AdjacentClaim } from '#search/scope-index/neighbourhood-cache.js';
import type { QueryTokenEmbeddings } from '../rerank/rerank-by-max-sim.js';
import type { RecallFilter } from '#search/filter/recall-filter.js';
import type { PendingQuery } from '../query/analyzed-query.js';

/** Ways of finding memories, in the order in which they run. */
export const RETRIEVERS = ['lexical', 'dense', 'entity_graph', 'time', 'recency'] as const;
export type RetrieverName = (typeof RETRIEVERS)[number];

/** One memory that a retriever found. */
export interface Candidate {
  readonly memoryId: string;
  /** Comparable within one retriever only. */
  readonly score: number;
  /** 0..1: how much of what the question asks for this retriever sees in the memory. */
  readonly support: number;
  /** Why it was found, for a trace that is asked for: terms, or a path through the graph; never text of a memory. */
  readonly because: () => string;
}

/** What a retriever found, best first, and what it did to get there. */
export interface RetrieverResult {
  readonly candidates: readonly Candidate[];
  /** For the trace. */
  readonly notes: Readonly<Record<string, unknown>>;
  /** Of one that walks the graph: what is claimed of whom the question names. */
  readonly claims?: readonly AdjacentClaim[];
  /** Of one that finds by meaning, where its model tells words apart. */
  readonly queryTokens?: QueryTokenEmbeddings;
}

/** What one retriever found, in how many milliseconds. */
export interface RetrieverRun extends RetrieverResult {
  readonly name: RetrieverName;
  readonly ms: number;
}

/** One way of finding memories; it reads only, and only rows of the scope. */
export type Retriever = (
  sql: Sql,
  scopeId: string,
  query: PendingQuery,
  filter: RecallFilter,
  limit: number,
) => Promise<RetrieverResult>;
