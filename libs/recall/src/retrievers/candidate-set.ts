import type { IndexCache } from '#search/in-memory-index/index-cache.js';
import type { MaxSimScore } from '../rerank/max-sim.js';
import type { SessionContext } from '#search/scope-index/scope-index.js';
import type { RecallFilter } from '#search/filter/recall-filter.js';
import type { RetrieverName, Retriever, RetrieverRun } from './retriever.js';
import type { AnalyzedQuery } from '../query/analyzed-query.js';

/** What is looked for, and how. */
export interface RetrievalRequest {
  readonly text: string;
  readonly maxResults: number;
  readonly filter: RecallFilter;
  readonly retrievers: readonly RetrieverName[];
  /** Finds by meaning; null or absent where no model is configured. */
  readonly dense?: Retriever | null;
  /** Indexes of scopes that this process holds; absent where Postgres is asked each time. */
  readonly indexCache?: IndexCache | undefined;
  /** When it is asked, in milliseconds since 1970: what "last week" counts from. Absent: by the machine's clock. */
  readonly nowMs?: number;
}

/** All that a ranking is made from. */
export interface CandidateSet {
  readonly query: AnalyzedQuery;
  readonly runs: readonly RetrieverRun[];
  /** Of the first candidates of each retriever, and of the turns next to them. */
  readonly contexts: ReadonlyMap<string, SessionContext>;
  /** Of those that are nearest by words and meaning; of none where the model does not tell words apart. */
  readonly maxSimScores: ReadonlyMap<string, MaxSimScore>;
}
