import type { ClientBase } from 'pg';
import type { LinkKind } from '#contracts/links.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { appendEvents, type NewEvent } from '#event-store/append-events.js';

/** Key of a link: from the memory `source` to the memory `target`, both UUIDs. */
export interface LinkKey {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
}

export interface WeightedLink extends LinkKey {
  readonly weight: number;
}

export interface StoredLink {
  readonly weight: number;
  /** Creation time in Unix nanoseconds. */
  readonly createdAt: bigint;
  readonly existed: boolean;
}

/**
 * Makes a link in the caller's transaction, with its event; an existing link stays as it is. Both memories are locked
 * until the transaction ends, so that neither is forgotten meanwhile.
 * @returns null when one of the memories is missing or not active
 */
export async function linkMemories(
  tx: ClientBase,
  scopeId: string,
  { source, target, kind }: LinkKey,
  { weight, nowNanos }: { readonly weight: number; readonly nowNanos: bigint },
): Promise<StoredLink | null> {
  const { rows: held } = await tx.query(
    `SELECT FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 'active'
     ORDER BY memory_id FOR SHARE`,
    [scopeId, [source, target]],
  );
  if (held.length < 2) return null;
  const made = await tx.query(
    `INSERT INTO memory_links (scope_id, source, target, kind, weight, created_at_nanos)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [scopeId, source, target, kind, weight, nowNanos],
  );
  if (made.rowCount === 1) {
    const data = { ...eventKey({ source, target, kind }), weight, created_at_unix_nanos: nowNanos };
    await appendEvents(tx, [{ type: 'MemoriesLinked', scopeId, streamId: source, data }]);
    return { weight, createdAt: nowNanos, existed: false };
  }
  const { rows } = await tx.query<{ weight: number; created_at_nanos: bigint }>(
    `SELECT weight, created_at_nanos FROM memory_links
     WHERE scope_id = $1 AND source = $2 AND target = $3 AND kind = $4`,
    [scopeId, source, target, kind],
  );
  const [existing] = rows;
  if (!existing) throw new Error('the link disappeared although its memories are locked');
  return { weight: existing.weight, createdAt: existing.created_at_nanos, existed: true };
}

/**
 * Makes links between memories known to be active because the caller holds the scope's lock, with their events;
 * existing links stay as they are.
 */
export async function addLinks(
  tx: ClientBase,
  scopeId: string,
  links: readonly WeightedLink[],
  nowNanos: bigint,
): Promise<void> {
  if (links.length === 0) return;
  const { rows } = await tx.query<WeightedLink>(
    `INSERT INTO memory_links (scope_id, source, target, kind, weight, created_at_nanos)
     SELECT $1, link.*, $6 FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::float8[]) AS link
     ON CONFLICT DO NOTHING RETURNING source, target, kind, weight`,
    [
      ...[scopeId, links.map((l) => l.source), links.map((l) => l.target)],
      ...[links.map((l) => l.kind), links.map((l) => l.weight), nowNanos],
    ],
  );
  await appendEvents(
    tx,
    rows.map(({ weight, ...key }) => ({
      ...{ type: 'MemoriesLinked', scopeId, streamId: key.source },
      data: { ...eventKey(key), weight, created_at_unix_nanos: nowNanos },
    })),
  );
}

/** Removes a link in the caller's transaction, with its event; false when there was none. */
export async function unlinkMemories(tx: ClientBase, scopeId: string, key: LinkKey): Promise<boolean> {
  const { rowCount } = await tx.query(
    'DELETE FROM memory_links WHERE scope_id = $1 AND source = $2 AND target = $3 AND kind = $4',
    [scopeId, key.source, key.target, key.kind],
  );
  if (rowCount === 0) return false;
  await appendEvents(tx, [{ type: 'MemoriesUnlinked', scopeId, streamId: key.source, data: eventKey(key) }]);
  return true;
}

/** Removes all links of a memory that say what its text is like, with their events. */
export async function unlinkSimilar(tx: ClientBase, scopeId: string, memoryId: string): Promise<void> {
  const { rows } = await tx.query<LinkKey>(
    `DELETE FROM memory_links WHERE scope_id = $1 AND (source = $2 OR target = $2) AND kind = 'similar_to'
     RETURNING source, target, kind`,
    [scopeId, memoryId],
  );
  const events = rows.map((key): NewEvent => {
    return { type: 'MemoriesUnlinked', scopeId, streamId: key.source, data: eventKey(key) };
  });
  await appendEvents(tx, events);
}

/** Whether the scope has all of these memories, including forgotten ones. */
export async function hasMemories(tx: ClientBase, scopeId: string, memoryIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.query('SELECT FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])', [
    scopeId,
    memoryIds,
  ]);
  return rows.length === new Set(memoryIds).size;
}

/** Key of a link as written in its events. */
export function eventKey({ source, target, kind }: LinkKey) {
  return { source: memoryIdOfUuid(source), target: memoryIdOfUuid(target), kind };
}
