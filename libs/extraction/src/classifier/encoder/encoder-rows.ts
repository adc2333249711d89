import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EncoderModel, RowScores } from './encoder-model.js';
import type { LazyEncoder } from './lazy-encoder.js';

/** Pieces of a row; words beyond are not read. */
const MAX_ROW_TOKENS = 200;
/** Bytes of what was said of rows: some hundred turns, which those that follow look back on. */
const MAX_CACHED_BYTES = 32 * 2 ** 20;

/** What the encoder of names says of a row of words. */
export interface ReadRow extends RowScores {
  /** The number of each word's first piece; of words that did not fit, none. */
  readonly first: readonly number[];
  readonly pieces: number;
}

/** Reads rows of words, and remembers the last: a turn is read for its names, and for claims of it and of those behind it. */
export class EncoderRows {
  private readonly remembered = new LRUCache<string, ReadRow>({
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
    // No text is kept longer than it takes to read it: an erased one would be.
    const key = createHash('sha256').update(words.join(' ')).digest('base64');
    const known = this.remembered.get(key);
    if (known) return known;
    const model = await this.encoder.model();
    const row = model.pieces.of(words, MAX_ROW_TOKENS);
    const read = { ...(await model.readRow(row)), first: row.first, pieces: row.ids.length };
    this.remembered.set(key, read);
    return read;
  }
}
