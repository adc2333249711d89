import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { MaxSimScore } from './rerank/max-sim.js';
import type { RankedMemory } from './fusion/boosts.js';
import type { Candidate, RetrieverRun, RetrieverName } from './retrievers/retriever.js';
import type { AnalyzedQuery } from './query/analyzed-query.js';
import { roundScore } from './rounded.js';

/** What was done to get to an answer; times in milliseconds. */
export interface RecallTrace {
  readonly terms: readonly string[];
  readonly retrievers: readonly {
    readonly name: RetrieverName;
    readonly ms: number;
    readonly notes: Readonly<Record<string, unknown>>;
    readonly candidates: readonly { memory_id: string; score: number; support: number; because: string }[];
  }[];
  /** What the retrievers say together, by nearness and by claims, and what then lifted or lowered each. */
  readonly fusion: readonly {
    memory_id: string;
    score: number;
    near: number;
    /** How near it and the turns around it are word by word; null where it was not compared so. */
    words: number | null;
    claimed: number;
    retrievers: readonly string[];
    lifts: readonly string[];
  }[];
  readonly dropped: {
    readonly beyond_max_results: number;
    readonly below_min_confidence: number;
    /** Left out because the answer was as long as it may be. */
    readonly beyond_page: number;
    readonly forgotten_meanwhile: number;
  };
  /** 0..1: how likely the first hold an answer; null where no vectors were compared. */
  readonly answer_chance: number | null;
  /** Why the first is first, in words. */
  readonly first: string | null;
  readonly ms: number;
}

/** What the trace tells of a recall. */
export interface TraceInput {
  readonly query: AnalyzedQuery;
  readonly runs: readonly RetrieverRun[];
  readonly maxSimScores: ReadonlyMap<string, MaxSimScore>;
  readonly ranked: readonly RankedMemory[];
  /** How many were found too unsure for the request. */
  readonly belowMinConfidence: number;
  /** How many of the ranked were asked for, how many of them were gone at the end, and how many are told of. */
  readonly kept: number;
  readonly forgotten: number;
  readonly answered: number;
  readonly answerability: number | null;
  readonly ms: number;
}

/** Memories shown of each list. */
const SHOWN = 20;

/** Tells how an answer came about; ids are decimal. */
export function buildTrace({
  query,
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
      ...{ retrievers: memory.foundBy.map((by) => by.retriever), lifts: memory.boosts },
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

function tracedCandidate({ memoryId, score, support, because }: Candidate) {
  return {
    memory_id: memoryIdOfUuid(memoryId),
    score: roundScore(score),
    support: roundScore(support),
    because: because(),
  };
}

function maxSimScoreOf({ memoryId }: RankedMemory, words: ReadonlyMap<string, MaxSimScore>): number | null {
  const near = words.get(memoryId);
  return near ? roundScore(near.inContext) : null;
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
