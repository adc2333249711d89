import type { ClientBase } from 'pg';

/**
 * Minimum number of changes kept per scope. The owner of an in-memory index that is further behind, or no longer finds
 * the last change it saw, reloads the whole index.
 */
export const MIN_CHANGES_KEPT = 2_000;
/**
 * SQL aggregate over the `search_changes` rows just inserted: whether to prune old changes now, true for about one row
 * in 256. It uses a hash because all scopes draw numbers from one sequence: in a scope where each memory draws two or
 * four numbers, the numbers might never hit a fixed multiple.
 */
export const IS_TIME_TO_PRUNE = 'coalesce(bool_or(hashint8(number) & 255 = 0), false)';

/**
 * Records that the neighbourhoods of entities changed, for in-memory caches. Runs in the caller's transaction, which
 * holds the lock of the scope.
 */
export async function recordInvalidations(
  tx: ClientBase,
  scopeId: string,
  entityIds: ReadonlySet<string>,
): Promise<void> {
  if (entityIds.size === 0) return;
  const { rows } = await tx.query<{ is_time: boolean }>(
    `WITH changed AS (
       INSERT INTO search_changes (scope_id, invalidated_entity_ids) VALUES ($1, $2::uuid[]) RETURNING number
     ) SELECT ${IS_TIME_TO_PRUNE} AS is_time FROM changed`,
    [scopeId, [...entityIds]],
  );
  if (rows[0]?.is_time) await pruneChanges(tx, scopeId);
}

/**
 * Deletes the oldest changes of a scope beyond MIN_CHANGES_KEPT. Runs in the caller's transaction, which holds the lock
 * of the scope.
 */
export async function pruneChanges(tx: ClientBase, scopeId: string): Promise<void> {
  await tx.query(
    `DELETE FROM search_changes WHERE scope_id = $1 AND number <= (
       SELECT number FROM search_changes WHERE scope_id = $1 ORDER BY number DESC OFFSET $2 LIMIT 1
     )`,
    [scopeId, MIN_CHANGES_KEPT],
  );
}
