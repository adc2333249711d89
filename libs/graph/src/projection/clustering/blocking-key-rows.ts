import type { ClientBase } from 'pg';
import { entityTypeOfId } from '#contracts/ontology.js';
import { nameLexicon } from '#entity-resolution/name-lexicon.js';
import { blockingKeys, type BlockingKeys } from '#entity-resolution/blocking-keys.js';
import type { EntityKey } from '#entity-resolution/entity-key.js';

/**
 * Maximum number of names in a block (names that share an index key); a key with more distinguishes too little to be
 * used.
 */
export const MAX_BLOCK_SIZE = 32;

/** Blocking keys of an entity row, from its type and normal form. */
export function blockingKeysOf({ typeId, normalForm }: Pick<EntityKey, 'typeId' | 'normalForm'>): BlockingKeys {
  return blockingKeys(entityTypeOfId(typeId), normalForm, nameLexicon());
}

/** Inserts the blocking keys of new entity rows. */
export async function insertBlockingKeys(
  tx: ClientBase,
  scopeId: string,
  entities: readonly EntityKey[],
): Promise<void> {
  const rows = entities.flatMap((entity) => keyRows(entity));
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO blocking_keys (scope_id, key, is_lookup, entity_id)
     SELECT $1, * FROM unnest($2::text[], $3::bool[], $4::uuid[]) ON CONFLICT DO NOTHING`,
    [scopeId, rows.map((r) => r.key), rows.map((r) => r.isLookup), rows.map((r) => r.entityId)],
  );
}

/** Deletes the blocking keys of entity rows that were deleted. */
export async function deleteBlockingKeys(
  tx: ClientBase,
  scopeId: string,
  entities: readonly EntityKey[],
): Promise<void> {
  const rows = entities.flatMap((entity) => keyRows(entity));
  if (rows.length === 0) return;
  await tx.query(
    `DELETE FROM blocking_keys USING unnest($2::text[], $3::bool[], $4::uuid[]) AS gone (key, is_lookup, entity_id)
     WHERE scope_id = $1 AND blocking_keys.key = gone.key AND blocking_keys.is_lookup = gone.is_lookup
       AND blocking_keys.entity_id = gone.entity_id`,
    [scopeId, rows.map((r) => r.key), rows.map((r) => r.isLookup), rows.map((r) => r.entityId)],
  );
}

/**
 * Entity rows that have one of the keys as a lookup key; for each short form one row, however many fuller forms exist.
 */
export async function lookUpByKeys(tx: ClientBase, scopeId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query<{ entity_id: string }>(LOOKUP_BY_KEYS_SQL, [scopeId, keys]);
  return rows.map((row) => row.entity_id);
}

export const LOOKUP_BY_KEYS_SQL = `SELECT DISTINCT entity_id FROM blocking_keys
  WHERE scope_id = $1 AND is_lookup AND key = ANY ($2::text[])`;

/**
 * Entity rows of each block, that is, with that index key; up to `MAX_BLOCK_SIZE` + 1 rows, so that an oversized block
 * shows.
 */
export async function blockMembers(
  tx: ClientBase,
  scopeId: string,
  keys: readonly string[],
): Promise<Map<string, string[]>> {
  const blocks = new Map<string, string[]>(keys.map((key) => [key, []]));
  if (keys.length === 0) return blocks;
  const { rows } = await tx.query<{ key: string; entity_id: string }>(BLOCK_MEMBERS_SQL, [scopeId, keys]);
  for (const { key, entity_id } of rows) blocks.get(key)?.push(entity_id);
  return blocks;
}

export const BLOCK_MEMBERS_SQL = `SELECT wanted.key, found.entity_id
  FROM unnest($2::text[]) AS wanted (key) CROSS JOIN LATERAL (
    SELECT entity_id FROM blocking_keys WHERE scope_id = $1 AND key = wanted.key AND NOT is_lookup
    LIMIT ${String(MAX_BLOCK_SIZE + 1)}) AS found`;

function keyRows(entity: EntityKey): { key: string; isLookup: boolean; entityId: string }[] {
  const { lookupKeys, indexKeys } = blockingKeysOf(entity);
  const row = (isLookup: boolean) => (key: string) => ({ key, isLookup, entityId: entity.entityId });
  return [...lookupKeys.map(row(true)), ...indexKeys.map(row(false))];
}
