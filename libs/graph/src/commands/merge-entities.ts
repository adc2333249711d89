import type { ClientBase } from 'pg';
import { entityTypeOfId } from '#contracts/ontology.js';
import { resolveEntityId } from '../queries/get-entity.js';
import { decideNames, UnknownEntity } from './assign-name.js';
import { nameEntity } from './correct-entity.js';
import { decidedRows } from './decided-rows.js';

/**
 * Makes two entities one, in the caller's transaction, with its events; writes nothing when they are one already. The
 * caller holds the scope's lock (`lockScope`).
 * @returns the survivor: the row of the name that a caller gave last, or else of the fuller one. Of two types, the
 *   merged entity is corrected to the type and the name of `intoId`.
 * @throws UnknownEntity
 */
export async function mergeEntities(
  tx: ClientBase,
  scopeId: string,
  { entityId, intoId }: { readonly entityId: string; readonly intoId: string },
  nowNanos: bigint,
): Promise<string> {
  const [from, into] = [await typedSurvivor(tx, scopeId, entityId), await typedSurvivor(tx, scopeId, intoId)];
  if (from.id === into.id) return into.id;
  if (from.typeId !== into.typeId) {
    const named = { name: into.name, type: entityTypeOfId(into.typeId) };
    return nameEntity(tx, scopeId, from.id, named, nowNanos);
  }
  const rows = await decidedRows(tx, scopeId, from.id);
  const merged = { decision: 'merge', into_entity_id: into.id, decided_at_unix_nanos: nowNanos } as const;
  await decideNames(
    tx,
    scopeId,
    rows.map((entity_id) => ({ entity_id, ...merged })),
  );
  return (await resolveEntityId(tx, scopeId, into.id)) ?? into.id;
}

async function typedSurvivor(tx: ClientBase, scopeId: string, entityId: string) {
  const id = await resolveEntityId(tx, scopeId, entityId);
  const { rows } = await tx.query<{ typeId: number; name: string }>(
    'SELECT type_id AS "typeId", canonical_name AS name FROM entities WHERE scope_id = $1 AND entity_id = $2',
    [scopeId, id],
  );
  const [row] = rows;
  if (id === null || !row) throw new UnknownEntity(entityId);
  return { id, ...row };
}
