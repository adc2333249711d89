import type { Sql } from '#database/sql.js';
import { answerChance } from './answer/answer-chance.js';
import { answerEvidence, HITS_READ } from './answer/answer-evidence.js';
import { answerKindOf, type AnswerKind } from './answer/answer-kind.js';
import { gatherCandidates, type Search } from './gather-candidates.js';
import type { Lifted } from './lifts.js';
import { rankCandidates } from './rank-candidates.js';
import { RANKING } from './ranking.js';
import { loadRecalled, type MemoryFields } from './recalled-memories.js';
import type { RetrieverName } from './retriever.js';
import { supportOf } from './support.js';
import { rounded } from './rounded.js';
import { traceOf, type RecallTrace } from './trace.js';

export interface RecallRequest extends Search {
  /** 0..1: memories of less confidence are left out. */
  readonly minConfidence?: number;
  /** Whether the turns next to a match may stand in the answer; true unless given. */
  readonly neighbours?: boolean;
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
  /** Whether more memories answer than have `PAGE_BYTES` of texts and names. */
  readonly truncated: boolean;
  /** How the answer came about. @param answered memories that are told of; all of these unless given */
  readonly trace: (answered?: number) => RecallTrace;
}

/** Finds the memories of a scope that answer a question. Reads only. */
export async function recall(sql: Sql, scopeId: string, request: RecallRequest): Promise<Recall> {
  const began = performance.now();
  const gathered = await gatherCandidates(sql, scopeId, request);
  const { query, found, places, words } = gathered;
  const ranked = rankCandidates(gathered, request.neighbours ?? true, RANKING);
  const supports = supportOf(found, places);
  const supported = ranked.filter(({ memoryId }) => (supports.get(memoryId) ?? 0) >= (request.minConfidence ?? 0));
  const kept = supported.slice(0, request.maxResults);
  const { fields, isFull } = await loadRecalled(
    sql,
    scopeId,
    supported.slice(0, Math.max(HITS_READ, kept.length)).map((memory) => memory.memoryId),
  );
  const memories = kept.flatMap((memory) =>
    recalledMemory(memory, supports.get(memory.memoryId) ?? 0, fields.get(memory.memoryId)),
  );
  const chance = answerChance(answerEvidence(gathered, supported, fields));
  const ms = performance.now() - began;
  const truncated = isFull && memories.length < kept.length;
  return {
    answer_kind: answerKindOf(
      memories.map((memory) => memory.confidence),
      chance,
    ),
    memories,
    truncated,
    trace: (answered = memories.length) =>
      traceOf({
        ...{ query, found, words, ranked: supported, unsure: ranked.length - supported.length },
        ...{ kept: kept.length, forgotten: truncated ? 0 : kept.length - memories.length, answered, chance, ms },
      }),
  };
}

/** Nothing where the memory was forgotten between the statements. */
function recalledMemory(lifted: Lifted, support: number, fields: MemoryFields | undefined): RecalledMemory[] {
  if (!fields) return [];
  return [
    {
      ...fields,
      similarity_score: rounded(lifted.score),
      confidence: rounded(Math.min(1, support)),
      retrievers: lifted.found.map((by) => by.retriever),
    },
  ];
}
