import type { ClientBase } from 'pg';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { ImportedEvent } from './import-lines.js';

type LinkEvent = Extract<ImportedEvent, { readonly type: 'MemoriesLinked' | 'MemoriesUnlinked' }>;

/**
 * Makes and removes links as their events say, in the caller's transaction, which holds the scope's lock; of several
 * events on a link the last holds. A link of a forgotten memory is kept until that one is restored.
 */
export async function importLinks(tx: ClientBase, scopeId: string, events: readonly ImportedEvent[]): Promise<void> {
  const links = events.filter(
    (event): event is LinkEvent => event.type === 'MemoriesLinked' || event.type === 'MemoriesUnlinked',
  );
  if (links.length === 0) return;
  const last = new Map(links.map((event) => [keyOf(event).join(' '), event]));
  await removeLinks(tx, scopeId, [...last.values()]);
  await makeLinks(tx, scopeId, [...last.values()]);
}

function keyOf({ data }: LinkEvent): [string | null, string | null, string] {
  return [uuidOfMemoryId(data.source), uuidOfMemoryId(data.target), data.kind];
}

const columnsOf = (events: readonly LinkEvent[]): (string | null)[][] => {
  const keys = events.map(keyOf);
  return [keys.map(([source]) => source), keys.map(([, target]) => target), keys.map(([, , kind]) => kind)];
};

async function removeLinks(tx: ClientBase, scopeId: string, events: readonly LinkEvent[]): Promise<void> {
  for (const table of ['memory_links', 'forgotten_links'])
    await tx.query(
      `DELETE FROM ${table} AS link USING unnest($2::uuid[], $3::uuid[], $4::text[]) AS row (source, target, kind)
       WHERE link.scope_id = $1 AND link.source = row.source AND link.target = row.target AND link.kind = row.kind`,
      [scopeId, ...columnsOf(events)],
    );
}

async function makeLinks(tx: ClientBase, scopeId: string, events: readonly LinkEvent[]): Promise<void> {
  const made = events.flatMap((event) => (event.type === 'MemoriesLinked' ? [event] : []));
  await tx.query(
    `WITH input AS (
       SELECT row.*, a.state AS source_state, b.state AS target_state, a.erased OR b.erased AS erased
       FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::bigint[])
         AS row (source, target, kind, weight, created_at_nanos)
       JOIN memories AS a ON a.scope_id = $1 AND a.memory_id = row.source
       JOIN memories AS b ON b.scope_id = $1 AND b.memory_id = row.target
     ), followed AS (
       UPDATE memories AS m SET previous_memory_id = input.source FROM input
       WHERE m.scope_id = $1 AND m.memory_id = input.target AND m.previous_memory_id IS NULL
         AND input.kind = 'followed_by' AND input.created_at_nanos = m.created_at_nanos
     ), kept AS (
       INSERT INTO forgotten_links (scope_id, memory_id, source, target, kind, weight, created_at_nanos)
       SELECT $1, CASE WHEN source_state = 'forgotten' THEN source ELSE target END,
              source, target, kind, weight, created_at_nanos
       FROM input WHERE 'forgotten' IN (source_state, target_state) AND NOT erased
     )
     INSERT INTO memory_links (scope_id, source, target, kind, weight, created_at_nanos)
     SELECT $1, source, target, kind, weight, created_at_nanos FROM input
     WHERE source_state = 'active' AND target_state = 'active'`,
    [
      ...[scopeId, ...columnsOf(made)],
      made.map(({ data }) => data.weight),
      made.map(({ data }) => data.created_at_unix_nanos),
    ],
  );
}
