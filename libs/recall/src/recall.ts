import type { Sql } from '#database/sql.js';
import { answerabilityProbability } from './answerability/answerability-model.js';
import { answerabilityFeatures, MAX_HITS } from './answerability/answerability-features.js';
import { answerKindOf, type AnswerKind } from './answerability/answer-kind.js';
import { noneReason, type NoneReason } from './answerability/none-reason.js';
import { asksForMany } from './query/many-intent.js';
import { rankSides } from './rank-sides.js';
import { passageOf, type PassageSpan } from './passages/matched-passages.js';
import type { CandidateSet, RetrievalRequest } from './retrievers/candidate-set.js';
import type { RankedMemory } from './fusion/boosts.js';
import { loadRecalledMemories, type MemoryFields } from './load-recalled-memories.js';
import type { RetrieverName } from './retrievers/retriever.js';
import { supportOf } from './fusion/support.js';
import { roundScore } from './rounded.js';
import { buildTrace, type RecallTrace } from './trace.js';

export interface RecallRequest extends RetrievalRequest {
  /** Minimum confidence of a returned memory, 0..1. */
  readonly minConfidence?: number;
  /** Whether adjacent messages of a match may be in the answer; true by default. */
  readonly neighbours?: boolean;
}

/** A memory of an answer. */
export interface RecalledMemory extends MemoryFields {
  /** Ranking score, 0..1, relative to the best memory. */
  readonly similarity_score: number;
  /** Support, 0..1: how much of the question the memory matches. */
  readonly confidence: number;
  readonly retrievers: readonly RetrieverName[];
  /** Of a long memory, the passage that matches the question best. */
  readonly passage?: PassageSpan;
}

export interface Recall {
  readonly answer_kind: AnswerKind;
  /** Why there is no answer; absent if there is one. */
  readonly none_because?: NoneReason;
  readonly memories: readonly RecalledMemory[];
  /** Whether memories were left out because texts and names exceed `PAGE_BYTES`. */
  readonly truncated: boolean;
  /**
   * Builds the trace of this recall.
   * @param answered number of memories that are returned to the caller; all of these by default
   */
  readonly trace: (answered?: number) => RecallTrace;
}

/** Finds the memories of a scope that answer a question, best first. Reads only. */
export async function recall(sql: Sql, scopeId: string, request: RecallRequest): Promise<Recall> {
  const began = performance.now();
  const { whole, sides, ranked } = await rankSides(sql, scopeId, request, request.neighbours ?? true);
  const { query, maxSimScores } = whole;
  const sets = [whole, ...sides];
  const runs = sets.flatMap((set) => set.runs);
  const supports = supportOf(runs, new Map(sets.flatMap(({ contexts }) => [...contexts])));
  const supported = ranked.filter(({ memoryId }) => (supports.get(memoryId) ?? 0) >= (request.minConfidence ?? 0));
  const kept = supported.slice(0, request.maxResults);
  const { fields, isFull } = await loadRecalledMemories(
    sql,
    scopeId,
    supported.slice(0, Math.max(MAX_HITS, kept.length)).map((memory) => memory.memoryId),
  );
  const memories = kept.flatMap((memory) =>
    recalledMemory(sets, memory, supports.get(memory.memoryId) ?? 0, fields.get(memory.memoryId)),
  );
  const answerability = answerabilityProbability(answerabilityFeatures(whole, supported, fields));
  const answer_kind = answerKindOf(
    memories.map((memory) => memory.confidence),
    answerability,
    sides.length > 0 || asksForMany(query.text),
  );
  const none_because =
    answer_kind === 'none' ? await noneReason(sql, scopeId, request.filter, ranked.length) : undefined;
  const ms = performance.now() - began;
  const truncated = isFull && memories.length < kept.length;
  return {
    answer_kind,
    ...(none_because && { none_because }),
    memories,
    truncated,
    trace: (answered = memories.length) =>
      buildTrace({
        ...{
          query,
          sides: sides.map((side) => side.query.text),
          runs,
          maxSimScores,
          ranked: supported,
          belowMinConfidence: ranked.length - supported.length,
        },
        ...{ kept: kept.length, forgotten: truncated ? 0 : kept.length - memories.length, answered, answerability, ms },
      }),
  };
}

/** Empty if the memory was forgotten between the statements. */
function recalledMemory(
  sets: readonly CandidateSet[],
  ranked: RankedMemory,
  support: number,
  fields: MemoryFields | undefined,
): RecalledMemory[] {
  if (!fields) return [];
  const compared = sets.find(({ maxSimScores }) => maxSimScores.has(ranked.memoryId)) ?? sets[0];
  const passage = compared && passageOf(compared, ranked.memoryId, fields.text);
  return [
    {
      ...fields,
      similarity_score: roundScore(ranked.score),
      confidence: roundScore(Math.min(1, support)),
      retrievers: ranked.foundBy.map((by) => by.retriever),
      ...(passage && { passage }),
    },
  ];
}
