import type { ClientBase } from 'pg';
import type { EntityCreated } from '#contracts/events.js';
import { entityTypeId, type EntityType } from '#contracts/ontology.js';
import { appendEvents } from '#event-store/append-events.js';
import { graphUpdated } from '../projection/graph-updated.js';
import { declaredRows, hasDeclaredNames } from '../projection/contributions/declared-names.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';
import { projectCreations } from '../projection/project-creations.js';
import { resolveEntityId } from '../queries/get-entity.js';

/** An entity declared by a caller; no name is blank. */
export interface NewEntity {
  readonly type: EntityType;
  readonly canonicalName: string;
  readonly aliases: readonly string[];
}

export interface CreatedEntity {
  /** Survivor that the canonical name now belongs to. */
  readonly survivorId: string;
  /** Whether the scope already had the canonical name. */
  readonly wasKnown: boolean;
}

/**
 * Creates an entity, or adds names to the one that already has the canonical name, in the caller's transaction, with
 * its event. Writes nothing when all names were declared before. The caller holds the scope's lock (`lockScope`).
 */
export async function createEntity(
  tx: ClientBase,
  scopeId: string,
  { type, canonicalName, aliases }: NewEntity,
  nowNanos: bigint,
): Promise<CreatedEntity> {
  const { entityId } = entityKeyOf(scopeId, type, canonicalName);
  const survivor = await resolveEntityId(tx, scopeId, entityId);
  const created: EntityCreated = {
    entity_id: entityId,
    entity_type_id: entityTypeId(type),
    canonical_name: canonicalName,
    aliases: [...new Set(aliases)].filter((alias) => alias !== canonicalName).sort(),
    was_known: survivor !== null,
    created_at_unix_nanos: nowNanos,
  };
  if (survivor !== null && (await hasDeclaredNames(tx, scopeId, declaredRows(scopeId, [created]).names)))
    return { survivorId: survivor, wasKnown: true };
  const changes = await projectCreations(tx, scopeId, [created]);
  await appendEvents(tx, [
    { type: 'EntityCreated', scopeId, streamId: entityId, data: created },
    ...graphUpdated(scopeId, [], changes),
  ]);
  return { survivorId: (await resolveEntityId(tx, scopeId, entityId)) ?? entityId, wasKnown: survivor !== null };
}
