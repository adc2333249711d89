import { isRelationType } from '#contracts/ontology.js';
import { CallRefused, type CallAnswer, type EngraphCalls } from '../calls/engraph-calls.js';
import type { ToolArguments } from '../schema/tool-schema.js';
import { picked, textArgument } from './memory-tool.js';
import { entityIdByName } from './resolve-name.js';

const SAID = ['valid_from', 'valid_to', 'reason'];

/**
 * Asserts a relation or a statement, by its predicate. Entities may be given by name; a new name makes an entity.
 * @throws CallRefused
 */
export async function assertNamedFact(
  calls: EngraphCalls,
  given: ToolArguments,
  requestId: string | undefined,
): Promise<CallAnswer> {
  const partOf = (part: string) => (requestId === undefined ? undefined : `${requestId.slice(0, 240)}:${part}`);
  const predicate = textArgument(given, 'predicate');
  const subject = await entityIdByName(calls, textArgument(given, 'subject'), partOf('subject'));
  const said = picked(given, SAID);
  const write = requestId === undefined ? {} : { requestId };
  if (!isRelationType(predicate.replace(/^core:/, ''))) {
    if (given['object'] === undefined) throw new CallRefused('bad_request', 'the argument object is required');
    return calls.call('assertStatement', { ...write, body: { subject, predicate, object: given['object'], ...said } });
  }
  const object = await entityIdByName(calls, textArgument(given, 'object'), partOf('object'));
  const relation = { relation_type: predicate, from_entity: subject, to_entity: object };
  return calls.call('assertRelation', { ...write, body: { ...relation, ...said } });
}
