import type { ClientBase } from 'pg';
import type { EntityCorrected } from '#contracts/events.js';
import { entityTypeId, entityTypeOfId, type EntityType } from '#contracts/ontology.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';
import { appendEvents } from '#event-store/append-events.js';
import { graphUpdated } from '../projection/graph-updated.js';
import { projectCorrections } from '../projection/project-corrections.js';
import { entityTagOf } from '../queries/entity-view.js';
import { getEntity, resolveEntityId, type ResolvedEntity } from '../queries/get-entity.js';
import { UnknownEntity } from './assign-name.js';
import { decidedRows } from './decided-rows.js';

/** What an entity is from now on; what is absent stays as it is. No name is blank. */
export interface EntityCorrection {
  readonly entityId: string;
  readonly name?: string;
  readonly type?: EntityType;
  /** Tag of the entity as the caller has seen it (`entityTagOf`); absent: any. */
  readonly expected?: string;
}

/** Thrown when another entity of the type has the name. */
export class EntityExists extends Error {
  override readonly name = 'EntityExists';
  constructor(readonly entityId: string) {
    super(
      `entity ${entityId} has this name and type: to make the two one, POST /v1/entities/{id}/merge with it as \`into\``,
    );
  }
}

/** Thrown when the entity is not as the caller has seen it. */
export class EntityChanged extends Error {
  override readonly name = 'EntityChanged';
  /** @param tag tag of the entity as it is */
  constructor(readonly tag: string) {
    super('the entity has changed since: get it again, and then decide');
  }
}

/**
 * Gives an entity another name or type, in the caller's transaction, with its event; writes nothing when a caller has
 * said so already. All names of the entity stay its aliases, and its former ids lead to it. The caller holds the
 * scope's lock (`lockScope`).
 * @returns the survivor: the row of the new name and type
 * @throws UnknownEntity, EntityExists, EntityChanged
 */
export async function correctEntity(
  tx: ClientBase,
  scopeId: string,
  { entityId, name, type, expected }: EntityCorrection,
  nowNanos: bigint,
): Promise<string> {
  const entity = await getEntity(tx, scopeId, entityId);
  if (!entity) throw new UnknownEntity(entityId);
  if (expected !== undefined && expected !== entityTagOf(entity)) throw new EntityChanged(entityTagOf(entity));
  const named = { name: name ?? entity.canonical_name, type: type ?? entityTypeOfId(entity.entity_type_id) };
  const { entityId: namedId } = entityKeyOf(scopeId, named.type, named.name);
  const other = await resolveEntityId(tx, scopeId, namedId);
  if (other !== null && other !== entity.entity_id) throw new EntityExists(other);
  if (await isNamed(tx, scopeId, entity, { namedId, ...named })) return entity.entity_id;
  return nameEntity(tx, scopeId, entity.entity_id, named, nowNanos);
}

/**
 * Names an entity, whether or not another one has the name: then the two are one. Like `correctEntity` otherwise.
 * @param survivorId id of a survivor
 */
export async function nameEntity(
  tx: ClientBase,
  scopeId: string,
  survivorId: string,
  { name, type }: { readonly name: string; readonly type: EntityType },
  nowNanos: bigint,
): Promise<string> {
  const { entityId: namedId } = entityKeyOf(scopeId, type, name);
  const data: EntityCorrected = {
    entity_id: survivorId,
    entity_ids: await decidedRows(tx, scopeId, survivorId),
    named_id: namedId,
    entity_type_id: entityTypeId(type),
    canonical_name: name,
    decided_at_unix_nanos: nowNanos,
  };
  const changes = await projectCorrections(tx, scopeId, [data]);
  await appendEvents(tx, [
    { type: 'EntityCorrected', scopeId, streamId: survivorId, data },
    ...graphUpdated(scopeId, [], changes),
  ]);
  return (await resolveEntityId(tx, scopeId, namedId)) ?? namedId;
}

/** Whether the entity has its name and type by the word of a caller. */
async function isNamed(
  tx: ClientBase,
  scopeId: string,
  { entity_id, canonical_name }: ResolvedEntity,
  { namedId, name }: { readonly namedId: string; readonly name: string },
): Promise<boolean> {
  if (namedId !== entity_id || name !== canonical_name) return false;
  const { rows } = await tx.query(
    'SELECT FROM entity_corrections WHERE scope_id = $1 AND named_id = $2 AND surface = $3 LIMIT 1',
    [scopeId, namedId, name],
  );
  return rows.length === 1;
}
