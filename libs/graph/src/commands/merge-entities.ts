import type { ClientBase } from 'pg';
import type { NameAssigned } from '#contracts/events.js';
import { appendEvents } from '#event-store/append-events.js';
import { graphUpdated } from '../projection/graph-updated.js';
import { projectDecisions } from '../projection/project-decisions.js';
import { resolveEntityId } from '../queries/get-entity.js';
import { UnknownEntity } from './assign-name.js';

/** Thrown when two entities have different types, so that no name of one can be a name of the other. */
export class DifferentTypes extends Error {
  override readonly name = 'DifferentTypes';
  constructor() {
    super('the two entities have different types');
  }
}

/**
 * Makes two entities one, in the caller's transaction, with its event; writes nothing when they are one already. The
 * caller holds the scope's lock (`lockScope`).
 * @returns the survivor: the row with the fuller name
 * @throws UnknownEntity, DifferentTypes
 */
export async function mergeEntities(
  tx: ClientBase,
  scopeId: string,
  { entityId, intoId }: { readonly entityId: string; readonly intoId: string },
  nowNanos: bigint,
): Promise<string> {
  const [from, into] = [await typedSurvivor(tx, scopeId, entityId), await typedSurvivor(tx, scopeId, intoId)];
  if (from.typeId !== into.typeId) throw new DifferentTypes();
  if (from.id === into.id) return into.id;
  const assigned: NameAssigned = {
    ...{ entity_id: from.id, decision: 'merge', into_entity_id: into.id },
    decided_at_unix_nanos: nowNanos,
  };
  const changes = await projectDecisions(tx, scopeId, [assigned]);
  await appendEvents(tx, [
    { type: 'NameAssigned', scopeId, streamId: from.id, data: assigned },
    ...graphUpdated(scopeId, [], changes),
  ]);
  return (await resolveEntityId(tx, scopeId, into.id)) ?? into.id;
}

async function typedSurvivor(tx: ClientBase, scopeId: string, entityId: string) {
  const id = await resolveEntityId(tx, scopeId, entityId);
  const { rows } = await tx.query<{ typeId: number }>(
    'SELECT type_id AS "typeId" FROM entities WHERE scope_id = $1 AND entity_id = $2',
    [scopeId, id],
  );
  const [row] = rows;
  if (id === null || !row) throw new UnknownEntity(entityId);
  return { id, typeId: row.typeId };
}
