import { withoutSpans, type Span } from '#embeddings/embedded-text.js';
import { TextRefused, type Embedder, type RunPriority } from '#embeddings/embedder.js';
import { splitPassages, type Passage, type TextSlice } from '../passages/split-passages.js';
import { quantizeEmbedding, type MemoryVector } from './memory-vectors.js';

/** Maximum number of passages of a memory that get a vector, some 300 kB of text. */
const MAX_PASSAGES = 512;
/** Texts that a model is given at once. Between two batches work can be aborted; for an endpoint each is a request. */
const LOCAL_BATCH = 16;
const REMOTE_BATCH = 64;

/** A memory with the texts of its passages. */
export interface MemoryPassages {
  readonly memoryId: string;
  readonly texts: readonly string[];
}

/**
 * Texts by which a memory is embedded, without person names: the whole text, or of a long one each passage below the
 * headings that it stands under.
 * @param persons spans of person names in the text
 */
export function embeddedPassages(text: string, persons: readonly Span[]): string[] {
  const texts: string[] = [];
  for (const passage of splitPassages(text)) {
    if (texts.length === MAX_PASSAGES) break;
    texts.push(embeddedText(passage, persons));
  }
  return texts;
}

function embeddedText(passage: Passage, persons: readonly Span[]): string {
  return [...passage.headings, passage].map((slice) => withoutSpans(slice.text, spansIn(slice, persons))).join('\n');
}

/** The spans that lie in a slice, by their offsets in it. */
function spansIn({ start, end }: TextSlice, spans: readonly Span[]): Span[] {
  return spans
    .filter((span) => span.start >= start && span.end <= end)
    .map((span) => ({ start: span.start - start, end: span.end - start }));
}

/**
 * Vectors of memories, one per passage. A text that the model refuses gets none.
 * @throws EmbedderUnavailable
 */
export async function embedPassages(
  embedder: Embedder,
  memories: readonly MemoryPassages[],
  signal?: AbortSignal,
  priority?: RunPriority,
): Promise<MemoryVector[]> {
  const passages = memories.flatMap(({ memoryId, texts }) =>
    texts.map((text, passage) => ({ memoryId, passage, text })),
  );
  const size = embedder.local ? LOCAL_BATCH : REMOTE_BATCH;
  const vectors: MemoryVector[] = [];
  for (let from = 0; from < passages.length; from += size)
    vectors.push(...(await vectorsOf(embedder, passages.slice(from, from + size), signal, priority)));
  return vectors;
}

interface PassageText {
  readonly memoryId: string;
  readonly passage: number;
  readonly text: string;
}

/** Embeds all texts in one batch; if one of them is refused, one by one. */
async function vectorsOf(
  embedder: Embedder,
  passages: readonly PassageText[],
  signal?: AbortSignal,
  priority?: RunPriority,
): Promise<MemoryVector[]> {
  try {
    const embeddings = await embedder.embed(
      passages.map(({ text }) => text),
      signal,
      priority,
    );
    return passages.flatMap(({ memoryId, passage }, i) => {
      const embedding = embeddings[i];
      return embedding ? [{ memoryId, passage, ...quantizeEmbedding(embedding) }] : [];
    });
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error;
    if (passages.length === 1) return [];
    const made: MemoryVector[] = [];
    for (const one of passages) made.push(...(await vectorsOf(embedder, [one], signal, priority)));
    return made;
  }
}
