import type { ClientBase } from 'pg';
import type { ScopedSql } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import { entityTypeId } from '#contracts/ontology.js';
import type { Embedder } from '#embeddings/embedder.js';
import { failpoint } from '#failpoints/failpoints.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { embeddedPassages, embedPassages, type MemoryPassages } from './embed-passages.js';
import { dropWholeVectors, storeVectors } from './memory-vectors.js';
import { vectorQueue } from './vector-queue.js';

/** Length of the texts that are embedded and stored together, in bytes; a longer one is stored by itself. */
const BYTES_AT_ONCE = 64 * 1024;

/**
 * Computes and stores vectors of extracted memories of one scope, some at a time. Memories forgotten meanwhile are
 * skipped, as are those changed meanwhile. A text that the model refuses gets no vector.
 * @returns number of memories whose vectors were stored
 * @throws EmbedderUnavailable
 */
export async function embedMemories(
  sql: ScopedSql,
  scopeId: string,
  embedder: Embedder,
  memoryIds: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  let stored = 0;
  for (const group of await groupsOf(sql, scopeId, memoryIds))
    stored += await embedTogether(sql, scopeId, embedder, group, signal);
  return stored;
}

/** Groups memories by the length of their texts, in order. */
async function groupsOf(sql: Sql, scopeId: string, memoryIds: readonly string[]): Promise<string[][]> {
  const { rows } = await sql.query<{ memory_id: string; bytes: number }>(
    `SELECT wanted.id AS memory_id, coalesce(octet_length(m.text), 0) AS bytes
     FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, place)
     LEFT JOIN memories AS m ON m.scope_id = $1 AND m.memory_id = wanted.id ORDER BY wanted.place`,
    [scopeId, memoryIds],
  );
  const groups: string[][] = [];
  let room = 0;
  for (const { memory_id, bytes } of rows) {
    if (groups.length === 0 || bytes > room) {
      groups.push([]);
      room = BYTES_AT_ONCE;
    }
    groups.at(-1)?.push(memory_id);
    room -= bytes;
  }
  return groups;
}

async function embedTogether(
  sql: ScopedSql,
  scopeId: string,
  embedder: Embedder,
  memoryIds: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const memories = await loadPassages(sql, scopeId, memoryIds);
  const vectors = await embedPassages(embedder, memories, signal, 'deferred');
  return inLockedScope(sql, scopeId, async (tx) => {
    const readings = new Map(memories.map(({ memoryId, reading }) => [memoryId, reading]));
    const current = await activeOf(tx, scopeId, memoryIds);
    const isCurrent = (memoryId: string): boolean => current.get(memoryId) === readings.get(memoryId);
    const stored = vectors.filter(({ memoryId }) => current.has(memoryId) && isCurrent(memoryId));
    const long = memories.filter(({ texts }) => texts.length > 1).map(({ memoryId }) => memoryId);
    await dropWholeVectors(tx, scopeId, embedder.version, long.filter(isCurrent));
    await storeVectors(tx, scopeId, embedder.version, stored, new Date());
    // A memory with a new text has a new vector due.
    await vectorQueue(embedder.version).complete(
      tx,
      scopeId,
      memoryIds.filter((memoryId) => !current.has(memoryId) || isCurrent(memoryId)),
    );
    failpoint('vectors.before-commit');
    return new Set(stored.map(({ memoryId }) => memoryId)).size;
  });
}

async function loadPassages(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<(MemoryPassages & { readonly reading: number })[]> {
  const { rows } = await sql.query<{
    memoryId: string;
    reading: number;
    text: string;
    starts: number[] | null;
    ends: number[] | null;
  }>(
    `SELECT m.memory_id AS "memoryId", m.reading, m.text, named.starts, named.ends
     FROM memories AS m CROSS JOIN LATERAL (
       SELECT array_agg(n.start_offset ORDER BY n.start_offset) AS starts,
              array_agg(n.end_offset ORDER BY n.start_offset) AS ends
       FROM mentions AS n JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = n.entity_id
       WHERE n.scope_id = $1 AND n.memory_id = m.memory_id AND n.start_offset >= 0 AND e.type_id = $3
     ) AS named
     WHERE m.scope_id = $1 AND m.memory_id = ANY ($2::uuid[]) AND m.state = 'active' AND m.text IS NOT NULL`,
    [scopeId, memoryIds, entityTypeId('person')],
  );
  return rows.map(({ memoryId, reading, text, starts, ends }) => {
    const persons = (starts ?? []).map((start, i) => ({ start, end: ends?.[i] ?? start }));
    return { memoryId, reading, texts: embeddedPassages(text, persons) };
  });
}

/** Readings of the active ones among the memories. */
async function activeOf(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<{ memory_id: string; reading: number }>(
    `SELECT memory_id, reading FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 'active'`,
    [scopeId, memoryIds],
  );
  return new Map(rows.map((row) => [row.memory_id, row.reading]));
}
