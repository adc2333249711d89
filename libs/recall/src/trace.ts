import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Fused } from './fusion.js';
import type { Lifted } from './lifts.js';
import type { Candidate, RecallQuery, Retrieved, RetrieverName } from './retriever.js';

/** What was done to get to an answer; times in milliseconds. */
export interface RecallTrace {
  readonly terms: readonly string[];
  readonly retrievers: readonly {
    readonly name: RetrieverName;
    readonly ms: number;
    readonly notes: Readonly<Record<string, unknown>>;
    readonly candidates: readonly { memory_id: string; score: number; support: number; because: string }[];
    /** The same after the lifts, and what lifted each. */
    readonly lifted: readonly { memory_id: string; score: number; lifts: readonly string[] }[];
  }[];
  readonly fusion: readonly { memory_id: string; score: number; retrievers: readonly string[] }[];
  readonly dropped: {
    readonly beyond_max_results: number;
    readonly below_min_confidence: number;
    readonly forgotten_meanwhile: number;
  };
  /** Why the first is first, in words. */
  readonly first: string | null;
  readonly ms: number;
}

/** One retriever's work on a question. */
export interface Run extends Retrieved {
  readonly name: RetrieverName;
  readonly ms: number;
  readonly lifted: readonly Lifted[];
}

/** What the trace tells of a recall. */
export interface Told {
  readonly query: RecallQuery;
  readonly runs: readonly Run[];
  readonly fused: readonly Fused[];
  /** How many were found too unsure for the request. */
  readonly unsure: number;
  /** How many of the fused were asked for, and how many were there at the end. */
  readonly kept: number;
  readonly answered: number;
  readonly ms: number;
}

/** Memories shown of each list. */
const SHOWN = 20;

/** Tells how an answer came about; ids are decimal. */
export function traceOf({ query, runs, fused, unsure, kept, answered, ms }: Told): RecallTrace {
  const [first] = fused;
  return {
    terms: query.terms,
    retrievers: runs.map((run) => ({
      ...{ name: run.name, ms: run.ms, notes: run.notes },
      candidates: run.candidates.slice(0, SHOWN).map(tracedCandidate),
      lifted: run.lifted.slice(0, SHOWN).map(({ memoryId, score, lifts }) => ({
        ...{ memory_id: memoryIdOfUuid(memoryId), score: rounded(score), lifts },
      })),
    })),
    fusion: fused.slice(0, SHOWN).map(({ memoryId, score, found }) => ({
      ...{ memory_id: memoryIdOfUuid(memoryId), score: rounded(score), retrievers: found.map((by) => by.retriever) },
    })),
    dropped: {
      beyond_max_results: fused.length - kept,
      below_min_confidence: unsure,
      forgotten_meanwhile: kept - answered,
    },
    first: first ? whyFirst(first, runs) : null,
    ms: rounded(ms),
  };
}

/** A figure as answers show it: four decimals. */
export function rounded(value: number): number {
  return Number(value.toFixed(4));
}

function tracedCandidate({ memoryId, score, support, because }: Candidate) {
  return { memory_id: memoryIdOfUuid(memoryId), score: rounded(score), support: rounded(support), because };
}

function whyFirst({ memoryId, found }: Fused, runs: readonly Run[]): string {
  const reasons = found.map(({ retriever, rank, lifts }) => {
    const candidates = runs.find((run) => run.name === retriever)?.candidates ?? [];
    const because = candidates.find((candidate) => candidate.memoryId === memoryId)?.because;
    const matched = because === undefined ? 'next to a match' : because;
    const lifted = lifts.length === 0 ? '' : `, lifted by: ${lifts.join(', ')}`;
    return `${retriever} puts it at ${String(rank + 1)} (${matched}${lifted})`;
  });
  return `found by ${found.map((by) => by.retriever).join(' and ')}: ${reasons.join('; ')}`;
}
