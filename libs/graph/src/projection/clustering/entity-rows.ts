import type { ClientBase } from 'pg';
import { fold } from '#contracts/fold.js';
import type { MentionRow } from '../contributions/contribution.js';
import type { EntityKey } from '#entity-resolution/entity-key.js';
import { NO_SPAN } from '../contributions/contribution.js';
import type { EntityNode } from '#entity-resolution/cluster-entities.js';
import { deleteBlockingKeys, insertBlockingKeys } from './blocking-key-rows.js';

/**
 * Inserts the entities that do not exist yet, with their blocking keys. Rows are sorted by id, because concurrent
 * unsorted upserts deadlock.
 * @returns the ids of the new entities
 */
export async function ensureEntities(tx: ClientBase, scopeId: string, keys: Iterable<EntityKey>): Promise<string[]> {
  const sorted = [...keys].sort((a, b) => (a.entityId < b.entityId ? -1 : 1));
  if (sorted.length === 0) return [];
  const { rows } = await tx.query<EntityKey>(
    `INSERT INTO entities (scope_id, entity_id, type_id, normal_form, canonical_name)
     SELECT $1, entity_id, type_id, normal_form, normal_form
     FROM unnest($2::uuid[], $3::smallint[], $4::text[]) AS row (entity_id, type_id, normal_form)
     ON CONFLICT (scope_id, entity_id) DO NOTHING
     RETURNING entity_id AS "entityId", type_id AS "typeId", normal_form AS "normalForm"`,
    [scopeId, sorted.map((k) => k.entityId), sorted.map((k) => k.typeId), sorted.map((k) => k.normalForm)],
  );
  await insertBlockingKeys(tx, scopeId, rows);
  return rows.map((row) => row.entityId);
}

/** A surface form of an entity, with a span or (start = NO_SPAN) without one. */
export interface NameUse extends Pick<MentionRow, 'entityId' | 'surface' | 'start'> {
  /** Of the span, 0 to 1; a use without a span has none. */
  readonly confidence?: number;
}

/** How the uses of a surface form of an entity changed. */
interface NameDelta {
  readonly entityId: string;
  readonly surface: string;
  mentions: number;
  refs: number;
  /** In thousandths, so that sums do not depend on the order of changes. */
  confidenceSum: number;
}

const PER_MILLE = 1_000;

/** Sums the changes in how often each surface form of each entity is used, and writes the differences. */
export async function applyNames(
  tx: ClientBase,
  scopeId: string,
  removed: readonly NameUse[],
  added: readonly NameUse[],
): Promise<void> {
  const deltas = new Map<string, NameDelta>();
  const count = (row: NameUse, sign: 1 | -1): void => {
    const key = `${row.entityId} ${row.surface}`;
    const { entityId, surface } = row;
    const delta = deltas.get(key) ?? { entityId, surface, mentions: 0, refs: 0, confidenceSum: 0 };
    if (row.start === NO_SPAN) {
      delta.refs += sign;
    } else {
      delta.mentions += sign;
      delta.confidenceSum += sign * Math.round((row.confidence ?? 0) * PER_MILLE);
    }
    deltas.set(key, delta);
  };
  removed.forEach((row) => {
    count(row, -1);
  });
  added.forEach((row) => {
    count(row, 1);
  });
  const changed = [...deltas.entries()].filter(([, d]) => d.mentions !== 0 || d.refs !== 0 || d.confidenceSum !== 0);
  changed.sort(([a], [b]) => (a < b ? -1 : 1));
  if (changed.length > 0)
    await writeNames(
      tx,
      scopeId,
      changed.map(([, delta]) => delta),
    );
}

async function writeNames(tx: ClientBase, scopeId: string, deltas: readonly NameDelta[]): Promise<void> {
  await tx.query(
    `WITH named AS (
       INSERT INTO entity_names (scope_id, entity_id, surface, folded, mention_count, reference_count, confidence_sum)
       SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::int[], $7::bigint[])
       ON CONFLICT (scope_id, entity_id, surface) DO UPDATE
         SET mention_count = entity_names.mention_count + excluded.mention_count,
             reference_count = entity_names.reference_count + excluded.reference_count,
             confidence_sum = entity_names.confidence_sum + excluded.confidence_sum
       RETURNING entity_id, xmax = 0 AS is_new
     )
     INSERT INTO search_changes (scope_id, entity_id) SELECT DISTINCT $1::uuid, entity_id FROM named WHERE is_new`,
    [
      scopeId,
      deltas.map((d) => d.entityId),
      deltas.map((d) => d.surface),
      deltas.map((d) => fold(d.surface)),
      deltas.map((d) => d.mentions),
      deltas.map((d) => d.refs),
      deltas.map((d) => d.confidenceSum),
    ],
  );
  const decreased = deltas.filter((d) => d.mentions < 0 || d.refs < 0).map((d) => d.entityId);
  if (decreased.length === 0) return;
  await tx.query(
    `WITH gone AS (
       DELETE FROM entity_names
       WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[]) AND mention_count = 0 AND reference_count = 0
       RETURNING entity_id
     )
     INSERT INTO search_changes (scope_id, entity_id) SELECT DISTINCT $1::uuid, entity_id FROM gone`,
    [scopeId, decreased],
  );
}

/** Deletes those of the given entities that no name supports any more, with their blocking keys; returns them. */
export async function deleteUnsupported(
  tx: ClientBase,
  scopeId: string,
  ids: readonly string[],
): Promise<EntityNode[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<EntityNode>(
    `DELETE FROM entities AS e
     WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])
       AND NOT EXISTS (SELECT FROM entity_names AS n WHERE n.scope_id = e.scope_id AND n.entity_id = e.entity_id)
     RETURNING entity_id AS "entityId", type_id AS "typeId", normal_form AS "normalForm", merged_into AS "mergedInto",
       false AS "isSplit", false AS "isApart", NULL::bigint AS "namedAt"`,
    [scopeId, ids],
  );
  await deleteBlockingKeys(tx, scopeId, rows);
  return rows;
}

/** Survivor of each of the given entities: the entity itself when it is not merged. Deleted ids are left out. */
export async function loadSurvivors(
  tx: ClientBase,
  scopeId: string,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ entity_id: string; survivor: string }>(
    `SELECT entity_id, coalesce(merged_into, entity_id) AS survivor
     FROM entities WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])`,
    [scopeId, [...ids]],
  );
  return new Map(rows.map((row) => [row.entity_id, row.survivor]));
}

/** The entities merged into each of the given survivors, including the survivor itself. */
export async function loadMembers(
  tx: ClientBase,
  scopeId: string,
  survivors: Iterable<string>,
): Promise<Map<string, string[]>> {
  const members = new Map([...survivors].map((id) => [id, [id]]));
  const { rows } = await tx.query<{ entity_id: string; merged_into: string }>(
    `SELECT entity_id, merged_into FROM entities
     WHERE scope_id = $1 AND merged_into = ANY ($2::uuid[]) ORDER BY entity_id`,
    [scopeId, [...members.keys()]],
  );
  for (const row of rows) members.get(row.merged_into)?.push(row.entity_id);
  return members;
}
