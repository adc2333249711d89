import { cutText } from '#contracts/cut-text.js';
import { stringifyExact } from '#contracts/exact-json.js';
import { CallRefused, type EngraphCalls } from '../calls/engraph-calls.js';
import { plainAnswer } from '../answers/plain-answer.js';
import { DATA_NOTE, NOTE_FIELD, quotedData } from '../answers/quoted-data.js';
import type { ApiSchemas } from '../schema/api-schemas.js';
import { arrayField, openObject, type ToolArguments } from '../schema/tool-schema.js';
import { memoryLine, picked, textArgument, type MemoryTool, type ToolAnswer } from './memory-tool.js';

const FIELDS = ['memory_id', 'filter', 'hard', 'dry_run'] as const;

const ABOUT = {
  memory_id: 'Memory to forget, by the id that recall gave. It is forgotten at once.',
  filter: 'Memories to forget: all that pass. At least one condition.',
  dry_run:
    'With `filter`: true (default) only tells which memories would be forgotten. To forget them, call again with false.',
  hard: 'True erases the text at once, for good. Default false: the text is erased after 7 days.',
};

/** Texts that a dry run shows, and the length of each; the rest is counted. */
const SHOWN = 20;
const SHOWN_CHARACTERS = 120;

/** Tool that forgets memories. */
export const FORGET: MemoryTool = {
  name: 'forget',
  title: 'Forget',
  description:
    'Forget one memory by its id, or those that pass a filter, and take back the facts that rest on them alone. Use it ' +
    'when the user asks for it. With a filter it is a dry run unless `dry_run` is false; a filter needs a condition, ' +
    'and 500 memories are forgotten at most, oldest first.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  required: [],
  fields: (schemas) => schemas.fields('ForgetMemory', FIELDS, ABOUT),
  answer: answerFieldsOf,
  run: async (given, calls) => {
    const { body } = await calls.call('forgetMemory', { body: forgetBodyOf(given) });
    const forgotten = body as Forgotten;
    if (forgotten.memory_id !== undefined) return oneForgotten(forgotten);
    return forgotten.dry_run ? dryRun(calls, given['filter'], forgotten) : someForgotten(forgotten);
  },
};

function answerFieldsOf(schemas: ApiSchemas) {
  const memory = openObject(schemas.answerFields('Memory', ['memory_id', 'text']), ['memory_id', 'text']);
  const fields = {
    ...schemas.answerFields('ForgetResult', ['memory_id', 'was_already_forgotten']),
    ...schemas.answerFields('ForgottenMemories', ['count', 'memory_ids', 'dry_run', 'more', 'edges_removed']),
    note: NOTE_FIELD,
    memories: arrayField(memory, 'In a dry run: the first of them, with the beginnings of their texts.'),
  };
  return { fields, required: [] };
}

/** Body of the call. @throws CallRefused unless it has exactly one of memory_id and filter */
function forgetBodyOf(given: ToolArguments): object {
  if ((given['memory_id'] === undefined) === (given['filter'] === undefined))
    throw new CallRefused('bad_request', 'give exactly one of memory_id and filter');
  if (given['filter'] !== undefined) {
    if (!hasCondition(given['filter']))
      throw new CallRefused(
        'bad_request',
        'filter has no condition, and this tool does not forget everything; give one',
      );
    return { ...picked(given, ['filter', 'hard']), dry_run: given['dry_run'] ?? true };
  }
  if (given['dry_run'] === true)
    throw new CallRefused('bad_request', 'dry_run goes with filter; recall shows a single memory');
  return { ...picked(given, ['hard']), memory_id: textArgument(given, 'memory_id') };
}

/** Whether a filter says anything; what it says is validated by the API. */
function hasCondition(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null) return filter !== null;
  return Array.isArray(filter) || Object.values(filter).some(hasCondition);
}

interface Forgotten {
  readonly memory_id?: string;
  readonly was_already_forgotten?: boolean;
  readonly count?: number;
  readonly memory_ids?: readonly string[];
  readonly dry_run?: boolean;
  readonly more?: boolean;
}

function oneForgotten(body: Forgotten): ToolAnswer {
  const was = body.was_already_forgotten ? 'was forgotten already' : 'is forgotten';
  return { text: `Memory ${String(body.memory_id)} ${was}.`, data: plainAnswer(body) };
}

function someForgotten(body: Forgotten): ToolAnswer {
  const { count = 0, memory_ids: ids = [] } = body;
  const more = body.more ? ' There are more; call again for the next.' : '';
  const unlisted = count > ids.length ? [`and ${String(count - ids.length)} more`] : [];
  return {
    text: [`${memories(count)} forgotten.${more}`, ...ids, ...unlisted].join('\n'),
    data: plainAnswer(body),
  };
}

type Listed = Parameters<typeof memoryLine>[0];

/** Shows the texts of the memories, the oldest first as the API forgets them, so that a person can decide. */
async function dryRun(calls: EngraphCalls, filter: unknown, body: Forgotten): Promise<ToolAnswer> {
  const { count = 0 } = body;
  if (count === 0) return { text: 'Dry run: no memory passes the filter.', data: plainAnswer(body) };
  const query = { filter: stringifyExact(filter), dir: 'asc', limit: String(SHOWN) };
  const { items } = (await calls.call('listMemories', { query })).body as { readonly items: readonly Listed[] };
  const shown = items.map(({ text, ...rest }) => ({ ...rest, text: beginningOf(text) }));
  const unlisted = count > shown.length ? [`and ${String(count - shown.length)} more`] : [];
  const lines = [...shown.map((one) => `- ${memoryLine(one)}`), ...unlisted].join('\n');
  return {
    text: `Dry run, nothing is forgotten: ${memories(count)} would be. Show the user; to forget, call again with dry_run: false.\n${quotedData(lines)}`,
    data: {
      ...{ note: DATA_NOTE, ...plainAnswer(body) },
      memories: shown.map(({ memory_id, text }) => ({ memory_id, text })),
    },
  };
}

function memories(count: number): string {
  return count === 1 ? '1 memory' : `${String(count)} memories`;
}

function beginningOf(text: string): string {
  const beginning = cutText(text, SHOWN_CHARACTERS);
  return `${beginning.replaceAll(/\s+/g, ' ')}${beginning.length < text.length ? '…' : ''}`;
}
