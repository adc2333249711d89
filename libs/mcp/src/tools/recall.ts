import { plainAnswer } from '../plain-answer.js';
import { DATA_NOTE, quotedData } from '../quoted-data.js';
import type { MemoryTool } from './memory-tool.js';

const FIELDS = [
  ...['query', 'max_results', 'session', 'since', 'until', 'subject', 'filter', 'min_confidence', 'max_tokens'],
] as const;

const ABOUT = {
  query: 'What you want to know: a question in whole words, or search terms.',
  since: 'Only memories from this time on, in ISO 8601 with a zone.',
  until: 'Only memories up to this time, in ISO 8601 with a zone.',
  max_tokens: 'Maximum length of the text for the prompt, in tokens. Default 1000.',
};

/** Longest quote beside the id of a memory, which tells which of the texts above it is. */
const QUOTE_CHARACTERS = 60;

interface Recalled {
  readonly answer_kind: 'single' | 'many' | 'none';
  readonly none_because?: string;
  readonly context?: string;
  readonly memories: readonly { readonly memory_id: string; readonly text: string; readonly confidence: number }[];
  readonly facts?: readonly { readonly id: string; readonly kind: string; readonly text: string }[];
}

/** Tool that searches memories. */
export const RECALL: MemoryTool = {
  name: 'recall',
  title: 'Recall',
  description:
    'Find what is remembered about a question: facts with their dates, and the memories that hold them, best first. Use ' +
    'it before you answer anything that earlier conversations may have settled. `filter` limits it by metadata, tags, ' +
    'session, speaker, role, kind or time. The ids in the answer are those that forget and correct take.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  required: ['query'],
  fields: (schemas) => schemas.fields('RecallRequest', FIELDS, ABOUT),
  run: async (given, calls) => {
    const { body } = await calls.call('recall', { body: { ...given, format: 'context' } });
    const recalled = body as Recalled;
    const data = plainAnswer(body);
    return { text: textOf(recalled), data: { note: DATA_NOTE, ...data } };
  },
};

function textOf({ answer_kind: kind, none_because: because, context, memories, facts = [] }: Recalled): string {
  const head = kind === 'none' ? `No memory answers this (${because ?? 'unknown'}).` : '';
  if (memories.length === 0) return head === '' ? 'Nothing is remembered about this.' : head;
  const found = [
    context ?? '',
    'Ids, for forget and correct:',
    ...facts.map((fact) => `- fact ${fact.id}: ${quoteOf(fact.text)}`),
    ...memories.map((memory) => `- memory ${memory.memory_id}: ${quoteOf(memory.text)}`),
  ].join('\n');
  return [head === '' ? '' : `${head} The closest memories:\n`, quotedData(found)].join('');
}

function quoteOf(text: string): string {
  const line = text.replaceAll(/\s/g, ' ');
  return line.length <= QUOTE_CHARACTERS ? line : `${line.slice(0, QUOTE_CHARACTERS)}…`;
}
