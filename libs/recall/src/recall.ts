import { cutText } from '#contracts/cut-text.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Sql } from '#database/sql.js';
import { termsOf } from '#graph/search/search-terms.js';
import { answerKindOf, type AnswerKind } from './answer-kind.js';
import { entityGraphRetriever } from './entity-graph/entity-graph-retriever.js';
import { fuse, type Fused } from './fusion.js';
import { lexicalRetriever } from './lexical/lexical-retriever.js';
import { weighTerms } from './lexical/term-weights.js';
import { loadRecalled, type MemoryFields } from './recalled-memories.js';
import type { Candidate, RecallFilter, RecallQuery, Retriever, RetrieverName } from './retriever.js';

export interface RecallRequest {
  readonly text: string;
  readonly maxResults: number;
  readonly filter: RecallFilter;
  readonly retrievers: readonly RetrieverName[];
  /** Finds by meaning; null or absent where no model is configured. */
  readonly dense?: Retriever | null;
}

/** A memory of an answer, best first. */
export interface RecalledMemory extends MemoryFields {
  /** 0..1: its place in the ranking, as a figure. */
  readonly similarity_score: number;
  /** 0..1: how much of what is asked for the memory supports. */
  readonly confidence: number;
  readonly retrievers: readonly RetrieverName[];
}

export interface Recall {
  readonly answer_kind: AnswerKind;
  readonly memories: readonly RecalledMemory[];
  readonly trace: RecallTrace;
}

/** What was done to get there; times in milliseconds. */
export interface RecallTrace {
  readonly terms: readonly string[];
  readonly retrievers: readonly {
    readonly name: RetrieverName;
    readonly ms: number;
    readonly notes: Readonly<Record<string, unknown>>;
    readonly candidates: readonly { memory_id: string; score: number; support: number; because: string }[];
  }[];
  readonly fusion: readonly { memory_id: string; score: number; retrievers: readonly string[] }[];
  readonly dropped: { readonly beyond_max_results: number; readonly forgotten_meanwhile: number };
  /** Why the first is first. */
  readonly first: string | null;
  readonly ms: number;
}

/** What is read of a question: one of a mebibyte must not cost more than a long one. */
const MAX_UNITS = 16_384;
const MAX_TERMS = 128;
const MIN_CANDIDATES = 100;
const TRACED = 20;

const RETRIEVE: Readonly<Record<Exclude<RetrieverName, 'dense'>, Retriever>> = {
  lexical: lexicalRetriever,
  entity_graph: entityGraphRetriever,
};

/** Finds the memories of a scope that answer a question. Reads only. */
export async function recall(sql: Sql, scopeId: string, request: RecallRequest): Promise<Recall> {
  const began = performance.now();
  const query = await readQuery(sql, scopeId, request.text);
  const limit = Math.max(MIN_CANDIDATES, request.maxResults);
  const runs = await Promise.all(
    request.retrievers.map(async (name) => {
      const start = performance.now();
      const { candidates, notes } = await retrieverOf(name, request)(sql, scopeId, query, request.filter, limit);
      return { name, ms: rounded(performance.now() - start), notes, candidates };
    }),
  );
  const fused = fuse(new Map(runs.map(({ name, candidates }) => [name, candidates])));
  const kept = fused.slice(0, request.maxResults);
  const fields = await loadRecalled(
    sql,
    scopeId,
    kept.map((memory) => memory.memoryId),
  );
  const memories = kept.flatMap((memory) => recalledMemory(memory, fields.get(memory.memoryId)));
  const [first] = kept;
  return {
    answer_kind: answerKindOf(memories.map((memory) => memory.confidence)),
    memories,
    trace: {
      terms: query.terms,
      retrievers: runs.map((run) => ({ ...run, candidates: run.candidates.slice(0, TRACED).map(tracedCandidate) })),
      fusion: fused.slice(0, TRACED).map(({ memoryId, score, retrievers }) => ({
        ...{ memory_id: memoryIdOfUuid(memoryId), score: rounded(score), retrievers },
      })),
      dropped: { beyond_max_results: fused.length - kept.length, forgotten_meanwhile: kept.length - memories.length },
      first: first ? whyFirst(first) : null,
      ms: rounded(performance.now() - began),
    },
  };
}

/** One that is not there finds nothing. */
function retrieverOf(name: RetrieverName, { dense }: RecallRequest): Retriever {
  return name === 'dense' ? (dense ?? NOTHING) : RETRIEVE[name];
}

const NOTHING: Retriever = () => Promise.resolve({ candidates: [], notes: { off: true } });

async function readQuery(sql: Sql, scopeId: string, whole: string): Promise<RecallQuery> {
  const text = cutText(whole, MAX_UNITS);
  const terms = new Set<string>();
  for (const term of termsOf(text)) {
    terms.add(term);
    if (terms.size === MAX_TERMS) break;
  }
  return { text, terms: [...terms], weights: await weighTerms(sql, scopeId, [...terms]) };
}

/** Nothing where the memory was forgotten between the statements. */
function recalledMemory(fused: Fused, fields: MemoryFields | undefined): RecalledMemory[] {
  if (!fields) return [];
  return [
    {
      ...fields,
      similarity_score: rounded(fused.score),
      confidence: rounded(Math.min(1, fused.support)),
      retrievers: fused.retrievers,
    },
  ];
}

function tracedCandidate({ memoryId, score, support, because }: Candidate) {
  return { memory_id: memoryIdOfUuid(memoryId), score: rounded(score), support: rounded(support), because };
}

function whyFirst({ retrievers, because }: Fused): string {
  return `found by ${retrievers.join(' and ')}: ${because.join('; ')}`;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
