import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import type { QueryTermWeights } from './term-weights.js';
import type { TemporalIntent } from './temporal-intent.js';

/** A question as the retrievers receive it: term weights and temporal intent are still being computed. */
export interface PendingQuery {
  readonly text: string;
  /** Distinct terms (see `termsOf`), in order. */
  readonly terms: readonly string[];
  readonly index: Promise<ScopeIndex>;
  /** See `IndexCache.lastRead`. */
  readonly lastIndex: ScopeIndex | null;
  readonly termWeights: Promise<QueryTermWeights>;
  readonly temporalIntent: Promise<TemporalIntent>;
}

/** A completely analyzed question. */
export interface AnalyzedQuery extends Pick<PendingQuery, 'text' | 'terms'> {
  /** Weights of the terms in the scope. */
  readonly termWeights: QueryTermWeights;
  readonly temporalIntent: TemporalIntent;
}
