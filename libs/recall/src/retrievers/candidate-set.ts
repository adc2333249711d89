import type { IndexCache } from '#search/in-memory-index/index-cache.js';
import type { MaxSimScore } from '../rerank/max-sim.js';
import type { SessionContext } from '#search/scope-index/scope-index.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import type { RetrieverName, Retriever, RetrieverRun } from './retriever.js';
import type { AnalyzedQuery } from '../query/analyzed-query.js';

/** Parameters of a retrieval. */
export interface RetrievalRequest {
  readonly text: string;
  readonly maxResults: number;
  readonly filter: SearchFilter;
  readonly retrievers: readonly RetrieverName[];
  /** Retriever by vectors; null or absent if no model is configured. */
  readonly dense?: Retriever | null;
  /** In-memory indexes of this process; if absent, Postgres is queried. */
  readonly indexCache?: IndexCache | undefined;
  /** Time of the question in milliseconds since 1970, the reference for "last week"; the system clock by default. */
  readonly nowMs?: number;
}

/** Everything that retrieval gave for a question: the input of the ranking. */
export interface CandidateSet {
  readonly query: AnalyzedQuery;
  readonly runs: readonly RetrieverRun[];
  /** Session contexts of the first candidates of each retriever, and of messages adjacent to content matches. */
  readonly contexts: ReadonlyMap<string, SessionContext>;
  /** Scores of the candidates with the highest content scores; empty if the model has no token embeddings. */
  readonly maxSimScores: ReadonlyMap<string, MaxSimScore>;
}
