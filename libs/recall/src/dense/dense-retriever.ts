import { EmbedderUnavailable, TextRefused, type Embedder } from '#embeddings/embedder.js';
import { quantiseVector } from '#embeddings/quantise-vector.js';
import type { AskedQuery, Candidate, Retriever } from '../retriever.js';
import { withoutPersons } from './names-in-question.js';
import { nearestMemories } from './nearest-memories.js';
import type { Near } from './scope-vectors.js';
import type { VectorCache } from './vector-cache.js';

/**
 * Cosines at which a memory supports nothing, and all that is asked for. On questions about chats, of the memories at a
 * cosine of 0.2 one in twenty held the answer, at 0.3 one in seven, at 0.4 one in three, at 0.5 one in two, above 0.65 all;
 * nine in ten questions with an answer had a memory above 0.29, where the support is 0.35.
 */
const NO_SUPPORT = 0.1;
const FULL_SUPPORT = 0.65;
/** What a question waits for an endpoint; then it is answered without this retriever. */
const MAX_WAIT_MS = 2_000;

/** Memories whose vectors point the way of the question's: found by what they mean, whatever their words. */
export function denseRetriever(embedder: Embedder, cache: VectorCache): Retriever {
  return async (sql, scopeId, query, filter, limit) => {
    const { version: model, dimensions } = embedder;
    const [index, { asked, made }, early] = await Promise.all([
      query.index,
      readQuestion(embedder, query),
      dimensions === null
        ? null
        : query.index.then(({ version }) => cache.read(sql, scopeId, model, dimensions, version)),
    ]);
    if (!made) return { candidates: [], notes: { model, unavailable: true } };
    const vectors = dimensions === null ? await cache.read(sql, scopeId, model, made.length, index.version) : early;
    if (vectors === null) return { candidates: [], notes: { model, too_large: true } };
    const near = await nearestMemories(sql, vectors, { scopeId, model, vector: quantiseVector(made), filter, limit });
    return {
      candidates: near.filter(({ cosine }) => cosine !== 0).map(candidate),
      notes: { model, vectors: vectors.size, exact: vectors.isExact, text: asked },
    };
  };
}

/**
 * What is asked, without names, and its vector: none where the model cannot be reached. The model runs while the index is
 * read, on the names that were known last; it runs again where others are known now.
 */
async function readQuestion(
  embedder: Embedder,
  { text, index, last }: AskedQuery,
): Promise<{ readonly asked: string; readonly made: Float32Array | undefined }> {
  const guessed = last && (await withoutPersons(last, text));
  const early = guessed === null ? null : embed(embedder, guessed);
  const [known] = await Promise.all([index, early]);
  const asked = await withoutPersons(known, text);
  const [made] = (asked === guessed ? await early : null) ?? (await embed(embedder, asked));
  return { asked, made };
}

async function embed(embedder: Embedder, text: string): Promise<readonly Float32Array[]> {
  try {
    return await embedder.embed([text], AbortSignal.timeout(MAX_WAIT_MS));
  } catch (error) {
    if (error instanceof EmbedderUnavailable || error instanceof TextRefused) return [];
    throw error;
  }
}

function candidate({ memoryId, cosine }: Near): Candidate {
  const support = Math.min(1, Math.max(0, (cosine - NO_SUPPORT) / (FULL_SUPPORT - NO_SUPPORT)));
  return { memoryId, score: cosine, support, because: () => `cosine ${cosine.toFixed(2)}` };
}
