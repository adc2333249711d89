import { EmbedderUnavailable, TextRefused, type Embedder, type Embedding } from '#embeddings/embedder.js';
import { quantizeVector } from '#embeddings/quantize-vector.js';
import { ENGLISH, identifyLanguage, likeliestLanguage } from '#languages/identify-language.js';
import { INDEXED_LANGUAGES } from '#languages/indexed-languages.js';
import { bitsOf, type VectorIndex } from '#search/pgvector/vector-index.js';
import type { Candidate, Retriever } from '../retriever.js';
import type { PendingQuery } from '../../query/analyzed-query.js';
import { VectorIndexLookup } from '#search/pgvector/vector-index-lookup.js';
import { stripPersonNames } from './strip-person-names.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { nearestByIndex } from '#search/pgvector/nearest-by-index.js';
import { nearestMemories } from '#search/vectors/nearest-memories.js';
import { ScopeVectors, type VectorMatch } from '#search/vectors/scope-vectors.js';
import type { VectorCache } from '#search/vectors/vector-cache.js';

/**
 * Cosines at which the support is 0 and 1. On questions about chats that the encoder was not trained on, one in twelve
 * memories with a cosine of 0.15 held the answer, at 0.25 one in five, at 0.35 four in nine, at 0.45 three in five,
 * above 0.5 four in five. Nine in ten of the first hits had at least 0.15, where the support is 0.2.
 */
const COSINE_WITHOUT_SUPPORT = 0.05;
const COSINE_OF_FULL_SUPPORT = 0.55;
/**
 * Trust in a model that was not trained on the language of the question. Of 17 questions in other languages than their
 * scope, half as many were without an answer among the first five as with full trust.
 */
const TRUST_IN_OTHER_LANGUAGE = 0.35;
/** Maximum wait for an embedding endpoint; after that the question is answered without this retriever. */
const MAX_WAIT_MS = 2_000;

/**
 * Creates the retriever by vectors: finds memories by meaning, whatever their words. It uses cached vectors, exact or
 * quantized in a large scope; while they are not loaded, or do not fit in the cache, it uses a pgvector index if there
 * is one.
 */
export function denseRetriever(
  embedder: Embedder,
  cache: VectorCache,
  indexes: Pick<VectorIndexLookup, 'find'> = new VectorIndexLookup(),
): Retriever {
  return async (sql, scopeId, question, pendingFilter, limit) => {
    const { version: model, dimensions } = embedder;
    const vectorsOf = async (length: number): Promise<VectorSource> => {
      const isCached = cache.isCached(scopeId, model);
      const index = isCached ? null : await indexes.find(sql, { scopeId, model });
      // What is not held is read while the index of words is, and knows no version of it.
      const version = isCached ? (await question.index).version : null;
      if (index?.bits !== bitsOf(length)) return cache.read(sql, scopeId, model, length, version);
      cache.readAhead(sql, scopeId, model, { size: index.size, dimensions: length });
      return index;
    };
    const [filter, { embeddedText, embedding }, earlySource] = await Promise.all([
      pendingFilter,
      embedQuestion(embedder, question, question.lastIndex ?? postgresScopeIndex(sql, scopeId)),
      dimensions === null ? null : vectorsOf(dimensions),
    ]);
    if (!embedding) return { candidates: [], notes: { model, unavailable: true } };
    const source = dimensions === null ? await vectorsOf(embedding.vector.length) : earlySource;
    if (source === null) return { candidates: [], notes: { model, too_large: true } };
    const query = { scopeId, model, vector: quantizeVector(embedding.vector), filter, limit };
    const isCached = source instanceof ScopeVectors;
    const matches = isCached ? await nearestMemories(sql, source, query) : await nearestByIndex(sql, source, query);
    const details = isCached ? { vectors: source.size, exact: source.isExact } : { index: 'hnsw', exact: false };
    const trust = trustIn(embedder, question.text);
    return {
      candidates: matches.filter(({ cosine }) => cosine !== 0).map(candidate),
      notes: { model, ...details, text: embeddedText, ...(trust < 1 && { trust }) },
      trust,
      vectors: new Map(matches.map(({ memoryId, vector }) => [memoryId, vector])),
      ...(embedding.tokenEmbeddings && {
        queryTokens: { model, dimensions: embedding.vector.length, vectors: embedding.tokenEmbeddings },
      }),
    };
  };
}

/** How far a model can be trusted for a question, by its language. */
function trustIn({ languages }: Embedder, text: string): number {
  if (languages === null) return 1;
  const language = identifyLanguage(text) ?? likeliestLanguage(text, INDEXED_LANGUAGES) ?? ENGLISH;
  return languages.includes(language) ? 1 : TRUST_IN_OTHER_LANGUAGE;
}

/** Cached vectors or a pgvector index; null if the vectors are too large for the cache and have no index. */
type VectorSource = ScopeVectors | VectorIndex | null;

/**
 * Embeds a question without person names; no embedding if the model is unavailable. The model runs while the index is
 * being read, using the names of the last index, or those in Postgres, and runs again if the names have changed since.
 */
async function embedQuestion(
  embedder: Embedder,
  { text, index }: PendingQuery,
  lastIndex: ScopeIndex,
): Promise<{ readonly embeddedText: string; readonly embedding: Embedding | undefined }> {
  const guess = async (): Promise<{ guessedText: string; early: readonly Embedding[] }> => {
    const guessedText = await stripPersonNames(lastIndex, text);
    return { guessedText, early: await embed(embedder, guessedText) };
  };
  const [known, { guessedText, early }] = await Promise.all([index, guess()]);
  const embeddedText = await stripPersonNames(known, text);
  const [embedding] = embeddedText === guessedText ? early : await embed(embedder, embeddedText);
  return { embeddedText, embedding };
}

async function embed(embedder: Embedder, text: string): Promise<readonly Embedding[]> {
  try {
    return await embedder.embed([text], AbortSignal.timeout(MAX_WAIT_MS), 'asked');
  } catch (error) {
    if (error instanceof EmbedderUnavailable || error instanceof TextRefused) return [];
    throw error;
  }
}

function candidate({ memoryId, passage, cosine }: VectorMatch): Candidate {
  const support = Math.min(
    1,
    Math.max(0, (cosine - COSINE_WITHOUT_SUPPORT) / (COSINE_OF_FULL_SUPPORT - COSINE_WITHOUT_SUPPORT)),
  );
  return { memoryId, passage, score: cosine, support, because: () => `cosine ${cosine.toFixed(2)}` };
}
