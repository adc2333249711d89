import { personSpans } from '#embeddings/embedded-text.js';
import type { Embedder } from '#embeddings/embedder.js';
import { embeddedPassages, embedPassages } from '#search/vectors/embed-passages.js';
import { PENDING_VECTOR, type MemoryVector } from '#search/vectors/memory-vectors.js';
import type { PendingMemory } from '#memories/extraction/extraction-state.js';
import type { Extraction } from './project-extraction.js';

/** Maximum length of a text that is embedded now, in UTF-16 units: some hundred passages, two seconds of one core. */
const MAX_UNITS = 64 * 1024;

/**
 * Vectors of memories whose stages have run. Only a local model is called now, and not with the longest texts; other
 * vectors are computed later, so that extraction never waits for them.
 */
export async function embedExtracted(
  embedder: Embedder | null,
  memories: readonly PendingMemory[],
  extractions: readonly Extraction[],
): Promise<MemoryVector[]> {
  if (embedder === null) return [];
  if (!embedder.local) return vectorsDue(memories);
  const found = new Map(extractions.map((extraction) => [extraction.memoryId, extraction.all]));
  const vectors = await embedPassages(
    embedder,
    memories
      .filter(({ text }) => text.length <= MAX_UNITS)
      .map(({ memoryId, text }) => ({
        memoryId,
        texts: embeddedPassages(text, personSpans(found.get(memoryId))),
      })),
  );
  const embedded = new Set(vectors.map(({ memoryId }) => memoryId));
  return [...vectors, ...vectorsDue(memories.filter(({ memoryId }) => !embedded.has(memoryId)))];
}

/** Placeholders for vectors that are not computed yet. */
export function vectorsDue(memories: readonly Pick<PendingMemory, 'memoryId'>[]): MemoryVector[] {
  return memories.map(({ memoryId }) => ({ memoryId, ...PENDING_VECTOR }));
}
