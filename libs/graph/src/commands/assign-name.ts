import type { ClientBase } from 'pg';
import type { NameAssigned, NameDecision } from '#contracts/events.js';
import { entityTypeOfId } from '#contracts/ontology.js';
import { appendEvents } from '#event-store/append-events.js';
import { graphUpdated } from '../projection/graph-updated.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';
import { projectDecisions } from '../projection/project-decisions.js';
import { resolveEntityId } from '../queries/get-entity.js';

/** An operator's decision about a name; `entityId` is the entity to merge the name into, or to split it from. */
export interface NameAssignment {
  readonly entityId: string;
  readonly name: string;
  readonly decision: NameDecision;
}

/** Thrown when the scope has no such entity. */
export class UnknownEntity extends Error {
  override readonly name = 'UnknownEntity';
  constructor(readonly entityId: string) {
    super(`the scope has no entity ${entityId}`);
  }
}

/** Thrown when no entity of the type has the name. */
export class UnknownName extends Error {
  override readonly name = 'UnknownName';
  constructor(readonly unknown: string) {
    super(`no entity of this type is called ${JSON.stringify(unknown)}`);
  }
}

/**
 * Thrown when a name cannot be split from the entity, because it belongs to another one or is the name of the survivor
 * itself.
 */
export class NotAnAlias extends Error {
  override readonly name = 'NotAnAlias';
  constructor(readonly alias: string) {
    super(`${JSON.stringify(alias)} is not merged into the entity`);
  }
}

/**
 * Assigns a name to an entity or splits it off, in the caller's transaction, with its event. The caller holds the
 * scope's lock (`lockScope`).
 * @returns the survivor that the name now belongs to
 * @throws UnknownEntity, UnknownName, NotAnAlias
 */
export async function assignName(
  tx: ClientBase,
  scopeId: string,
  { entityId, name, decision }: NameAssignment,
  nowNanos: bigint,
): Promise<string> {
  const { survivorId, type } = await loadEntity(tx, scopeId, entityId);
  const node = entityKeyOf(scopeId, entityTypeOfId(type), name);
  const current = await resolveEntityId(tx, scopeId, node.entityId);
  if (current === null) throw new UnknownName(name);
  if (decision === 'split' && current === node.entityId && (await isSplit(tx, scopeId, current))) return current;
  if (decision === 'split' && (current !== survivorId || node.entityId === survivorId)) throw new NotAnAlias(name);
  if (decision === 'merge' && node.entityId === survivorId) return survivorId;
  const assigned: NameAssigned = {
    entity_id: node.entityId,
    decision,
    into_entity_id: decision === 'merge' ? survivorId : null,
    decided_at_unix_nanos: nowNanos,
  };
  const changes = await projectDecisions(tx, scopeId, [assigned]);
  await appendEvents(tx, [
    { type: 'NameAssigned', scopeId, streamId: node.entityId, data: assigned },
    ...graphUpdated(scopeId, [], changes),
  ]);
  return (await resolveEntityId(tx, scopeId, node.entityId)) ?? node.entityId;
}

/** Whether an operator or caller has split a name off already. */
async function isSplit(tx: ClientBase, scopeId: string, entityId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM name_decisions WHERE scope_id = $1 AND entity_id = $2 AND decision = 'split'`,
    [scopeId, entityId],
  );
  return rowCount === 1;
}

async function loadEntity(
  tx: ClientBase,
  scopeId: string,
  entityId: string,
): Promise<{ survivorId: string; type: number }> {
  const survivorId = await resolveEntityId(tx, scopeId, entityId);
  const { rows } = await tx.query<{ type_id: number }>(
    'SELECT type_id FROM entities WHERE scope_id = $1 AND entity_id = $2',
    [scopeId, entityId],
  );
  const [row] = rows;
  if (survivorId === null || !row) throw new UnknownEntity(entityId);
  return { survivorId, type: row.type_id };
}
