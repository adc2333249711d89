import type { Answer } from '@engraph/client';

/** Code units of a memory's text that a model is shown. */
const MAX_TEXT = 4_000;

export interface RecallView {
  readonly answer: 'single' | 'many' | 'none';
  /** Facts to the point of the question; `fact` is what `correct` takes. */
  readonly facts: readonly { fact: string; text: string; confidence: number }[];
  readonly memories: readonly RecalledMemory[];
}

interface RecalledMemory {
  readonly memory_id: string;
  readonly text: string;
  readonly speaker?: string;
  readonly role?: string;
  readonly said_at: string | null;
  readonly confidence: number;
}

/** What a model is shown of a recall: plain JSON without integers above 2^53. */
export function viewOfRecall({ answer_kind, facts = [], memories }: Answer<'recall'>): RecallView {
  return {
    answer: answer_kind,
    facts: facts.map(({ kind, id, text, confidence }) => ({ fact: `${kind}:${id}`, text, confidence })),
    memories: memories.map(({ memory_id, text, speaker, role, occurred_at, created_at, confidence }) => ({
      memory_id,
      text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text,
      ...(speaker === null ? {} : { speaker }),
      ...(role === null ? {} : { role }),
      said_at: occurred_at ?? created_at,
      confidence,
    })),
  };
}
