import { EmbedderUnavailable, TextRefused, type Embedder, type Embedding } from '#embeddings/embedder.js';
import { quantizeVector } from '#embeddings/quantize-vector.js';
import { bitsOf, type VectorIndex } from '#search/pgvector/vector-index.js';
import type { Candidate, Retriever } from '../retriever.js';
import type { PendingQuery } from '../../query/analyzed-query.js';
import { VectorIndexLookup } from '#search/pgvector/vector-index-lookup.js';
import { stripPersonNames } from './strip-person-names.js';
import { nearestByIndex } from '#search/pgvector/nearest-by-index.js';
import { nearestMemories } from '#search/vectors/nearest-memories.js';
import { ScopeVectors, type VectorMatch } from '#search/vectors/scope-vectors.js';
import type { VectorCache } from '#search/vectors/vector-cache.js';

/**
 * Cosines at which a memory supports nothing, and all that is asked for. On questions about chats that the encoder did not
 * learn from, of the memories at a cosine of 0.15 one in twelve held the answer, at 0.25 one in five, at 0.35 four in nine,
 * at 0.45 three in five, above 0.5 four in five; nine in ten of the first hits had 0.15, where the support is 0.2.
 */
const COSINE_WITHOUT_SUPPORT = 0.05;
const COSINE_OF_FULL_SUPPORT = 0.55;
/** What a question waits for an endpoint; then it is answered without this retriever. */
const MAX_WAIT_MS = 2_000;

/**
 * Memories whose vectors point the way of the question's: found by what they mean, whatever their words. By the vectors held
 * in memory, or by bits of them in a large scope; until these were read, or where they do not fit, by an index in Postgres, if there is one.
 */
export function denseRetriever(
  embedder: Embedder,
  cache: VectorCache,
  indexes: Pick<VectorIndexLookup, 'find'> = new VectorIndexLookup(),
): Retriever {
  return async (sql, scopeId, question, filter, limit) => {
    const { version: model, dimensions } = embedder;
    const vectorsOf = async (length: number): Promise<VectorSource> => {
      const index = cache.isCached(scopeId, model) ? null : await indexes.find(sql, { scopeId, model });
      const { version } = await question.index;
      if (index?.bits !== bitsOf(length)) return cache.read(sql, scopeId, model, length, version);
      cache.readAhead(sql, scopeId, model, { size: index.size, dimensions: length });
      return index;
    };
    const [{ asked, made }, early] = await Promise.all([
      embedQuestion(embedder, question),
      dimensions === null ? null : vectorsOf(dimensions),
    ]);
    if (!made) return { candidates: [], notes: { model, unavailable: true } };
    const searched = dimensions === null ? await vectorsOf(made.vector.length) : early;
    if (searched === null) return { candidates: [], notes: { model, too_large: true } };
    const query = { scopeId, model, vector: quantizeVector(made.vector), filter, limit };
    const isHeld = searched instanceof ScopeVectors;
    const near = isHeld ? await nearestMemories(sql, searched, query) : await nearestByIndex(sql, searched, query);
    const how = isHeld ? { vectors: searched.size, exact: searched.isExact } : { index: 'hnsw', exact: false };
    return {
      candidates: near.filter(({ cosine }) => cosine !== 0).map(candidate),
      notes: { model, ...how, text: asked },
      ...(made.tokenEmbeddings && {
        queryTokens: { model, dimensions: made.vector.length, vectors: made.tokenEmbeddings },
      }),
    };
  };
}

/** Vectors that are held, or their index; null where they are too large to be held and have none. */
type VectorSource = ScopeVectors | VectorIndex | null;

/**
 * What is asked, without names, and its vector: none where the model cannot be reached. The model runs while the index is
 * read, on the names that were known last; it runs again where others are known now.
 */
async function embedQuestion(
  embedder: Embedder,
  { text, index, lastIndex }: PendingQuery,
): Promise<{ readonly asked: string; readonly made: Embedding | undefined }> {
  const guessed = lastIndex && (await stripPersonNames(lastIndex, text));
  const early = guessed === null ? null : embed(embedder, guessed);
  const [known] = await Promise.all([index, early]);
  const asked = await stripPersonNames(known, text);
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

function candidate({ memoryId, cosine }: VectorMatch): Candidate {
  const support = Math.min(
    1,
    Math.max(0, (cosine - COSINE_WITHOUT_SUPPORT) / (COSINE_OF_FULL_SUPPORT - COSINE_WITHOUT_SUPPORT)),
  );
  return { memoryId, score: cosine, support, because: () => `cosine ${cosine.toFixed(2)}` };
}
