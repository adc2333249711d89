import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import type { QueryTermWeights } from './term-weights.js';
import type { TemporalIntent } from './temporal-intent.js';

/** A question as the retrievers get it: what the scope says of its words and its time comes while they work. */
export interface PendingQuery {
  readonly text: string;
  /** Its distinct terms (see `termsOf`), in order. */
  readonly terms: readonly string[];
  readonly index: Promise<ScopeIndex>;
  /** See `IndexCache.lastRead`. */
  readonly lastIndex: ScopeIndex | null;
  readonly termWeights: Promise<QueryTermWeights>;
  readonly temporalIntent: Promise<TemporalIntent>;
}

/** A question that was read. */
export interface AnalyzedQuery extends Pick<PendingQuery, 'text' | 'terms'> {
  /** What they weigh in the scope. */
  readonly termWeights: QueryTermWeights;
  readonly temporalIntent: TemporalIntent;
}
