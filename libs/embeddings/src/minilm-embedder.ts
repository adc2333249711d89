import { fileURLToPath } from 'node:url';
import { cutText } from '#contracts/cut-text.js';
import { ModelThread, type RunPriority } from '#inference/model-thread.js';
import { EmbedderUnavailable, type Embedder, type Embedding } from './embedder.js';
import { loadTokenizer, type TextTokenizer } from './load-tokenizer.js';

const MODEL = fileURLToPath(new URL('../../../models/embeddings/minilm/minilm.onnx', import.meta.url));
/** Maximum number of tokens of one text, as in training; the rest is not read. */
const MAX_TOKENS = 256;
/** Maximum length of a text in UTF-16 units: more than 256 tokens of any meaningful text. */
const MAX_UNITS = 4_096;

/**
 * all-MiniLM-L6-v2, fine-tuned on questions about chats, with 8-bit weights, run by ONNX Runtime in one worker thread
 * outside the event loop. The model is loaded with the first text. Texts are run one by one: texts of one batch would
 * share the range of their quantized activations, and the vector of a text would depend on the batch.
 */
export class MiniLmEmbedder implements Embedder {
  readonly model = 'minilm';
  /** Changes with the weights and with what is read of a text. */
  readonly version = 'minilm-4';
  readonly dimensions = 384;
  readonly local = true;
  readonly languages = ['en'];
  readonly hasTokenEmbeddings = true;
  private readonly thread = new ModelThread();
  private tokenizer: TextTokenizer | null = null;

  async embed(texts: readonly string[], signal?: AbortSignal, priority?: RunPriority): Promise<Embedding[]> {
    if (signal?.aborted) throw new EmbedderUnavailable('aborted');
    const tokenizer = (this.tokenizer ??= loadTokenizer());
    return await Promise.all(texts.map((text) => this.embedding(tokenIdsOf(tokenizer, text), priority)));
  }

  private async embedding(tokenIds: readonly number[], priority?: RunPriority): Promise<Embedding> {
    const ids = { type: 'int32', data: Int32Array.from(tokenIds), dims: [1, tokenIds.length] } as const;
    const { vectors, states } = await this.thread.run(MODEL, { ids }, priority);
    if (!vectors || !states) throw new Error('the model lacks an output');
    // The first and last token are the start and end markers.
    const { dimensions } = this;
    return { vector: vectors.data, tokenEmbeddings: states.data.subarray(dimensions, -dimensions) };
  }
}

function tokenIdsOf(tokenizer: TextTokenizer, text: string): number[] {
  const { ids } = tokenizer.encode(cutText(text, MAX_UNITS));
  return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
}
