import { cutText } from '#contracts/cut-text.js';
import { personSpans, withoutSpans } from '#embeddings/embedded-text.js';
import type { Embedder } from '#embeddings/embedder.js';
import { quantizeEmbedding, PENDING_VECTOR, type MemoryVector } from '#search/vectors/memory-vectors.js';
import type { PendingMemory } from '#memories/extraction/extraction-state.js';
import type { Extraction } from './project-extraction.js';

/** UTF-16 units; a model reads at most half of them, and to look at a mebibyte holds the event loop for 40 ms. */
const MAX_UNITS = 32 * 1024;

/**
 * Vectors of memories whose stages have run. Only a model that runs here is asked now; those of an endpoint are left
 * for later, so that extraction waits for no one.
 */
export async function embedExtracted(
  embedder: Embedder | null,
  memories: readonly PendingMemory[],
  extractions: readonly Extraction[],
): Promise<MemoryVector[]> {
  if (embedder === null) return [];
  if (!embedder.local) return vectorsDue(memories);
  const found = new Map(extractions.map((extraction) => [extraction.memoryId, extraction.all]));
  const texts = memories.map(({ memoryId, text }) =>
    withoutSpans(cutText(text, MAX_UNITS), personSpans(found.get(memoryId))),
  );
  const embeddings = await embedder.embed(texts);
  return memories.map(({ memoryId }, i) => {
    const embedding = embeddings[i];
    return { memoryId, ...(embedding ? quantizeEmbedding(embedding) : PENDING_VECTOR) };
  });
}

/** Marks of vectors that are yet to be made. */
export function vectorsDue(memories: readonly PendingMemory[]): MemoryVector[] {
  return memories.map(({ memoryId }) => ({ memoryId, ...PENDING_VECTOR }));
}
