import OpenAI, { APIError } from 'openai';
import { cutText } from '#contracts/cut-text.js';
import { EmbedderUnavailable, TextRefused, type Embedder, type Embedding } from './embedder.js';

/** An endpoint with OpenAI's embeddings API. */
export interface EndpointConfig {
  readonly url: string;
  /** May be empty if the endpoint needs no key. */
  readonly apiKey: string;
  /** Name of the model at the endpoint. */
  readonly name: string;
  readonly timeoutMs: number;
}

/** Version of the preprocessing; changes with what is read of a text. */
const VERSION = 'endpoint-1';
/** Maximum length of a text in UTF-16 units: some 2,000 tokens, which every such model accepts. */
const MAX_UNITS = 8_000;
/**
 * Time after a failure in which no request is sent, so that questions do not wait for an endpoint that has just failed.
 */
const COOLDOWN_MS = 2_000;
/** HTTP status codes that mean that the endpoint rejects the text. */
const REJECTION_STATUSES = [400, 413, 415, 422];

/** Embedder for a model behind an OpenAI-compatible endpoint. */
export class EndpointEmbedder implements Embedder {
  readonly model = 'endpoint';
  readonly version: string;
  readonly local = false;
  readonly hasTokenEmbeddings = false;
  dimensions: number | null = null;
  private readonly openai: OpenAI;
  private restUntil = 0;

  constructor(private readonly config: EndpointConfig) {
    const { url, apiKey, name, timeoutMs } = config;
    this.version = `${VERSION} ${name}`;
    // The library rejects an empty key, so a placeholder is passed.
    this.openai = new OpenAI({
      ...{ baseURL: url, apiKey: apiKey || 'none', timeout: timeoutMs, maxRetries: 0, logLevel: 'off' },
    });
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedding[]> {
    if (texts.length === 0) return [];
    if (performance.now() < this.restUntil) throw new EmbedderUnavailable('it was away a moment ago');
    try {
      const vectors = await this.ask(texts, signal);
      this.dimensions = vectors[0]?.length ?? null;
      return vectors.map((vector) => ({ vector }));
    } catch (error) {
      if (error instanceof APIError && REJECTION_STATUSES.includes(Number(error.status)))
        throw new TextRefused(`status ${String(error.status)}`, { cause: error });
      this.restUntil = performance.now() + COOLDOWN_MS;
      if (error instanceof EmbedderUnavailable) throw error;
      throw new EmbedderUnavailable(error instanceof Error ? error.constructor.name : 'unknown', { cause: error });
    }
  }

  private async ask(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    // The library's timeout covers only the headers; this one covers the body too.
    const ending = AbortSignal.any([AbortSignal.timeout(this.config.timeoutMs), ...(signal ? [signal] : [])]);
    const response: unknown = await this.openai.embeddings.create(
      {
        model: this.config.name,
        // Some endpoints reject an empty text.
        input: texts.map((text) => cutText(text, MAX_UNITS) || ' '),
        encoding_format: 'float',
      },
      { signal: ending },
    );
    const vectors = vectorsOf(response);
    if (vectors?.length !== texts.length) throw new EmbedderUnavailable('the answer has not a vector for each text');
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
