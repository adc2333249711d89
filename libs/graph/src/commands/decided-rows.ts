import type { ClientBase } from 'pg';
import type { NameAssigned } from '#contracts/events.js';
import { CORRECTION_IN_FORCE } from '../projection/clustering/recluster-entities.js';

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
 * this name, or joined to the others through it, belong to the survivor instead.
 * @param rowId row of the name, which is not the survivor
 */
export async function rejoinedRows(
  tx: ClientBase,
  scopeId: string,
  { rowId, survivorId }: { readonly rowId: string; readonly survivorId: string },
  nowNanos: bigint,
): Promise<NameAssigned[]> {
  const followers = await rowsJoinedTo(tx, scopeId, rowId);
  const joins = await joinsWithin(tx, scopeId, survivorId);
  // A new decision about a row undoes all earlier joins of this row.
  const redecided = new Set([rowId, ...followers]);
  const kept = joins.filter(({ from, to }) => !redecided.has(from) && to !== rowId);
  const together = connectedRows(survivorId, [...kept, ...followers.map((from) => ({ from, to: survivorId }))]);
  const cutOff = [...connectedRows(rowId, joins)].filter((id) => id !== rowId && !together.has(id));
  return [...new Set([...followers, ...cutOff])].sort().map((id) => ({
    entity_id: id,
    ...(id === survivorId
      ? { decision: 'release', into_entity_id: null }
      : { decision: 'merge', into_entity_id: survivorId }),
    decided_at_unix_nanos: nowNanos,
  }));
}

/** Rows that decisions of callers join to a row, deleted ones too: a decision about a name outlives its row. */
async function rowsJoinedTo(tx: ClientBase, scopeId: string, rowId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT entity_id AS id FROM name_decisions WHERE scope_id = $1 AND into_entity_id = $2 AND entity_id <> $2
     UNION
     SELECT entity_id FROM entity_corrections AS c WHERE scope_id = $1 AND named_id = $2 AND ${CORRECTION_IN_FORCE}`,
    [scopeId, rowId],
  );
  return rows.map(({ id }) => id);
}

/** A decision of a caller that a row belongs to another one. */
interface Join {
  readonly from: string;
  readonly to: string;
}

/** The joins in force between rows of a cluster. */
async function joinsWithin(tx: ClientBase, scopeId: string, survivorId: string): Promise<Join[]> {
  const { rows } = await tx.query<Join>(
    `WITH member AS (SELECT entity_id AS id FROM entities WHERE scope_id = $1 AND (entity_id = $2 OR merged_into = $2))
     SELECT entity_id AS "from", into_entity_id AS "to" FROM name_decisions
     WHERE scope_id = $1 AND entity_id IN (SELECT id FROM member) AND into_entity_id IN (SELECT id FROM member)
     UNION
     SELECT entity_id, named_id FROM entity_corrections AS c
     WHERE scope_id = $1 AND entity_id IN (SELECT id FROM member) AND named_id IN (SELECT id FROM member)
       AND ${CORRECTION_IN_FORCE}`,
    [scopeId, survivorId],
  );
  return rows;
}

/** The row and those that joins connect with it, in either direction. */
function connectedRows(rowId: string, joins: readonly Join[]): Set<string> {
  const connected = new Set([rowId]);
  // A set yields the members that are added during the loop, too.
  for (const id of connected)
    for (const { from, to } of joins) {
      if (from === id) connected.add(to);
      if (to === id) connected.add(from);
    }
  return connected;
}
