import { isRelationType, RELATION_TYPES } from '#contracts/ontology.js';
import { CallRefused, type CallAnswer, type EngraphCalls } from '../calls/engraph-calls.js';
import type { ToolArguments } from '../schema/tool-schema.js';
import { picked, textArgument } from './memory-tool.js';
import { entityIdByName } from './resolve-name.js';

const SAID = ['valid_from', 'valid_to', 'reason'];

/**
 * Asserts a relation or a statement, by its predicate. Entities may be given by name. A new name at the end of a
 * relation makes an entity of the type that the relation leads to; the subject must be known, since a new one is often
 * a slip.
 * @throws CallRefused
 */
export async function assertNamedFact(
  calls: EngraphCalls,
  given: ToolArguments,
  requestId: string | undefined,
): Promise<CallAnswer> {
  const predicate = textArgument(given, 'predicate');
  const subject = await entityIdByName(calls, textArgument(given, 'subject'), null);
  const said = picked(given, SAID);
  const write = requestId === undefined ? {} : { requestId };
  const relationType = predicate.replace(/^core:/, '');
  if (!isRelationType(relationType)) {
    if (given['object'] === undefined) throw new CallRefused('bad_request', 'the argument object is required');
    return calls.call('assertStatement', { ...write, body: { subject, predicate, object: given['object'], ...said } });
  }
  const { to } = RELATION_TYPES[relationType];
  const ofObject = requestId === undefined ? undefined : `${requestId.slice(0, 240)}:object`;
  // A relation between two of one type says nothing of which.
  const create = to === 'same' ? null : { type: to === 'any' ? null : (to[0] ?? null), requestId: ofObject };
  const object = await entityIdByName(calls, textArgument(given, 'object'), create);
  const relation = { relation_type: predicate, from_entity: subject, to_entity: object };
  return calls.call('assertRelation', { ...write, body: { ...relation, ...said } });
}
