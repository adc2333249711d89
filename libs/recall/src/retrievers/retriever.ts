import type { Sql } from '#database/sql.js';
import type { AdjacentClaim } from '#search/scope-index/neighbourhood-cache.js';
import type { QueryTokenEmbeddings } from '../rerank/rerank-by-max-sim.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import type { MaybePromise } from '#search/scope-index/scope-index.js';
import type { PendingQuery } from '../query/analyzed-query.js';

/** Names of the retrievers, in the order in which they are started. */
export const RETRIEVERS = ['lexical', 'dense', 'entity_graph', 'time', 'recency'] as const;
export type RetrieverName = (typeof RETRIEVERS)[number];

/** A memory found by a retriever. */
export interface Candidate {
  readonly memoryId: string;
  /** Content retrievers only: number of the passage that matches best, 0 if the memory is not long. */
  readonly passage?: number;
  /** Score, comparable within one retriever only. */
  readonly score: number;
  /** Support, 0..1: how much of the question this retriever finds in the memory. */
  readonly support: number;
  /** Reason for the trace: terms, or a path through the graph; never text of a memory. */
  readonly because: () => string;
}

/**
 * What somebody or something has one value of at a time (a home, a phone number), and the memories that state a value:
 * the newest one holds.
 */
export interface StatedMatter {
  readonly memoryIds: ReadonlySet<string>;
  /** Memories that state only values that are over, by the graph's timelines. */
  readonly ended: ReadonlySet<string>;
}

/** Candidates of a retriever, best first, with details for the trace. */
export interface RetrieverResult {
  readonly candidates: readonly Candidate[];
  /** Details for the trace. */
  readonly notes: Readonly<Record<string, unknown>>;
  /** Graph retriever only: claims at the entities that the question names. */
  readonly claims?: readonly AdjacentClaim[];
  /** Graph retriever only: what the entities have one value of at a time, as far as the question asks for it. */
  readonly matters?: readonly StatedMatter[];
  /** Content retrievers only: how far the scores can be trusted for the question, 0..1; absent: 1. */
  readonly trust?: number;
  /** Dense retriever only: vectors of the candidates. */
  readonly vectors?: ReadonlyMap<string, Int8Array>;
  /** Graph retriever only: claims at these entities that are too weak to be facts. */
  readonly candidateClaims?: readonly AdjacentClaim[];
  /** Dense retriever only: token embeddings of the question, if the model has them. */
  readonly queryTokens?: QueryTokenEmbeddings;
}

/** Result of one retriever with its running time in milliseconds. */
export interface RetrieverRun extends RetrieverResult {
  readonly name: RetrieverName;
  readonly ms: number;
}

/**
 * Finds memories for a query. Reads only, and only rows of the scope. The filter comes with the index, which may know
 * the memories that pass.
 */
export type Retriever = (
  sql: Sql,
  scopeId: string,
  query: PendingQuery,
  filter: MaybePromise<SearchFilter>,
  limit: number,
) => Promise<RetrieverResult>;
