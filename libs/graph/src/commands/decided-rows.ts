import type { ClientBase } from 'pg';
import type { NameAssigned } from '#contracts/events.js';

/**
 * The survivor, and the rows of its cluster that decisions of callers join to others. A decision about the whole entity
 * is made about each of them, so that another one about the name of one row later moves this row alone.
 */
export async function decidedRows(tx: ClientBase, scopeId: string, survivorId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT e.entity_id AS id FROM entities AS e
     WHERE e.scope_id = $1 AND e.merged_into = $2 AND (
       EXISTS (SELECT FROM entity_corrections AS c WHERE c.scope_id = $1 AND c.entity_id = e.entity_id)
       OR EXISTS (SELECT FROM entity_corrections AS c WHERE c.scope_id = $1 AND c.named_id = e.entity_id)
       OR EXISTS (SELECT FROM name_decisions AS d
                  WHERE d.scope_id = $1 AND d.entity_id = e.entity_id AND d.decision <> 'release')
       OR EXISTS (SELECT FROM name_decisions AS d WHERE d.scope_id = $1 AND d.into_entity_id = e.entity_id))`,
    [scopeId, survivorId],
  );
  return [survivorId, ...rows.map((row) => row.id)].sort();
}

/**
 * Decisions that keep an entity together when one of its names leaves it: the rows that callers joined to the row of
 * this name belong to the survivor instead.
 * @param rowId row of the name, which is not the survivor
 */
export async function rejoinedRows(
  tx: ClientBase,
  scopeId: string,
  { rowId, survivorId }: { readonly rowId: string; readonly survivorId: string },
  nowNanos: bigint,
): Promise<NameAssigned[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT entity_id AS id FROM name_decisions WHERE scope_id = $1 AND into_entity_id = $2 AND entity_id <> $2
     UNION
     SELECT entity_id FROM entity_corrections AS c WHERE scope_id = $1 AND named_id = $2 AND entity_id <> $2
       AND NOT EXISTS (SELECT FROM name_decisions AS d WHERE d.scope_id = $1 AND d.entity_id = c.entity_id
                       AND d.decided_at_nanos >= c.decided_at_nanos)
     ORDER BY 1`,
    [scopeId, rowId],
  );
  return rows.map(({ id }) => ({
    entity_id: id,
    ...(id === survivorId
      ? { decision: 'release', into_entity_id: null }
      : { decision: 'merge', into_entity_id: survivorId }),
    decided_at_unix_nanos: nowNanos,
  }));
}
