import type { Sql } from '#database/sql.js';
import { graphRetriever } from './retrievers/graph/graph-retriever.js';
import { fuseScores } from './fusion/fusion.js';
import { rerankByMaxSim } from './rerank/rerank-by-max-sim.js';
import type { MaxSimScore } from './rerank/max-sim.js';
import { matchedPassages } from './passages/matched-passages.js';
import { lexicalRetriever } from './retrievers/lexical/lexical-retriever.js';
import { RANKING } from './fusion/ranking-weights.js';
import { analyzeQuery } from './query/analyze-query.js';
import type { RetrieverRun, Retriever, RetrieverName } from './retrievers/retriever.js';
import type { PendingQuery } from './query/analyzed-query.js';
import { filteredIndex } from '#search/filtered-index.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import type { SessionContext, ScopeIndex } from '#search/scope-index/scope-index.js';
import { recencyRetriever } from './retrievers/temporal/recency-retriever.js';
import { timeRetriever } from './retrievers/temporal/time-retriever.js';
import { roundScore } from './rounded.js';
import type { RetrievalRequest } from './retrievers/candidate-set.js';
import type { CandidateSet } from './retrievers/candidate-set.js';

/** Minimum number of candidates per retriever. */
const MIN_CANDIDATES = 100;
/**
 * Number of candidates per retriever whose session contexts are loaded for boosts. Half as many found two percent fewer
 * answers among the first five, on conversations of our own.
 */
const MAX_BOOSTED = 100;
/**
 * Number of candidates with the highest content scores that are reranked by MaxSim, with their neighbouring messages.
 */
const RERANKED = 50;

const RETRIEVE: Readonly<Record<Exclude<RetrieverName, 'dense'>, Retriever>> = {
  lexical: lexicalRetriever,
  entity_graph: graphRetriever,
  time: timeRetriever,
  recency: recencyRetriever,
};

/**
 * Runs the retrievers concurrently and loads the session contexts of their candidates. Contexts and MaxSim scores of
 * content retrievers are computed while other retrievers are still running.
 */
export async function retrieveCandidates(sql: Sql, scopeId: string, request: RetrievalRequest): Promise<CandidateSet> {
  const lastIndex = request.indexCache?.lastRead(scopeId) ?? null;
  const filtered = filteredIndex(sql, scopeId, request.filter, request.indexCache);
  const index = filtered.then((known) => known.index);
  const filter = filtered.then((known) => known.filter);
  const pendingQuery = analyzeQuery(sql, scopeId, request.text, index, lastIndex, request.nowMs);
  const contextsOf = async (
    memoryIds: readonly string[],
    neighbours: boolean,
  ): Promise<ReadonlyMap<string, SessionContext>> => {
    const [known, { asksForTime }] = await Promise.all([filtered, pendingQuery.temporalIntent]);
    const { filter: applied } = known;
    return known.index.loadSessionContexts(memoryIds, { filter: applied, statesTime: asksForTime, neighbours });
  };
  const running = request.retrievers.map((name) => ({
    name,
    run: retrieve(sql, scopeId, pendingQuery, { ...request, filter, name }),
  }));
  const contentRetrieval = Promise.all(
    running.filter(({ name }) => RANKING.retrievers[name].kind === 'content').map(({ run }) => run),
  ).then(async (contentRuns) => {
    const topCandidates = topCandidatesOf(contentRuns);
    const [contexts, maxSimScores] = await Promise.all([
      // Only candidates of content retrievers boost their adjacent messages.
      contextsOf(topCandidates, true),
      pendingQuery.index.then((index) => maxSimScoresOf(sql, scopeId, index, contentRuns)),
    ]);
    return { topCandidates, contexts, maxSimScores };
  });
  const [termWeights, temporalIntent, { topCandidates, contexts, maxSimScores }, ...runs] = await Promise.all([
    ...([pendingQuery.termWeights, pendingQuery.temporalIntent, contentRetrieval] as const),
    ...running.map(({ run }) => run),
  ]);
  const withContext = new Set(topCandidates);
  const otherContexts = await contextsOf(
    topCandidatesOf(runs).filter((id) => !withContext.has(id)),
    false,
  );
  const query = { text: pendingQuery.text, terms: pendingQuery.terms, termWeights, temporalIntent };
  return { query, runs, contexts: new Map([...contexts, ...otherContexts]), maxSimScores };
}

/** MaxSim scores of the candidates with the highest content scores; empty if no retriever has query tokens. */
async function maxSimScoresOf(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  contentRuns: readonly RetrieverRun[],
): Promise<ReadonlyMap<string, MaxSimScore>> {
  const queryTokens = contentRuns.find((run) => run.queryTokens)?.queryTokens;
  if (!queryTokens) return new Map();
  const nearest = [...fuseScores(contentRuns, RANKING)]
    .sort(([, a], [, b]) => b.contentScore - a.contentScore)
    .slice(0, RERANKED);
  const passages = matchedPassages(contentRuns);
  const compared = nearest.flatMap(([memoryId]) =>
    [...(passages.get(memoryId) ?? [0])].map((passage) => ({ memoryId, passage })),
  );
  return rerankByMaxSim(sql, scopeId, index, queryTokens, compared);
}

function topCandidatesOf(runs: readonly RetrieverRun[]): string[] {
  return [...new Set(runs.flatMap(({ candidates }) => candidates.slice(0, MAX_BOOSTED).map((one) => one.memoryId)))];
}

interface RetrieverRequest extends Pick<RetrievalRequest, 'maxResults' | 'dense'> {
  readonly name: RetrieverName;
  readonly filter: Promise<SearchFilter>;
}

async function retrieve(
  sql: Sql,
  scopeId: string,
  query: PendingQuery,
  { name, filter, maxResults, dense }: RetrieverRequest,
): Promise<RetrieverRun> {
  const start = performance.now();
  const limit = Math.max(MIN_CANDIDATES, maxResults);
  const retrieved = await retrieverOf(name, dense)(sql, scopeId, query, filter, limit);
  return { name, ms: roundScore(performance.now() - start), ...retrieved };
}

/** The named retriever; one that finds nothing if the dense retriever is not configured. */
function retrieverOf(name: RetrieverName, dense: Retriever | null | undefined): Retriever {
  return name === 'dense' ? (dense ?? NO_RETRIEVER) : RETRIEVE[name];
}

const NO_RETRIEVER: Retriever = () => Promise.resolve({ candidates: [], notes: { off: true } });
