import type { ClientBase } from 'pg';

/**
 * Changes that a scope keeps at least. Whoever holds an index in memory and is farther behind reads it anew, as he does who
 * misses the change that he saw last.
 */
export const MIN_CHANGES_KEPT = 2_000;
/**
 * Over rows of `search_changes` that were just written: whether one of them is the occasion to look for old ones, as about one
 * in 256 is. By a hash: scopes draw their numbers from one sequence, so in one where each memory draws two, or four, those of
 * one kind may never be a multiple of anything.
 */
export const IS_TIME_TO_PRUNE = 'coalesce(bool_or(hashint8(number) & 255 = 0), false)';

/**
 * Notes around which entities the graph has changed, for those that hold it in memory; in the caller's transaction, which
 * holds the scope's lock.
 */
export async function recordInvalidations(
  tx: ClientBase,
  scopeId: string,
  entityIds: ReadonlySet<string>,
): Promise<void> {
  if (entityIds.size === 0) return;
  const { rows } = await tx.query<{ is_time: boolean }>(
    `WITH changed AS (
       INSERT INTO search_changes (scope_id, around) VALUES ($1, $2::uuid[]) RETURNING number
     ) SELECT ${IS_TIME_TO_PRUNE} AS is_time FROM changed`,
    [scopeId, [...entityIds]],
  );
  if (rows[0]?.is_time) await pruneChanges(tx, scopeId);
}

/** Takes out the changes of a scope that are too old, in the caller's transaction, which holds the scope's lock. */
export async function pruneChanges(tx: ClientBase, scopeId: string): Promise<void> {
  await tx.query(
    `DELETE FROM search_changes WHERE scope_id = $1 AND number <= (
       SELECT number FROM search_changes WHERE scope_id = $1 ORDER BY number DESC OFFSET $2 LIMIT 1
     )`,
    [scopeId, MIN_CHANGES_KEPT],
  );
}
