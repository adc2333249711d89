import { CallRefused, type CallAnswer, type EngraphCalls } from '../calls/engraph-calls.js';
import { plainAnswer } from '../plain-answer.js';
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

const FIELDS = [
  ...['text', 'speaker', 'role', 'session', 'occurred_at', 'tags', 'metadata', 'kind', 'expires_at', 'pinned'],
  'dedupe',
] as const;

const ABOUT = {
  occurred_at: 'When it was said, in ISO 8601 with a zone. Give it for anything that was not said just now.',
  session: 'Conversation that it belongs to, a text that you choose. Messages of a session are read together.',
  expires_at: 'When the memory is forgotten by itself, in ISO 8601 with a zone. Default: never.',
  dedupe:
    '`content` (default): a text that is stored already is not stored again, so that a repeated call is harmless. ' +
    '`none`: store it again.',
};

/** Tool that stores one or many texts. */
export const REMEMBER: MemoryTool = {
  name: 'remember',
  title: 'Remember',
  description:
    'Store what was said or learned, so that later conversations can recall it: preferences, facts about people and ' +
    'projects, decisions, events. Give the words as they were said, whole sentences with names instead of "he" or ' +
    '"it"; entities, relations and facts are extracted from them. Either `text`, or `items` for many. The answer comes ' +
    'when the memory is stored durably.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  required: [],
  fields: (schemas) => {
    const fields = fieldsOf(schemas);
    const items = {
      ...{ type: 'array', minItems: 1, maxItems: 1000, items: objectOf(fields, ['text']) },
      description: 'Several memories, in the order in which they were said. Instead of `text`.',
    };
    return { ...fields, items, request_id: REQUEST_ID, wait_seconds: WAIT_SECONDS };
  },
  run: async (given, calls) => {
    const items = itemsOf(given);
    return toldOf(await storeOnce(calls, items, { requestId: requestIdIn(given), waitSeconds: waitSecondsOf(given) }));
  },
};

function fieldsOf(schemas: ApiSchemas) {
  return schemas.fields('BatchItem', FIELDS, ABOUT);
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

interface StoredItem {
  readonly memory_id?: string;
  readonly was_deduplicated?: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

/**
 * Stores the items, each text once. A key without the permission to recall may not ask whether a text is stored; what
 * it repeats is recognized by its request id alone.
 */
async function storeOnce(
  calls: EngraphCalls,
  items: readonly object[],
  { requestId, waitSeconds }: { requestId: string | undefined; waitSeconds: number },
): Promise<CallAnswer> {
  const store = (all: readonly object[], id: string | undefined) =>
    calls.call('encodeMemories', { body: { items: all }, waitSeconds, ...(id !== undefined && { requestId: id }) });
  const answer = await store(items.map(onceUnlessChosen), requestId);
  const isForbidden = resultsOf(answer).every(({ error }) => error?.code === 'forbidden');
  if (!isForbidden) return answer;
  // Another body needs another id.
  return store(items, requestId === undefined ? undefined : `${requestId.slice(0, 240)}:any`);
}

/** An item that is none is refused by the API. */
function onceUnlessChosen(item: object): object {
  return typeof item === 'object' && (item as object | null) !== null ? { dedupe: 'content', ...item } : item;
}

function resultsOf({ body }: CallAnswer): readonly StoredItem[] {
  return (body as { results: readonly StoredItem[] }).results;
}

function toldOf(answer: CallAnswer): ToolAnswer {
  const results = resultsOf(answer);
  const lines = results.map((result, i) => `${results.length > 1 ? `${String(i + 1)}. ` : ''}${wordsOf(result)}`);
  const state = answer.extraction === 'pending' ? ['Recall finds it within seconds; facts are still extracted.'] : [];
  const { extraction, replayed } = answer;
  const data = { ...plainAnswer(answer.body), replayed, ...(extraction !== null && { extraction }) };
  const failed = results.every(({ error }) => error !== undefined);
  return { text: [...lines, ...state].join('\n'), data, ...(failed && { failed }) };
}

function wordsOf({ memory_id: id, was_deduplicated: known, error }: StoredItem): string {
  if (error) return `Not stored (${error.code}): ${error.message}`;
  return known ? `Stored before as memory ${String(id)}.` : `Stored as memory ${String(id)}.`;
}
