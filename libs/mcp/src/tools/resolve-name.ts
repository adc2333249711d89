import { validate as isUuid } from 'uuid';
import type { EntityType } from '#contracts/ontology.js';
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
 * Id of the entity that an id or a name means.
 * @param create type and request id of a new entity for a name that nothing has; null: there is none
 * @throws CallRefused if nothing has the name, or several entities may be meant
 */
export async function entityIdByName(
  calls: EngraphCalls,
  name: string,
  create: { readonly type: EntityType | null; readonly requestId: string | undefined } | null,
): Promise<string> {
  if (isUuid(name)) return name.toLowerCase();
  const found = await resolveEntityName(calls, name, undefined);
  if (found.entity_id !== null) return found.entity_id;
  if (found.outcome === 'ambiguous') {
    const ids = found.candidate_ids.join(', ');
    throw new CallRefused('conflict', `several entities may be meant; give the id of one of them instead: ${ids}`);
  }
  if (!create)
    throw new CallRefused(
      'not_found',
      `nothing is called ${name}, and nothing was changed; remember a sentence about it`,
    );
  const { type, requestId } = create;
  const body = { candidate_name: name, allow_create: true, ...(type && { type_hint: `core:${type}` }) };
  const made = await calls.call('resolveEntity', { body, ...(requestId !== undefined && { requestId }) });
  return String((made.body as ResolvedName).entity_id);
}
