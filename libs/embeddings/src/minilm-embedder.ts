import { fileURLToPath } from 'node:url';
import { cutText } from '#contracts/cut-text.js';
import { ModelThread } from '#inference/model-thread.js';
import type { Embedder, Embedding } from './embedder.js';
import { loadTokenizer, type TextTokenizer } from './load-tokenizer.js';

const MODEL = fileURLToPath(new URL('../../../models/embeddings/minilm/minilm.onnx', import.meta.url));
/** Pieces of one text, as the model was trained; what is behind is not read. */
const LONGEST = 256;
/** More of a text than 256 pieces can hold of any text worth reading. */
const MAX_UNITS = 4_096;

/**
 * all-MiniLM-L6-v2, trained further on questions about chats, with weights in 8 bits, run by ONNX Runtime outside the event
 * loop with one thread. It is read when the first text comes. Texts are run one by one: those of one run would share the range of their activations, and the vector
 * of a text depend on its company.
 */
export class MiniLmEmbedder implements Embedder {
  readonly model = 'minilm';
  /** Changes with the weights, and with what is read of a text. */
  readonly version = 'minilm-4';
  readonly dimensions = 384;
  readonly local = true;
  readonly hasTokenEmbeddings = true;
  private readonly thread = new ModelThread();
  private tokenizer: TextTokenizer | null = null;

  async embed(texts: readonly string[]): Promise<Embedding[]> {
    const tokenizer = (this.tokenizer ??= loadTokenizer());
    return await Promise.all(texts.map((text) => this.embedding(piecesOf(tokenizer, text))));
  }

  private async embedding(pieces: readonly number[]): Promise<Embedding> {
    const { vectors, states } = await this.thread.run(MODEL, {
      ids: { type: 'int32', data: Int32Array.from(pieces), dims: [1, pieces.length] },
    });
    if (!vectors || !states) throw new Error('the model lacks an output');
    // The first and the last piece mark the ends of the text, and stand for no word.
    const { dimensions } = this;
    return { vector: vectors.data, tokenEmbeddings: states.data.subarray(dimensions, -dimensions) };
  }
}

function piecesOf(tokenizer: TextTokenizer, text: string): number[] {
  const { ids } = tokenizer.encode(cutText(text, MAX_UNITS));
  return ids.length <= LONGEST ? ids : [...ids.slice(0, LONGEST - 1), ...ids.slice(-1)];
}
