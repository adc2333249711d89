import { CallRefused, type CallAnswer, type EngraphCalls } from '../calls/engraph-calls.js';
import { plainAnswer } from '../plain-answer.js';
import { DATA_NOTE, quotedData } from '../quoted-data.js';
import type { ApiSchemas } from '../schema/api-schemas.js';
import type { ToolArguments } from '../schema/tool-schema.js';
import { assertNamedFact } from './assert-fact.js';
import {
  picked,
  REQUEST_ID,
  requestIdIn,
  textArgument,
  WAIT_SECONDS,
  waitSecondsOf,
  type MemoryTool,
  type ToolAnswer,
} from './memory-tool.js';

/** Arguments of each action, beside request_id. */
const ACTIONS = {
  retract: ['fact_id', 'reason'],
  confirm: ['fact_id', 'reason'],
  assert: ['subject', 'predicate', 'object', 'valid_from', 'valid_to', 'reason'],
  edit: ['memory_id', 'text', 'wait_seconds'],
} as const;
type Action = keyof typeof ACTIONS;

/** Tool that corrects facts and memories. */
export const CORRECT: MemoryTool = {
  name: 'correct',
  title: 'Correct',
  description:
    'Correct what is remembered. `retract` a wrong fact, `confirm` a right one (both by `fact_id`), `assert` a fact ' +
    '(subject, predicate, object; it outranks what memories say so far), or `edit` the text of a memory (`memory_id`, ' +
    '`text`), whose facts are then extracted anew. When something merely changed, remember it instead: the new fact ' +
    'then supersedes the old one.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  required: ['action'],
  fields: fieldsOf,
  run: async (given, calls) => {
    const action = actionOf(given);
    const requestId = requestIdIn(given);
    switch (action) {
      case 'retract':
      case 'confirm':
        return judgeFact(calls, action, given, requestId);
      case 'assert':
        return toldOf('The fact is asserted.', await assertNamedFact(calls, given, requestId));
      case 'edit':
        return editMemory(calls, given, requestId);
    }
  },
};

function fieldsOf(schemas: ApiSchemas) {
  const {
    relation_type: relation,
    valid_from,
    valid_to,
  } = schemas.fields('AssertRelation', ['relation_type', 'valid_from', 'valid_to'], {
    valid_from: 'Since when the asserted fact holds, in ISO 8601 with a zone. Default: from now on.',
    valid_to: 'When it ended, in ISO 8601 with a zone. Default: it holds.',
  });
  const { predicate } = schemas.fields('AssertStatement', ['predicate']);
  return {
    action: { enum: Object.keys(ACTIONS), description: 'What to do.' },
    fact_id: { type: 'string', format: 'uuid', description: 'Fact to retract or confirm, by the id that recall gave.' },
    ...schemas.fields('JudgeFact', ['reason']),
    subject: { type: 'string', description: 'Entity that the asserted fact is about: its name or its id.' },
    predicate: {
      enum: [...(relation['enum'] as string[]), ...(predicate['enum'] as string[])],
      description: 'What the asserted fact says of the subject.',
    },
    object: {
      anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
      description:
        'Object of the asserted fact. An entity, by name or id, for core:works_at, core:lives_in and other relations; ' +
        'else a value, such as "peanuts" for core:allergic_to.',
    },
    ...{ valid_from, valid_to },
    memory_id: { type: 'string', description: 'Memory to edit, by the id that recall gave.' },
    text: { type: 'string', minLength: 1, description: 'New text of the memory.' },
    request_id: REQUEST_ID,
    wait_seconds: WAIT_SECONDS,
  };
}

/** Action of a call. @throws CallRefused unless all arguments belong to it */
function actionOf(given: ToolArguments): Action {
  const action = Object.keys(ACTIONS).find((name) => name === given['action']) as Action | undefined;
  if (action === undefined)
    throw new CallRefused('bad_request', `action must be one of ${Object.keys(ACTIONS).join(', ')}`);
  const names: readonly string[] = ['action', 'request_id', ...ACTIONS[action]];
  const foreign = Object.keys(given).find((name) => !names.includes(name));
  if (foreign === undefined) return action;
  throw new CallRefused('bad_request', `${foreign} does not go with ${action}, which takes ${names.join(', ')}`);
}

const JUDGEMENTS = {
  retract: { ofRelation: 'retractRelation', ofStatement: 'retractStatement', told: 'The fact is retracted.' },
  confirm: { ofRelation: 'confirmRelation', ofStatement: 'confirmStatement', told: 'The fact is confirmed.' },
} as const;

/** Judges a fact, whichever of the two kinds it is. */
async function judgeFact(
  calls: EngraphCalls,
  action: keyof typeof JUDGEMENTS,
  given: ToolArguments,
  requestId: string | undefined,
): Promise<ToolAnswer> {
  const { ofRelation, ofStatement, told } = JUDGEMENTS[action];
  const input = {
    id: textArgument(given, 'fact_id'),
    body: picked(given, ['reason']),
    ...(requestId && { requestId }),
  };
  const answer = await calls.call(ofRelation, input).catch((error: unknown) => {
    if (error instanceof CallRefused && error.code === 'not_found') return calls.call(ofStatement, input);
    throw error;
  });
  return toldOf(told, answer);
}

async function editMemory(
  calls: EngraphCalls,
  given: ToolArguments,
  requestId: string | undefined,
): Promise<ToolAnswer> {
  const id = textArgument(given, 'memory_id');
  const waitSeconds = waitSecondsOf(given);
  const answer = await calls.call('reviseMemory', {
    ...{ id, body: { text: textArgument(given, 'text') }, waitSeconds },
    ...(requestId && { requestId }),
  });
  const state = answer.extraction === 'pending' ? ' Recall finds the new text within seconds.' : '';
  return { text: `Memory ${id} is changed.${state}`, data: plainAnswer(answer.body) };
}

function toldOf(told: string, { body }: CallAnswer): ToolAnswer {
  const data = { note: DATA_NOTE, ...plainAnswer(body) };
  return { text: `${told}\n${quotedData(JSON.stringify(plainAnswer(body)))}`, data };
}
