import { parse } from 'lossless-json';
import type { RecallRetriever } from './recall-request.js';

/** The trace of a recall, as far as it is shown; docs/api.md explains its fields. */
export interface Trace {
  readonly terms: readonly string[];
  readonly sides: readonly string[];
  readonly retrievers: readonly TracedRetriever[];
  readonly fusion: readonly TracedMemory[];
  readonly dropped: Readonly<Record<string, number>>;
  readonly answer_chance: number | null;
  readonly first: string | null;
  readonly ms: number;
}

export interface TracedRetriever {
  readonly name: RecallRetriever;
  readonly ms: number;
  readonly candidates: readonly {
    readonly memory_id: string;
    readonly score: number;
    readonly support: number;
    readonly because: string;
  }[];
}

export interface TracedMemory {
  readonly memory_id: string;
  readonly score: number;
  readonly near: number;
  readonly words: number | null;
  readonly claimed: number;
  readonly shares: Readonly<Partial<Record<RecallRetriever, number>>>;
  readonly lifts: readonly string[];
}

/** What a part of a score comes from. */
export type PartName = RecallRetriever | 'word by word' | 'adjacent turns';

/** A part of the score that a memory has before it is boosted. */
export interface ScorePart {
  readonly name: PartName;
  readonly value: number;
}

/** The trace in the answer of a recall. @throws SyntaxError when it is no JSON */
export function readTrace(text: string): Trace {
  return parse(text, null, Number) as Trace;
}

/** Names of the retrievers that ran, each once: a question about several runs them for each side. */
export function retrieversOf({ retrievers }: Trace): RecallRetriever[] {
  return [...new Set(retrievers.map(({ name }) => name))];
}

/** Below it a part is left out: scores are rounded to four digits. */
const SMALLEST = 0.001;

/**
 * The parts of a score, largest first. What the shares of `near` do not account for is the gain by token embeddings; a
 * memory without any part is there because of an adjacent turn.
 */
export function scorePartsOf({ shares, near, score }: TracedMemory): ScorePart[] {
  const byContent = (shares.lexical ?? 0) + (shares.dense ?? 0);
  const parts = Object.entries({ ...shares, 'word by word': near - byContent })
    .map(([name, value]) => ({ name: name as PartName, value }))
    .filter(({ value }) => value >= SMALLEST)
    .sort((a, b) => b.value - a.value);
  return parts.length > 0 ? parts : [{ name: 'adjacent turns', value: score }];
}

/** Why each retriever found a memory. */
export function reasonsOf({ retrievers }: Trace, memoryId: string): { name: RecallRetriever; because: string }[] {
  return retrievers.flatMap(({ name, candidates }) =>
    candidates.filter((one) => one.memory_id === memoryId).map(({ because }) => ({ name, because })),
  );
}
