import { readFile } from 'node:fs/promises';
import { cutText } from '#contracts/cut-text.js';
import type { Embedder, Embedding } from './embedder.js';
import { loadTokenizer, type TextTokenizer } from './load-tokenizer.js';

const TABLE = new URL('../../../models/embeddings/static/static.bin', import.meta.url);
const DIMENSIONS = 256;
const SCALE_BYTES = 4;
/** Maximum length of a text in UTF-16 units: the mean of more tokens is meaningless. */
const MAX_UNITS = 16_384;

interface Model {
  readonly tokenizer: TextTokenizer;
  /** Scale factor of each token's row. */
  readonly scales: Float32Array;
  readonly rows: Int8Array;
}

/**
 * Static token embeddings distilled from all-MiniLM-L6-v2; the embedding of a text is the mean of its tokens. It needs
 * no ONNX Runtime and takes some microseconds per text, but finds less.
 */
export class StaticEmbedder implements Embedder {
  readonly model = 'static';
  /** Changes with the table. */
  readonly version = 'static-1';
  readonly dimensions = DIMENSIONS;
  readonly local = true;
  readonly languages = ['en'];
  readonly hasTokenEmbeddings = false;
  private loaded: Promise<Model> | null = null;

  async embed(texts: readonly string[]): Promise<Embedding[]> {
    this.loaded ??= load();
    const model = await this.loaded;
    return texts.map((text) => ({ vector: meanOf(model, model.tokenizer.encode(cutText(text, MAX_UNITS)).ids) }));
  }
}

async function load(): Promise<Model> {
  const bytes = await readFile(TABLE);
  const tokenCount = bytes.length / (SCALE_BYTES + DIMENSIONS);
  const scales = Float32Array.from({ length: tokenCount }, (_, token) => bytes.readFloatLE(token * SCALE_BYTES));
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset + tokenCount * SCALE_BYTES, tokenCount * DIMENSIONS);
  return { tokenizer: loadTokenizer(), scales, rows };
}

/** Normalized sum of the token vectors; a zero vector if no token is known. */
function meanOf({ scales, rows }: Model, ids: readonly number[]): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (const id of ids) {
    const scale = scales[id] ?? 0;
    const at = id * DIMENSIONS;
    if (scale > 0) for (let i = 0; i < DIMENSIONS; i += 1) sum[i] = (sum[i] ?? 0) + scale * (rows[at + i] ?? 0);
  }
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return length === 0 ? sum : sum.map((value) => value / length);
}
