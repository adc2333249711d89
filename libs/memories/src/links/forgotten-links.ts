import type { ClientBase } from 'pg';
import type { LinkKind } from '#contracts/links.js';
import { appendEvents, type NewEvent } from '#event-store/append-events.js';
import { eventKey } from './memory-links.js';

/**
 * Removes every link of memories that are being forgotten; their MemoryForgotten events stand for all of them. Links of
 * memories that can be restored are kept aside, one between two of these memories for that with the lesser id.
 * @returns how many links there were of each, by UUID; none for those without
 */
export async function removeLinksOf(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
  removed: 'kept' | 'dropped',
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<{ memory_id: string; links: number }>(
    `WITH removed AS (
       DELETE FROM memory_links WHERE scope_id = $1 AND (source = ANY ($2::uuid[]) OR target = ANY ($2::uuid[]))
       RETURNING CASE WHEN source = ANY ($2::uuid[]) AND (source < target OR target <> ALL ($2::uuid[]))
                      THEN source ELSE target END AS memory_id,
                 source, target, kind, weight, created_at_nanos
     ), kept AS (
       INSERT INTO forgotten_links (scope_id, memory_id, source, target, kind, weight, created_at_nanos)
       SELECT $1, removed.* FROM removed WHERE $3
     )
     SELECT memory_id, count(*)::int AS links FROM removed GROUP BY memory_id`,
    [scopeId, memoryIds, removed === 'kept'],
  );
  return new Map(rows.map(({ memory_id, links }) => [memory_id, links]));
}

/** Drops the kept links of a memory that is being erased. */
export async function dropKeptLinksOf(tx: ClientBase, scopeId: string, memoryId: string): Promise<void> {
  await tx.query('DELETE FROM forgotten_links WHERE scope_id = $1 AND memory_id = $2', [scopeId, memoryId]);
}

/**
 * Restores the links removed with a memory, with their events, in the caller's transaction, which holds the scope's
 * lock and has made the memory active. A link whose other memory is also forgotten is kept until that one is restored.
 * @returns how many links were restored
 */
export async function restoreLinksOf(tx: ClientBase, scopeId: string, memoryId: string): Promise<number> {
  const { rows } = await tx.query<{
    source: string;
    target: string;
    kind: LinkKind;
    weight: number;
    created_at_nanos: bigint;
  }>(
    `WITH kept AS (
       DELETE FROM forgotten_links WHERE scope_id = $1 AND memory_id = $2
       RETURNING source, target, kind, weight, created_at_nanos
     ), link AS (
       SELECT kept.*, other.memory_id AS other, other.state, other.erased
       FROM kept JOIN memories AS other
         ON other.scope_id = $1 AND other.memory_id = CASE WHEN kept.source = $2 THEN kept.target ELSE kept.source END
     ), handed_on AS (
       INSERT INTO forgotten_links (scope_id, memory_id, source, target, kind, weight, created_at_nanos)
       SELECT $1, other, source, target, kind, weight, created_at_nanos FROM link WHERE state <> 'active' AND NOT erased
     )
     INSERT INTO memory_links (scope_id, source, target, kind, weight, created_at_nanos)
     SELECT $1, source, target, kind, weight, created_at_nanos FROM link WHERE state = 'active'
     ON CONFLICT DO NOTHING
     RETURNING source, target, kind, weight, created_at_nanos`,
    [scopeId, memoryId],
  );
  const events = rows.map(({ source, target, kind, weight, created_at_nanos }): NewEvent => {
    const data = { ...eventKey({ source, target, kind }), weight, created_at_unix_nanos: created_at_nanos };
    return { type: 'MemoriesLinked', scopeId, streamId: source, data };
  });
  await appendEvents(tx, events);
  return rows.length;
}
