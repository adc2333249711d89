import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { MaxSimScore } from './rerank/max-sim.js';
import type { RankedMemory } from './fusion/boosts.js';
import type { Candidate, RetrieverRun, RetrieverName } from './retrievers/retriever.js';
import type { AnalyzedQuery } from './query/analyzed-query.js';
import { roundScore } from './rounded.js';

/** Trace of a recall, as the API shows it; times in milliseconds. */
export interface RecallTrace {
  readonly terms: readonly string[];
  /** Questions about each side, if the question is about several. */
  readonly sides: readonly string[];
  readonly retrievers: readonly {
    readonly name: RetrieverName;
    readonly ms: number;
    readonly notes: Readonly<Record<string, unknown>>;
    readonly candidates: readonly { memory_id: string; score: number; support: number; because: string }[];
  }[];
  /** Fused candidates: `near` is the content score, `claimed` the structural score, `lifts` the applied boosts. */
  readonly fusion: readonly {
    memory_id: string;
    score: number;
    near: number;
    /** MaxSim score in context; null if the memory was not reranked. */
    words: number | null;
    claimed: number;
    retrievers: readonly string[];
    /** What each of these retrievers adds to `near`, or to `claimed`. */
    shares: Readonly<Partial<Record<RetrieverName, number>>>;
    lifts: readonly string[];
  }[];
  readonly dropped: {
    readonly beyond_max_results: number;
    readonly below_min_confidence: number;
    /** Left out because the answer reached its maximum size. */
    readonly beyond_page: number;
    readonly forgotten_meanwhile: number;
  };
  /** Answerability, 0..1; null if no vectors were compared. */
  readonly answer_chance: number | null;
  /** Explanation of the first rank, in words. */
  readonly first: string | null;
  readonly ms: number;
}

/** Input of a trace. */
export interface TraceInput {
  readonly query: AnalyzedQuery;
  readonly sides: readonly string[];
  readonly runs: readonly RetrieverRun[];
  readonly maxSimScores: ReadonlyMap<string, MaxSimScore>;
  readonly ranked: readonly RankedMemory[];
  /** Number of memories below the requested minimum confidence. */
  readonly belowMinConfidence: number;
  /**
   * Of the ranked memories: how many were selected, how many of these were forgotten meanwhile, and how many are
   * returned.
   */
  readonly kept: number;
  readonly forgotten: number;
  readonly answered: number;
  readonly answerability: number | null;
  readonly ms: number;
}

/** Maximum number of memories shown per list. */
const SHOWN = 20;

/** Builds the trace of a recall; ids are decimal. */
export function buildTrace({
  query,
  sides,
  runs,
  maxSimScores,
  ranked,
  belowMinConfidence,
  kept,
  forgotten,
  answered,
  answerability,
  ms,
}: TraceInput): RecallTrace {
  const [first] = ranked;
  return {
    terms: query.terms,
    sides,
    retrievers: runs.map((run) => ({
      ...{ name: run.name, ms: run.ms, notes: run.notes },
      candidates: run.candidates.slice(0, SHOWN).map(tracedCandidate),
    })),
    fusion: ranked.slice(0, SHOWN).map((memory) => ({
      memory_id: memoryIdOfUuid(memory.memoryId),
      ...{
        score: roundScore(memory.score),
        near: roundScore(memory.contentScore),
        words: maxSimScoreOf(memory, maxSimScores),
      },
      claimed: roundScore(memory.structuralScore),
      retrievers: memory.foundBy.map((by) => by.retriever),
      ...{ shares: sharesOf(memory), lifts: memory.boosts },
    })),
    dropped: {
      beyond_max_results: ranked.length - kept,
      below_min_confidence: belowMinConfidence,
      beyond_page: kept - forgotten - answered,
      forgotten_meanwhile: forgotten,
    },
    answer_chance: answerability === null ? null : roundScore(answerability),
    first: first ? whyFirst(first, runs, maxSimScoreOf(first, maxSimScores)) : null,
    ms: roundScore(ms),
  };
}

function sharesOf({ foundBy }: RankedMemory): Partial<Record<RetrieverName, number>> {
  return Object.fromEntries(foundBy.map(({ retriever, share }) => [retriever, roundScore(share)]));
}

function tracedCandidate({ memoryId, score, support, because }: Candidate) {
  return {
    memory_id: memoryIdOfUuid(memoryId),
    score: roundScore(score),
    support: roundScore(support),
    because: because(),
  };
}

function maxSimScoreOf({ memoryId }: RankedMemory, words: ReadonlyMap<string, MaxSimScore>): number | null {
  const score = words.get(memoryId);
  return score ? roundScore(score.inContext) : null;
}

function whyFirst(
  { memoryId, foundBy: by, boosts }: RankedMemory,
  found: readonly RetrieverRun[],
  words: number | null,
): string {
  const reasons = by.map(({ retriever, rank }) => {
    const candidates = found.find((run) => run.name === retriever)?.candidates ?? [];
    const because = candidates.find((candidate) => candidate.memoryId === memoryId)?.because() ?? 'next to a match';
    return `${retriever} puts it at ${String(rank + 1)} (${because})`;
  });
  const compared = words === null ? '' : `; word by word, with the turns around it, ${words.toFixed(2)} near`;
  const moved = boosts.length === 0 ? '' : `; moved by: ${boosts.join(', ')}`;
  return `found by ${by.map(({ retriever }) => retriever).join(' and ')}: ${reasons.join('; ')}${compared}${moved}`;
}
