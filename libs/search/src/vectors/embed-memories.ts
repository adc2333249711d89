import type { ClientBase } from 'pg';
import type { ScopedSql } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import { entityTypeId } from '#contracts/ontology.js';
import { withoutSpans } from '#embeddings/embedded-text.js';
import { TextRefused, type Embedder } from '#embeddings/embedder.js';
import { failpoint } from '#failpoints/failpoints.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { quantizeEmbedding, storeVectors, type MemoryVector } from './memory-vectors.js';
import { vectorQueue } from './vector-queue.js';

/** Maximum number of characters read from a text; no model reads more. */
const MAX_CHARACTERS = 16_384;

/**
 * Computes and stores vectors of extracted memories of one scope. Memories forgotten meanwhile are skipped. A text that
 * the model refuses gets no vector.
 * @returns number of vectors stored
 * @throws EmbedderUnavailable
 */
export async function embedMemories(
  sql: ScopedSql,
  scopeId: string,
  embedder: Embedder,
  memoryIds: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const texts = await loadTexts(sql, scopeId, memoryIds);
  const vectors = await vectorsOf(embedder, texts, signal);
  return inLockedScope(sql, scopeId, async (tx) => {
    const active = await activeOf(tx, scopeId, memoryIds);
    const stored = vectors.filter(({ memoryId }) => active.has(memoryId));
    await storeVectors(tx, scopeId, embedder.version, stored, new Date());
    await vectorQueue(embedder.version).complete(tx, scopeId, memoryIds);
    failpoint('vectors.before-commit');
    return stored.length;
  });
}

interface Text {
  readonly memoryId: string;
  readonly text: string;
}

/** Texts to embed, without person names. */
async function loadTexts(sql: Sql, scopeId: string, memoryIds: readonly string[]): Promise<Text[]> {
  const { rows } = await sql.query<{ memoryId: string; text: string; starts: number[] | null; ends: number[] | null }>(
    `SELECT m.memory_id AS "memoryId", left(m.text, ${String(MAX_CHARACTERS)}) AS text, named.starts, named.ends
     FROM memories AS m CROSS JOIN LATERAL (
       SELECT array_agg(n.start_offset ORDER BY n.start_offset) AS starts,
              array_agg(n.end_offset ORDER BY n.start_offset) AS ends
       FROM mentions AS n JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = n.entity_id
       WHERE n.scope_id = $1 AND n.memory_id = m.memory_id AND n.start_offset >= 0 AND e.type_id = $3
     ) AS named
     WHERE m.scope_id = $1 AND m.memory_id = ANY ($2::uuid[]) AND m.state = 'active' AND m.text IS NOT NULL`,
    [scopeId, memoryIds, entityTypeId('person')],
  );
  return rows.map(({ memoryId, text, starts, ends }) => {
    const persons = (starts ?? []).map((start, i) => ({ start, end: ends?.[i] ?? start }));
    return { memoryId, text: withoutSpans(text, persons) };
  });
}

/** Embeds all texts in one batch; if one of them is refused, one by one. */
async function vectorsOf(embedder: Embedder, texts: readonly Text[], signal?: AbortSignal): Promise<MemoryVector[]> {
  try {
    const embeddings = await embedder.embed(
      texts.map(({ text }) => text),
      signal,
    );
    return texts.flatMap(({ memoryId }, i) => {
      const embedding = embeddings[i];
      return embedding ? [{ memoryId, ...quantizeEmbedding(embedding) }] : [];
    });
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error;
    if (texts.length === 1) return [];
    const made: MemoryVector[] = [];
    for (const one of texts) made.push(...(await vectorsOf(embedder, [one], signal)));
    return made;
  }
}

async function activeOf(tx: ClientBase, scopeId: string, memoryIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 'active'`,
    [scopeId, memoryIds],
  );
  return new Set(rows.map((row) => row.memory_id));
}
