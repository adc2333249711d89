import { CallRefused, type CallAnswer, type EngraphCalls } from '../calls/engraph-calls.js';
import { plainAnswer } from '../answers/plain-answer.js';
import { DATA_NOTE, NOTE_FIELD, quotedData } from '../answers/quoted-data.js';
import type { ApiSchemas } from '../schema/api-schemas.js';
import type { ToolArguments } from '../schema/tool-schema.js';
import { assertNamedFact } from './assert-fact.js';
import { correctFields } from './correct-fields.js';
import { FACT_ID_FIELD, typedFactIdOf, factIn, type FactKind } from './fact-ids.js';
import { picked, requestIdIn, textArgument, waitSecondsOf, type MemoryTool, type ToolAnswer } from './memory-tool.js';

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
    'Correct what is remembered. Where the text of a memory is wrong, `edit` it (`memory_id`, `text`): its facts are ' +
    'extracted anew. Where the text is right and a fact was read from it wrongly, `retract` the fact (`fact_id`), and ' +
    '`assert` the right one (`subject`, `predicate`, `object`; it outranks what memories say so far). `confirm` a fact ' +
    'that is right (`fact_id`). When something merely changed, remember it instead: the new fact then supersedes the ' +
    'old one.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  required: ['action'],
  fields: (schemas) => correctFields(schemas, Object.keys(ACTIONS)),
  answer: answerFieldsOf,
  run: async (given, calls) => {
    const action = actionOf(given);
    const requestId = requestIdIn(given);
    switch (action) {
      case 'retract':
      case 'confirm':
        return judgeFact(calls, action, given, requestId);
      case 'assert':
        return asserted(calls, given, (await assertNamedFact(calls, given, requestId)).body);
      case 'edit':
        return editMemory(calls, given, requestId);
    }
  },
};

const OF_FACT = ['confidence', 'valid_from', 'valid_to', 'source'] as const;
const OF_REVISION = ['memory_id', 'version', 'was_changed'] as const;

function answerFieldsOf(schemas: ApiSchemas) {
  const fields = {
    action: { enum: Object.keys(ACTIONS), description: 'What was done.' },
    ...{ note: NOTE_FIELD, fact_id: FACT_ID_FIELD },
    ...schemas.answerFields('Statement', ['text']),
    ...schemas.answerFields('Relation', OF_FACT),
    ...schemas.answerFields('RevisionResult', OF_REVISION),
  };
  return { fields, required: ['action'] };
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

/** Operation of each judgement, by the kind of the fact. */
const JUDGEMENTS = {
  retract: { relation: 'retractRelation', statement: 'retractStatement', told: 'is retracted' },
  confirm: { relation: 'confirmRelation', statement: 'confirmStatement', told: 'is confirmed' },
} as const;

async function judgeFact(
  calls: EngraphCalls,
  action: keyof typeof JUDGEMENTS,
  given: ToolArguments,
  requestId: string | undefined,
): Promise<ToolAnswer> {
  const { kind, id } = factIn(given);
  const { body } = await calls.call(JUDGEMENTS[action][kind], {
    ...{ id, body: picked(given, ['reason']) },
    ...(requestId !== undefined && { requestId }),
  });
  const data = action === 'retract' ? { fact_id: typedFactIdOf(kind, id) } : factData(body);
  return { text: `Fact ${data.fact_id} ${JUDGEMENTS[action].told}.`, data: { action, ...data } };
}

interface AssertedFact {
  readonly from_entity?: string;
  readonly to_entity?: string;
  readonly subject?: string;
}

/** Tells whom the names were taken for, if they are called otherwise: another spelling of a name is found too. */
async function asserted(calls: EngraphCalls, given: ToolArguments, body: AssertedFact): Promise<ToolAnswer> {
  const data = factData(body);
  const named = await Promise.all([
    nameOf(calls, body.from_entity ?? body.subject),
    body.to_entity === undefined ? String(given['object']) : nameOf(calls, body.to_entity),
  ]);
  const predicate = String(given['predicate'])
    .replace(/^core:/, '')
    .replaceAll('_', ' ');
  const isAsGiven = [given['subject'], given['object']].every((name) => named.includes(String(name)));
  const sentence = `${named[0]} ${predicate} ${named[1]}`;
  const told = `Fact ${data.fact_id} is asserted`;
  const text = isAsGiven
    ? `${told}: ${String(given['subject'])} ${predicate} ${String(given['object'])}.`
    : `${told}, of those that the names or ids mean:\n${quotedData(sentence)}`;
  return { text, data: { action: 'assert', ...data } };
}

async function nameOf(calls: EngraphCalls, id = ''): Promise<string> {
  return ((await calls.call('getEntity', { id })).body as { readonly canonical_name: string }).canonical_name;
}

/** What is told of a fact, of all that the API tells; only a statement has a text. */
function factData(body: object) {
  const fact = plainAnswer(body);
  const kind: FactKind = 'relation_id' in fact ? 'relation' : 'statement';
  const text = 'text' in fact ? { note: DATA_NOTE, text: fact['text'] } : {};
  return { fact_id: typedFactIdOf(kind, String(fact[`${kind}_id`])), ...text, ...picked(fact, OF_FACT) };
}

async function editMemory(
  calls: EngraphCalls,
  given: ToolArguments,
  requestId: string | undefined,
): Promise<ToolAnswer> {
  const id = textArgument(given, 'memory_id');
  const waitSeconds = waitSecondsOf(given);
  const answer: CallAnswer = await calls.call('reviseMemory', {
    ...{ id, body: { text: textArgument(given, 'text') }, waitSeconds },
    ...(requestId !== undefined && { requestId }),
  });
  const { was_changed: isNew } = answer.body as { readonly was_changed?: boolean };
  const told = isNew === false ? 'had this text already' : 'has the new text';
  const state = answer.extraction === 'pending' ? ' Recall finds it within seconds; facts are still extracted.' : '';
  const data = { action: 'edit', ...picked(plainAnswer(answer.body), OF_REVISION) };
  return { text: `Memory ${id} ${told}.${state}`, data };
}
