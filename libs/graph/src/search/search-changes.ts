import type { ClientBase } from 'pg';

/**
 * Changes that a scope keeps at least. Whoever holds an index in memory and is farther behind reads it anew, as he does who
 * misses the change that he saw last.
 */
export const CHANGES_KEPT = 2_000;
/** One in so many changes is the occasion to look for old ones. */
export const LOOK_EVERY = 500;

/**
 * Notes around which entities the graph has changed, for those that hold it in memory; in the caller's transaction, which
 * holds the scope's lock.
 */
export async function noteAround(tx: ClientBase, scopeId: string, entityIds: ReadonlySet<string>): Promise<void> {
  if (entityIds.size === 0) return;
  await tx.query('INSERT INTO search_changes (scope_id, around) VALUES ($1, $2::uuid[])', [scopeId, [...entityIds]]);
}

/** Takes out the changes of a scope that are too old, in the caller's transaction, which holds the scope's lock. */
export async function pruneChanges(tx: ClientBase, scopeId: string): Promise<void> {
  await tx.query(
    `DELETE FROM search_changes WHERE scope_id = $1 AND number <= (
       SELECT number FROM search_changes WHERE scope_id = $1 ORDER BY number DESC OFFSET $2 LIMIT 1
     )`,
    [scopeId, CHANGES_KEPT],
  );
}
