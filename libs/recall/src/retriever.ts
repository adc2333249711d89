import type { Sql } from '#database/sql.js';
import type { ClaimAround } from './entity-graph/surroundings.js';
import type { AskedPieces } from './late-interaction/compare-words.js';
import type { TermWeights } from './lexical/term-weights.js';
import type { RecallFilter } from './recall-filter.js';
import type { AskedTime } from './time/asked-time.js';
import type { ScopeIndex } from './index/scope-index.js';

/** Ways of finding memories, in the order in which they run. */
export const RETRIEVERS = ['lexical', 'dense', 'entity_graph', 'time', 'recency'] as const;
export type RetrieverName = (typeof RETRIEVERS)[number];

/** A question as the retrievers get it: what the scope says of its words and its time comes while they work. */
export interface AskedQuery {
  readonly text: string;
  /** Its distinct terms (see `termsOf`), in order. */
  readonly terms: readonly string[];
  readonly index: Promise<ScopeIndex>;
  /** See `IndexCache.last`. */
  readonly last: ScopeIndex | null;
  readonly weights: Promise<TermWeights>;
  readonly time: Promise<AskedTime>;
}

/** A question that was read. */
export interface RecallQuery extends Pick<AskedQuery, 'text' | 'terms'> {
  /** What they weigh in the scope. */
  readonly weights: TermWeights;
  readonly time: AskedTime;
}

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
export interface Retrieved {
  readonly candidates: readonly Candidate[];
  /** For the trace. */
  readonly notes: Readonly<Record<string, unknown>>;
  /** Of one that walks the graph: what is claimed of whom the question names. */
  readonly claims?: readonly ClaimAround[];
  /** Of one that finds by meaning, where its model tells words apart. */
  readonly pieces?: AskedPieces;
}

/** What one retriever found, in how many milliseconds. */
export interface Found extends Retrieved {
  readonly name: RetrieverName;
  readonly ms: number;
}

/** One way of finding memories; it reads only, and only rows of the scope. */
export type Retriever = (
  sql: Sql,
  scopeId: string,
  query: AskedQuery,
  filter: RecallFilter,
  limit: number,
) => Promise<Retrieved>;
