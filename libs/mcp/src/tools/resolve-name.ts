import { validate as isUuid } from 'uuid';
import { CallRefused, type EngraphCalls } from '../calls/engraph-calls.js';

/** What the API says that a name means. */
export interface ResolvedName {
  readonly outcome: 'resolved' | 'created' | 'ambiguous' | 'not_found';
  readonly entity_id: string | null;
  readonly candidate_ids: readonly string[];
}

/** Asks which entity a name means. @param type only entities of this type */
export async function resolveEntityName(calls: EngraphCalls, name: string, type: unknown): Promise<ResolvedName> {
  const body = { candidate_name: name, ...(type !== undefined && { type_hint: type }) };
  return (await calls.call('resolveEntity', { body })).body as ResolvedName;
}

/**
 * Id of the entity that an id or a name means; a new one for a name that nothing has.
 * @throws CallRefused if several entities may be meant
 */
export async function entityIdByName(
  calls: EngraphCalls,
  name: string,
  requestId: string | undefined,
): Promise<string> {
  if (isUuid(name)) return name.toLowerCase();
  const call = { body: { candidate_name: name, allow_create: true }, ...(requestId !== undefined && { requestId }) };
  const { entity_id: id, candidate_ids: candidates } = (await calls.call('resolveEntity', call)).body as ResolvedName;
  if (id !== null) return id;
  const ids = candidates.join(', ');
  throw new CallRefused('conflict', `several entities may be meant; give the id of one of them instead: ${ids}`);
}
