import { plainAnswer } from '../answers/plain-answer.js';
import { DATA_NOTE, NOTE_FIELD, quotedData } from '../answers/quoted-data.js';
import { arrayField, openObject } from '../schema/tool-schema.js';
import { FACT_ID_FIELD, typedFactIdOf, type FactKind } from './fact-ids.js';
import { picked, type MemoryTool } from './memory-tool.js';

const FIELDS = [
  ...['query', 'max_results', 'session', 'since', 'until', 'subject', 'filter', 'min_confidence', 'max_tokens'],
] as const;

const ABOUT = {
  query: 'What you want to know: a question in whole words, or search terms.',
  since: 'Only memories from this time on, in ISO 8601 with a zone.',
  until: 'Only memories up to this time, in ISO 8601 with a zone.',
  max_tokens: 'Maximum length of the text for the prompt, in tokens. Default 1000.',
};

/** What is told of a memory and of a fact, of all that the API tells. */
const OF_ANSWER = ['answer_kind', 'none_because', 'truncated'] as const;
const OF_MEMORY = [
  ...['memory_id', 'text', 'speaker', 'role', 'session', 'created_at', 'occurred_at', 'confidence', 'tags', 'metadata'],
] as const;
const OF_FACT = ['text', 'confidence', 'memory_ids'] as const;

const NONE = {
  nothing_stored: 'nothing is stored yet',
  filter_excludes_all: 'no memory passes the filters',
  not_found: 'what was found probably does not contain the answer',
} as const;

interface Recalled {
  readonly answer_kind: 'single' | 'many' | 'none';
  readonly none_because?: string;
  readonly context?: string;
  readonly memories: readonly { readonly memory_id: string }[];
  readonly facts?: readonly { readonly id: string; readonly kind: FactKind }[];
}

/** Tool that searches memories. */
export const RECALL: MemoryTool = {
  name: 'recall',
  title: 'Recall',
  description:
    'Find what is remembered about a question: facts with their dates, and the memories that hold them. Use it before ' +
    'you answer anything that earlier conversations may have settled. `filter` limits it by metadata, tags, session, ' +
    'speaker, role, kind or time. The ids in the answer are those that forget and correct take.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  required: ['query'],
  fields: (schemas) => schemas.fields('RecallRequest', FIELDS, ABOUT),
  answer: (schemas) => ({
    required: ['note', 'answer_kind', 'facts', 'memories'],
    fields: {
      note: NOTE_FIELD,
      ...schemas.answerFields('Recall', OF_ANSWER),
      facts: arrayField(
        openObject({ fact_id: FACT_ID_FIELD, ...schemas.answerFields('ContextFact', OF_FACT) }, ['fact_id', 'text']),
        'What holds, to the point of the question.',
      ),
      memories: arrayField(
        openObject(schemas.answerFields('RecalledMemory', OF_MEMORY), ['memory_id', 'text']),
        'Memories, best first.',
      ),
    },
  }),
  run: async (given, calls) => {
    const { body } = await calls.call('recall', { body: { ...given, format: 'context', context_ids: true } });
    const recalled = body as Recalled;
    const facts = (recalled.facts ?? []).map((fact) => ({
      fact_id: typedFactIdOf(fact.kind, fact.id),
      ...picked(plainAnswer(fact), OF_FACT),
    }));
    const memories = recalled.memories.map((memory) => picked(plainAnswer(memory), OF_MEMORY));
    return { text: textOf(recalled), data: { note: DATA_NOTE, ...picked({ ...body }, OF_ANSWER), facts, memories } };
  },
};

function textOf({ answer_kind: kind, none_because: because = '', context = '', memories }: Recalled): string {
  const reason = (NONE as Readonly<Record<string, string>>)[because] ?? because;
  const head = kind === 'none' ? `No memory answers this: ${reason}.` : '';
  if (memories.length === 0) return head === '' ? 'Nothing is remembered about this.' : head;
  if (context === '') return `${head} Nothing fits into max_tokens; call again with more.`.trimStart();
  const missing = memories.filter(({ memory_id: id }) => !context.includes(`, memory ${id}]`)).length;
  const more = missing === 0 ? '' : ` ${String(missing)} more did not fit into max_tokens.`;
  const found = head === '' ? 'Ids stand in brackets, for forget and correct.' : `${head} The closest memories:`;
  return `${found}${more}\n${quotedData(context)}`;
}
