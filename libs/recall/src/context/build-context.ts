import { dayOf } from '#contracts/clock.js';
import { memoryIdOfUuid, uuidOfMemoryId } from '#contracts/memory-id.js';
import type { Sql } from '#database/sql.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { termsOf } from '#search/terms/terms.js';
import type { MemoryFields } from '../load-recalled-memories.js';
import { truncateQuestion } from '../query/analyze-query.js';
import type { Recall } from '../recall.js';
import { contextFacts } from './context-facts.js';
import { contextText, type PromptTurn } from './context-text.js';
import { loadTokenCounter } from './count-tokens.js';
import type { FactHit } from './fact-hit.js';

/** Limits of a text for a prompt. */
export interface ContextLimits {
  /** Maximum length, in tokens of o200k_base. */
  readonly maxTokens: number;
  readonly maxFacts: number;
  /** Minimum confidence of a fact, 0..1. */
  readonly minConfidence: number;
  /** Whether each line begins with the id of its fact or memory. */
  readonly withIds: boolean;
}

/** A text for a prompt, as the API shows it, with the facts that stand in it. */
export interface Context {
  readonly context: string;
  readonly facts: readonly {
    readonly id: string;
    readonly kind: 'relation' | 'statement';
    readonly text: string;
    readonly confidence: number;
    /** Decimal ids. */
    readonly memory_ids: readonly string[];
  }[];
}

/** Builds the text for a prompt: the facts to the point of a question, if it has an answer, then the memories. */
export async function buildContext(
  sql: Sql,
  scopeId: string,
  question: { readonly text: string; readonly filter: SearchFilter },
  { answer_kind, memories }: Pick<Recall, 'answer_kind' | 'memories'>,
  { maxTokens, withIds, ...limits }: ContextLimits,
): Promise<Context> {
  const request = { question: question.text, filter: question.filter, hits: memories.flatMap(hitOf), ...limits };
  const [facts, countTokens] = await Promise.all([
    answer_kind === 'none' ? [] : contextFacts(sql, scopeId, request),
    loadTokenCounter(),
  ]);
  const terms = new Set(termsOf(truncateQuestion(question.text)));
  const lines = facts.map(({ id, kind, text }) => (withIds ? `[${kind}:${id}] ${text}` : text));
  const parts = { facts: lines, turns: memories.map((memory) => turnOf(memory, withIds)), terms, maxTokens };
  const { text, facts: fitting } = contextText(parts, countTokens);
  return {
    context: text,
    facts: fitting.flatMap((index) => {
      const fact = facts[index];
      if (fact === undefined) return [];
      const { memoryIds, ...fields } = fact;
      return [{ ...fields, memory_ids: memoryIds.map(memoryIdOfUuid) }];
    }),
  };
}

function hitOf(memory: MemoryFields): FactHit[] {
  const { memory_id, text, speaker, role, entities } = memory;
  const memoryId = uuidOfMemoryId(memory_id);
  if (memoryId === null) return [];
  return [
    { memoryId, text, speaker, role, time: timeOf(memory), entityIds: entities.map(({ entity_id }) => entity_id) },
  ];
}

function turnOf(memory: MemoryFields, withId: boolean): PromptTurn {
  const { memory_id, text, speaker, role } = memory;
  const time = timeOf(memory);
  return { text, speaker, role, time, day: dayOf(time), ...(withId && { id: memory_id }) };
}

function timeOf({ occurred_at_unix_nanos, created_at_unix_nanos }: MemoryFields): bigint {
  return occurred_at_unix_nanos || created_at_unix_nanos;
}
