import { cutText } from '#contracts/cut-text.js';
import { personSpans, withoutSpans } from '#embeddings/embedded-text.js';
import type { Embedder } from '#embeddings/embedder.js';
import { quantizeEmbedding, PENDING_VECTOR, type MemoryVector } from '#search/vectors/memory-vectors.js';
import type { PendingMemory } from '#memories/extraction/extraction-state.js';
import type { Extraction } from './project-extraction.js';

/**
 * Maximum UTF-16 units passed to a model, which reads at most half of them; scanning 1 MiB would block the event loop
 * for 40 ms.
 */
const MAX_UNITS = 32 * 1024;

/**
 * Vectors of memories whose stages have run. Only a local model is called now; vectors of an endpoint are computed
 * later, so that extraction never waits for it.
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

/** Placeholders for vectors that are not computed yet. */
export function vectorsDue(memories: readonly PendingMemory[]): MemoryVector[] {
  return memories.map(({ memoryId }) => ({ memoryId, ...PENDING_VECTOR }));
}
