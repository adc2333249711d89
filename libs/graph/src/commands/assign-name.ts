import type { ClientBase } from 'pg';
import type { NameAssigned, NameDecision } from '#contracts/events.js';
import { ENTITY_TYPES, entityTypeOfId } from '#contracts/ontology.js';
import { appendEvents } from '#event-store/append-events.js';
import { graphUpdated } from '../projection/graph-updated.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';
import { projectDecisions } from '../projection/project-decisions.js';
import { resolveEntityId } from '../queries/get-entity.js';
import { rejoinedRows } from './decided-rows.js';

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
 * Assigns a name to an entity or splits it off, in the caller's transaction, with its event; the other names of the
 * entity that it leaves stay together. The caller holds the scope's lock (`lockScope`).
 * @returns the survivor that the name now belongs to
 * @throws UnknownEntity, UnknownName, NotAnAlias
 */
export async function assignName(
  tx: ClientBase,
  scopeId: string,
  { entityId, name, decision }: NameAssignment,
  nowNanos: bigint,
): Promise<string> {
  const entity = await loadEntity(tx, scopeId, entityId);
  const { survivorId } = entity;
  const { rowId, current } = await rowOfName(tx, scopeId, { ...entity, name, decision });
  if (decision === 'split' && current === rowId && (await isSplit(tx, scopeId, current))) return current;
  if (decision === 'split' && (current !== survivorId || rowId === survivorId)) throw new NotAnAlias(name);
  if (decision === 'merge' && rowId === survivorId) return survivorId;
  const assigned: NameAssigned = {
    entity_id: rowId,
    decision,
    into_entity_id: decision === 'merge' ? survivorId : null,
    decided_at_unix_nanos: nowNanos,
  };
  const left = { rowId, survivorId: current };
  const rejoined = current === rowId ? [] : await rejoinedRows(tx, scopeId, left, nowNanos);
  await decideNames(tx, scopeId, [assigned, ...rejoined]);
  return (await resolveEntityId(tx, scopeId, rowId)) ?? rowId;
}

/** Projects decisions about names in the caller's transaction, and appends their events. */
export async function decideNames(tx: ClientBase, scopeId: string, decisions: readonly NameAssigned[]): Promise<void> {
  const changes = await projectDecisions(tx, scopeId, decisions);
  await appendEvents(tx, [
    ...decisions.map((data) => ({ type: 'NameAssigned', scopeId, streamId: data.entity_id, data }) as const),
    ...graphUpdated(scopeId, [], changes),
  ]);
}

interface NameRow {
  readonly rowId: string;
  /** Its survivor. */
  readonly current: string;
}

/**
 * Row of a name: the one of the entity's type. A name to split or release may also be of another type, as after a merge
 * of two types.
 * @throws UnknownName
 */
async function rowOfName(
  tx: ClientBase,
  scopeId: string,
  { survivorId, type, name, decision }: TypedEntity & Pick<NameAssignment, 'name' | 'decision'>,
): Promise<NameRow> {
  const { entityId: rowId } = entityKeyOf(scopeId, entityTypeOfId(type), name);
  const current = await resolveEntityId(tx, scopeId, rowId);
  if (current === survivorId) return { rowId, current };
  const other = decision === 'merge' ? undefined : await rowOfOtherType(tx, scopeId, { survivorId, name });
  if (other) return other;
  if (current === null) throw new UnknownName(name);
  return { rowId, current };
}

/** Row by which a name of any type is one of the entity, or was split from one. */
async function rowOfOtherType(
  tx: ClientBase,
  scopeId: string,
  { survivorId, name }: { readonly survivorId: string; readonly name: string },
): Promise<NameRow | undefined> {
  const ids = ENTITY_TYPES.map((type) => entityKeyOf(scopeId, type, name).entityId);
  const { rows } = await tx.query<NameRow>(
    `SELECT entity_id AS "rowId", coalesce(merged_into, entity_id) AS current FROM entities AS e
     WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[]) AND (merged_into = $3 OR merged_into IS NULL AND EXISTS (
       SELECT FROM name_decisions AS d WHERE d.scope_id = $1 AND d.entity_id = e.entity_id AND d.decision = 'split'))
     ORDER BY merged_into IS NULL, type_id LIMIT 1`,
    [scopeId, ids, survivorId],
  );
  return rows[0];
}

/** Whether an operator or caller has split a name off already. */
async function isSplit(tx: ClientBase, scopeId: string, entityId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM name_decisions WHERE scope_id = $1 AND entity_id = $2 AND decision = 'split'`,
    [scopeId, entityId],
  );
  return rowCount === 1;
}

interface TypedEntity {
  readonly survivorId: string;
  readonly type: number;
}

async function loadEntity(tx: ClientBase, scopeId: string, entityId: string): Promise<TypedEntity> {
  const survivorId = await resolveEntityId(tx, scopeId, entityId);
  const { rows } = await tx.query<{ type_id: number }>(
    'SELECT type_id FROM entities WHERE scope_id = $1 AND entity_id = $2',
    [scopeId, survivorId],
  );
  const [row] = rows;
  if (survivorId === null || !row) throw new UnknownEntity(entityId);
  return { survivorId, type: row.type_id };
}
