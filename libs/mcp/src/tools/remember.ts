import { CallRefused, type CallAnswer, type EngraphCalls } from '../calls/engraph-calls.js';
import { plainAnswer } from '../answers/plain-answer.js';
import type { ApiSchemas } from '../schema/api-schemas.js';
import { objectOf, type ToolArguments } from '../schema/tool-schema.js';
import {
  picked,
  REQUEST_ID,
  requestIdIn,
  WAIT_SECONDS,
  waitSecondsOf,
  type MemoryTool,
  type ToolAnswer,
} from './memory-tool.js';
import { repeatedAnswer } from './repeats.js';

const FIELDS = [
  ...['text', 'speaker', 'role', 'session', 'occurred_at', 'tags', 'metadata', 'kind', 'expires_at', 'pinned'],
] as const;

const ABOUT = {
  occurred_at: 'When it was said, in ISO 8601 with a zone. Give it for anything that was not said just now.',
  session: 'Conversation that it belongs to, a text that you choose. Messages of a session are read together.',
  expires_at: 'When the memory is forgotten by itself, in ISO 8601 with a zone. Default: never.',
};

/** Tool that stores one or many texts. */
export const REMEMBER: MemoryTool = {
  name: 'remember',
  title: 'Remember',
  description:
    'Store what was said or learned, so that later conversations can recall it: preferences, facts about people and ' +
    'projects, decisions, events. Give the words as they were said, whole sentences with names instead of "he" or ' +
    '"it"; entities, relations and facts are extracted from them. Either `text`, or `items` for many. The answer comes ' +
    'when the memory is stored durably. What is said again later is stored again, so that its last word counts; only a ' +
    'call that repeats the newest memory within minutes is taken for a retry.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  required: [],
  fields: (schemas) => {
    const fields = schemas.fields('BatchItem', FIELDS, ABOUT);
    const items = {
      ...{ type: 'array', minItems: 1, maxItems: 1000, items: objectOf(fields, ['text']) },
      description: 'Several memories, in the order in which they were said. Instead of `text`.',
    };
    return { ...fields, items, request_id: REQUEST_ID, wait_seconds: WAIT_SECONDS };
  },
  answer: answerFieldsOf,
  run: async (given, calls) => {
    const items = itemsOf(given);
    const requestId = requestIdIn(given);
    const waitSeconds = waitSecondsOf(given);
    const repeated = requestId === undefined ? await repeatedAnswer(calls, items) : null;
    return toldOf(repeated ?? (await store(calls, items, requestId, waitSeconds)));
  },
};

function answerFieldsOf(schemas: ApiSchemas) {
  const fields = {
    ...schemas.answerFields('BatchResult', ['results']),
    replayed: { type: 'boolean', description: 'Whether an earlier call with the same request_id stored them.' },
    extraction: {
      enum: ['pending', 'done', 'partial', 'failed'],
      description: 'Whether facts have been extracted from the last of them; absent if the call did not wait.',
    },
  };
  return { fields, required: ['results', 'replayed'] };
}

/** Memories of a call. @throws CallRefused unless it has exactly one of text and items */
function itemsOf(given: ToolArguments): object[] {
  const { items } = given;
  if ((items === undefined) === (given['text'] === undefined))
    throw new CallRefused('bad_request', 'give exactly one of text and items');
  if (items === undefined) return [picked(given, FIELDS)];
  if (Object.keys(given).some((name) => FIELDS.some((field) => field === name)))
    throw new CallRefused('bad_request', 'with items, give the other fields in each item');
  if (!Array.isArray(items)) throw new CallRefused('bad_request', 'items must be a list');
  return items as object[];
}

function store(
  calls: EngraphCalls,
  items: readonly object[],
  requestId: string | undefined,
  waitSeconds: number,
): Promise<CallAnswer> {
  return calls.call('encodeMemories', { body: { items }, waitSeconds, ...(requestId !== undefined && { requestId }) });
}

interface StoredItem {
  readonly memory_id?: string;
  readonly was_deduplicated?: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

function toldOf({ body, extraction, replayed }: CallAnswer): ToolAnswer {
  const { results } = body as { readonly results: readonly StoredItem[] };
  const lines = results.map((result, i) => `${results.length > 1 ? `${String(i + 1)}. ` : ''}${wordsOf(result)}`);
  const state = extraction === 'pending' ? ['Recall finds it within seconds; facts are still extracted.'] : [];
  const data = { ...plainAnswer(body), replayed, ...(extraction !== null && { extraction }) };
  const failed = results.every(({ error }) => error !== undefined);
  return { text: [...lines, ...state].join('\n'), data, ...(failed && { failed }) };
}

function wordsOf({ memory_id: id, was_deduplicated: known, error }: StoredItem): string {
  if (error) return `Not stored (${error.code}): ${error.message}`;
  return known
    ? `Stored as memory ${String(id)} by an earlier call, and not again.`
    : `Stored as memory ${String(id)}.`;
}
