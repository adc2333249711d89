import { EmbedderUnavailable, TextRefused, type Embedder, type Embedding } from '#embeddings/embedder.js';
import { quantiseVector } from '#embeddings/quantise-vector.js';
import { bitsOf, type VectorIndex } from '#graph/search/vector-index.js';
import type { AskedQuery, Candidate, Retriever } from '../retriever.js';
import { KnownIndexes } from './known-indexes.js';
import { withoutPersons } from './names-in-question.js';
import { nearestIndexed } from './nearest-indexed.js';
import { nearestMemories } from './nearest-memories.js';
import { ScopeVectors, type Near } from './scope-vectors.js';
import type { VectorCache } from './vector-cache.js';

/**
 * Cosines at which a memory supports nothing, and all that is asked for. On questions about chats that the encoder did not
 * learn from, of the memories at a cosine of 0.15 one in twelve held the answer, at 0.25 one in five, at 0.35 four in nine,
 * at 0.45 three in five, above 0.5 four in five; nine in ten of the first hits had 0.15, where the support is 0.2.
 */
const NO_SUPPORT = 0.05;
const FULL_SUPPORT = 0.55;
/** What a question waits for an endpoint; then it is answered without this retriever. */
const MAX_WAIT_MS = 2_000;

/**
 * Memories whose vectors point the way of the question's: found by what they mean, whatever their words. By the vectors held
 * in memory, or by bits of them in a large scope; until these were read, or where they do not fit, by an index in Postgres, if there is one.
 */
export function denseRetriever(
  embedder: Embedder,
  cache: VectorCache,
  indexes: Pick<KnownIndexes, 'find'> = new KnownIndexes(),
): Retriever {
  return async (sql, scopeId, question, filter, limit) => {
    const { version: model, dimensions } = embedder;
    const vectorsOf = async (length: number): Promise<Searched> => {
      const index = cache.isHeld(scopeId, model) ? null : await indexes.find(sql, { scopeId, model });
      const { version } = await question.index;
      if (index?.bits !== bitsOf(length)) return cache.read(sql, scopeId, model, length, version);
      cache.readAhead(sql, scopeId, model, { size: index.size, dimensions: length });
      return index;
    };
    const [{ asked, made }, early] = await Promise.all([
      readQuestion(embedder, question),
      dimensions === null ? null : vectorsOf(dimensions),
    ]);
    if (!made) return { candidates: [], notes: { model, unavailable: true } };
    const searched = dimensions === null ? await vectorsOf(made.vector.length) : early;
    if (searched === null) return { candidates: [], notes: { model, too_large: true } };
    const query = { scopeId, model, vector: quantiseVector(made.vector), filter, limit };
    const isHeld = searched instanceof ScopeVectors;
    const near = isHeld ? await nearestMemories(sql, searched, query) : await nearestIndexed(sql, searched, query);
    const how = isHeld ? { vectors: searched.size, exact: searched.isExact } : { index: 'hnsw', exact: false };
    return {
      candidates: near.filter(({ cosine }) => cosine !== 0).map(candidate),
      notes: { model, ...how, text: asked },
      ...(made.pieces && { pieces: { model, dimensions: made.vector.length, vectors: made.pieces } }),
    };
  };
}

/** Vectors that are held, or their index; null where they are too large to be held and have none. */
type Searched = ScopeVectors | VectorIndex | null;

/**
 * What is asked, without names, and its vector: none where the model cannot be reached. The model runs while the index is
 * read, on the names that were known last; it runs again where others are known now.
 */
async function readQuestion(
  embedder: Embedder,
  { text, index, last }: AskedQuery,
): Promise<{ readonly asked: string; readonly made: Embedding | undefined }> {
  const guessed = last && (await withoutPersons(last, text));
  const early = guessed === null ? null : embed(embedder, guessed);
  const [known] = await Promise.all([index, early]);
  const asked = await withoutPersons(known, text);
  const [made] = (asked === guessed ? await early : null) ?? (await embed(embedder, asked));
  return { asked, made };
}

async function embed(embedder: Embedder, text: string): Promise<readonly Embedding[]> {
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
