import { cutText } from '#contracts/cut-text.js';
import { EndpointStatusError, postJson, type OpenAiEndpoint } from '#inference/openai-endpoint.js';
import { EmbedderUnavailable, TextRefused, type Embedder, type Embedding } from './embedder.js';

/** An endpoint with OpenAI's embeddings API. */
export interface EndpointConfig extends OpenAiEndpoint {
  /** Name of the model at the endpoint. */
  readonly name: string;
}

/** Version of the preprocessing; changes with what is read of a text. */
const VERSION = 'endpoint-1';
/** Maximum length of a text in UTF-16 units: some 2,000 tokens, which every such model accepts. */
const MAX_UNITS = 8_000;
/**
 * Time after a failure in which no request is sent, so that questions do not wait for an endpoint that has just failed.
 */
const COOLDOWN_MS = 2_000;

/** Embedder for a model behind an OpenAI-compatible endpoint. */
export class EndpointEmbedder implements Embedder {
  readonly model = 'endpoint';
  readonly version: string;
  readonly local = false;
  readonly languages = null;
  readonly hasTokenEmbeddings = false;
  dimensions: number | null = null;
  private restUntil = 0;

  constructor(private readonly config: EndpointConfig) {
    this.version = `${VERSION} ${config.name}`;
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedding[]> {
    if (texts.length === 0) return [];
    if (performance.now() < this.restUntil) throw new EmbedderUnavailable('the endpoint failed a moment ago');
    try {
      const vectors = await this.ask(texts, signal);
      this.dimensions = vectors[0]?.length ?? null;
      return vectors.map((vector) => ({ vector }));
    } catch (error) {
      if (error instanceof EndpointStatusError && error.isRejection)
        throw new TextRefused(error.message, { cause: error });
      this.restUntil = performance.now() + COOLDOWN_MS;
      if (error instanceof EmbedderUnavailable) throw error;
      throw new EmbedderUnavailable(error instanceof Error ? error.name : 'unknown', { cause: error });
    }
  }

  private async ask(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const response = await postJson(
      this.config,
      '/embeddings',
      {
        model: this.config.name,
        // Some endpoints reject an empty text.
        input: texts.map((text) => cutText(text, MAX_UNITS) || ' '),
        encoding_format: 'float',
      },
      signal,
    );
    const vectors = vectorsOf(response);
    if (vectors?.length !== texts.length)
      throw new EmbedderUnavailable('the response does not have a vector for each text');
    return vectors;
  }
}

/**
 * Vectors of a response in input order; null unless there is one numeric vector of the same length per row. Endpoints
 * that merely imitate OpenAI's API may omit any field.
 */
function vectorsOf(response: unknown): Float32Array[] | null {
  const { data } = (response ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return null;
  const rows = (data as { index?: unknown; embedding?: unknown }[]).map((row, i) => ({
    index: typeof row.index === 'number' ? row.index : i,
    vector: unitVector(row.embedding),
  }));
  const vectors = rows.sort((a, b) => a.index - b.index).flatMap(({ vector }) => vector ?? []);
  return vectors.length === rows.length && vectors.every(({ length }) => length === vectors[0]?.length)
    ? vectors
    : null;
}

function unitVector(embedding: unknown): Float32Array | null {
  if (!Array.isArray(embedding) || embedding.length === 0) return null;
  const vector = Float32Array.from(embedding as number[]);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : null;
}
