import OpenAI, { APIError } from 'openai';
import { cutText } from '#contracts/cut-text.js';
import { EmbedderUnavailable, TextRefused, type Embedder, type Embedding } from './embedder.js';

/** An endpoint that speaks OpenAI's embeddings. */
export interface EndpointConfig {
  readonly url: string;
  /** May be empty where the endpoint asks for none. */
  readonly apiKey: string;
  /** The model's name at that endpoint. */
  readonly name: string;
  readonly timeoutMs: number;
}

/** Changes with what is read of a text. */
const VERSION = 'endpoint-1';
/** UTF-16 units of one text: some 2,000 pieces, which every such model takes. */
const MAX_UNITS = 8_000;
/** After a failure nobody asks for so long: a question does not wait for what has just been away. */
const REST_MS = 2_000;
/** The endpoint takes the request, and not this text. */
const REFUSALS = [400, 413, 415, 422];

/** A model behind an OpenAI-compatible endpoint. */
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
    // The library refuses an empty key, and sends none of its own where it gets one.
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
      if (error instanceof APIError && REFUSALS.includes(Number(error.status)))
        throw new TextRefused(`status ${String(error.status)}`, { cause: error });
      this.restUntil = performance.now() + REST_MS;
      if (error instanceof EmbedderUnavailable) throw error;
      throw new EmbedderUnavailable(error instanceof Error ? error.constructor.name : 'unknown', { cause: error });
    }
  }

  private async ask(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    // The library's timeout ends with the headers; this one covers the body too.
    const ending = AbortSignal.any([AbortSignal.timeout(this.config.timeoutMs), ...(signal ? [signal] : [])]);
    const answer: unknown = await this.openai.embeddings.create(
      {
        model: this.config.name,
        // An empty text is refused by some.
        input: texts.map((text) => cutText(text, MAX_UNITS) || ' '),
        encoding_format: 'float',
      },
      { signal: ending },
    );
    const vectors = vectorsOf(answer);
    if (vectors?.length !== texts.length) throw new EmbedderUnavailable('the answer has not a vector for each text');
    return vectors;
  }
}

/** Endpoints that only look like OpenAI's may leave anything out. Null where it is not one vector of numbers each. */
function vectorsOf(answer: unknown): Float32Array[] | null {
  const { data } = (answer ?? {}) as { data?: unknown };
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
