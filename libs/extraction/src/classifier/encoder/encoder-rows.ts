import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EncoderModel, RowScores } from './encoder-model.js';
import type { LazyEncoder } from './lazy-encoder.js';

/** Maximum tokens of a row; further words are not read. */
const MAX_ROW_TOKENS = 200;
/** Maximum bytes of cached rows: some hundred turns, which later turns use as context. */
const MAX_CACHED_BYTES = 32 * 2 ** 20;

/** Output of the name encoder for a row of words. */
export interface ReadRow extends RowScores {
  /** Index of each word's first token; words that did not fit are missing. */
  readonly first: readonly number[];
  readonly pieces: number;
}

/**
 * Runs the name encoder on rows of words, and caches recent ones: a turn is read for its names, for its claims, and as
 * context of later turns.
 */
export class EncoderRows {
  private readonly cache = new LRUCache<string, ReadRow>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ tags, types, states }) =>
      tags.values.byteLength + types.values.byteLength + states.values.byteLength,
  });

  constructor(private readonly encoder: LazyEncoder) {}

  get version(): string {
    return this.encoder.version;
  }

  model(): Promise<EncoderModel> {
    return this.encoder.model();
  }

  async of(words: readonly string[]): Promise<ReadRow> {
    // Keys are hashes: the cache must not retain texts, which may be erased.
    const key = createHash('sha256').update(words.join(' ')).digest('base64');
    const known = this.cache.get(key);
    if (known) return known;
    const model = await this.encoder.model();
    const row = model.pieces.of(words, MAX_ROW_TOKENS);
    const read = { ...(await model.readRow(row)), first: row.first, pieces: row.ids.length };
    this.cache.set(key, read);
    return read;
  }
}
