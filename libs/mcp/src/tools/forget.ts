import { CallRefused } from '../calls/engraph-calls.js';
import { plainAnswer } from '../plain-answer.js';
import type { ToolArguments } from '../schema/tool-schema.js';
import { picked, textArgument, type MemoryTool, type ToolAnswer } from './memory-tool.js';

const FIELDS = ['memory_id', 'filter', 'hard', 'dry_run'] as const;

const ABOUT = {
  memory_id: 'Memory to forget, by the id that recall gave. It is forgotten at once.',
  dry_run:
    'With `filter`: true (default) only tells which memories would be forgotten. To forget them, call again with false.',
  hard: 'True erases the text at once, for good. Default false: the text is erased after 7 days.',
};

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
  run: async (given, calls) => {
    const { body } = await calls.call('forgetMemory', { body: forgetBodyOf(given) });
    return toldOf(body);
  },
};

/** Body of the call. @throws CallRefused unless it has exactly one of memory_id and filter */
function forgetBodyOf(given: ToolArguments): object {
  if ((given['memory_id'] === undefined) === (given['filter'] === undefined))
    throw new CallRefused('bad_request', 'give exactly one of memory_id and filter');
  if (given['filter'] !== undefined) return { ...picked(given, ['filter', 'hard']), dry_run: given['dry_run'] ?? true };
  if (given['dry_run'] === true)
    throw new CallRefused('bad_request', 'dry_run goes with filter; recall shows a single memory');
  return { ...picked(given, ['hard']), memory_id: textArgument(given, 'memory_id') };
}

interface Forgotten {
  readonly memory_id?: string;
  readonly was_already_forgotten?: boolean;
  readonly count?: number;
  readonly memory_ids?: readonly string[];
  readonly dry_run?: boolean;
  readonly more?: boolean;
}

function toldOf(body: Forgotten): ToolAnswer {
  const data = plainAnswer(body);
  if (body.memory_id !== undefined) {
    const was = body.was_already_forgotten ? 'was forgotten already' : 'is forgotten';
    return { text: `Memory ${body.memory_id} ${was}.`, data };
  }
  const ids = body.memory_ids ?? [];
  const count = `${String(body.count ?? ids.length)} memories`;
  const more = body.more ? ' There are more; call again for the next.' : '';
  const list = ids.length === 0 ? '' : `\n${ids.join('\n')}`;
  const told = body.dry_run
    ? `Dry run, nothing is forgotten: ${count} pass the filter. Call again with dry_run: false to forget them.`
    : `${count} are forgotten.`;
  return { text: `${told}${more}${list}`, data };
}
