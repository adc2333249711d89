import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { WordNearness } from './late-interaction/word-nearness.js';
import type { Lifted } from './lifts.js';
import type { Candidate, Found, RecallQuery, RetrieverName } from './retriever.js';
import { rounded } from './rounded.js';

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
export interface Told {
  readonly query: RecallQuery;
  readonly found: readonly Found[];
  readonly words: ReadonlyMap<string, WordNearness>;
  readonly ranked: readonly Lifted[];
  /** How many were found too unsure for the request. */
  readonly unsure: number;
  /** How many of the ranked were asked for, how many of them were gone at the end, and how many are told of. */
  readonly kept: number;
  readonly forgotten: number;
  readonly answered: number;
  readonly chance: number | null;
  readonly ms: number;
}

/** Memories shown of each list. */
const SHOWN = 20;

/** Tells how an answer came about; ids are decimal. */
export function traceOf({
  query,
  found,
  words,
  ranked,
  unsure,
  kept,
  forgotten,
  answered,
  chance,
  ms,
}: Told): RecallTrace {
  const [first] = ranked;
  return {
    terms: query.terms,
    retrievers: found.map((run) => ({
      ...{ name: run.name, ms: run.ms, notes: run.notes },
      candidates: run.candidates.slice(0, SHOWN).map(tracedCandidate),
    })),
    fusion: ranked.slice(0, SHOWN).map((memory) => ({
      memory_id: memoryIdOfUuid(memory.memoryId),
      ...{ score: rounded(memory.score), near: rounded(memory.near), words: nearnessOf(memory, words) },
      claimed: rounded(memory.claimed),
      ...{ retrievers: memory.found.map((by) => by.retriever), lifts: memory.lifts },
    })),
    dropped: {
      beyond_max_results: ranked.length - kept,
      below_min_confidence: unsure,
      beyond_page: kept - forgotten - answered,
      forgotten_meanwhile: forgotten,
    },
    answer_chance: chance === null ? null : rounded(chance),
    first: first ? whyFirst(first, found, nearnessOf(first, words)) : null,
    ms: rounded(ms),
  };
}

function tracedCandidate({ memoryId, score, support, because }: Candidate) {
  return { memory_id: memoryIdOfUuid(memoryId), score: rounded(score), support: rounded(support), because: because() };
}

function nearnessOf({ memoryId }: Lifted, words: ReadonlyMap<string, WordNearness>): number | null {
  const near = words.get(memoryId);
  return near ? rounded(near.inContext) : null;
}

function whyFirst({ memoryId, found: by, lifts }: Lifted, found: readonly Found[], words: number | null): string {
  const reasons = by.map(({ retriever, rank }) => {
    const candidates = found.find((run) => run.name === retriever)?.candidates ?? [];
    const because = candidates.find((candidate) => candidate.memoryId === memoryId)?.because() ?? 'next to a match';
    return `${retriever} puts it at ${String(rank + 1)} (${because})`;
  });
  const compared = words === null ? '' : `; word by word, with the turns around it, ${words.toFixed(2)} near`;
  const moved = lifts.length === 0 ? '' : `; moved by: ${lifts.join(', ')}`;
  return `found by ${by.map(({ retriever }) => retriever).join(' and ')}: ${reasons.join('; ')}${compared}${moved}`;
}
