import { setImmediate } from 'node:timers/promises';
import { TopK } from './top-k.js';
import { LOWER_BIT_PLANES, quantizeToThreeBits, AsymmetricDistance } from './scalar-quantization.js';
import { codeLength, hammingTopK, type FilledRows } from './hamming-top-k.js';

/**
 * Rows that are compared by all their bits are those that differ from the question in the fewest signs: so many, for each that is
 * wanted, and one in so many of all. Of 200,000 vectors 5,000 such hold 98.5 % of the ten nearest to a question, of a
 * million 5,000 hold 97.0 %, 6,700 97.3 % and 10,000 98.5 %.
 */
const MIN_SHORTLIST = 5_000;
const SHORTLIST_PER_RESULT = 10;
const SHORTLIST_ONE_IN = 150;

/** Rows that the caches hold, and rows added up before the event loop gets its turn: some 5 ms. */
const BATCH_ROWS = 128;
const ROWS_PER_TICK = 64 * BATCH_ROWS;

/** Three bits a dimension of many vectors; the signs stand together, as those of all are compared. */
export class QuantizedVectors {
  private signs = new Uint8Array(0);
  private lowerBits = new Uint8Array(0);
  private readonly width: number;

  constructor(dimensions: number) {
    this.width = codeLength(dimensions);
  }

  get bytes(): number {
    return this.signs.byteLength + this.lowerBits.byteLength;
  }

  /** Makes room for so many vectors. */
  grow(rows: number): void {
    const { signs, lowerBits } = this;
    this.signs = new Uint8Array(rows * this.width);
    this.signs.set(signs);
    this.lowerBits = new Uint8Array(rows * this.width * LOWER_BIT_PLANES);
    this.lowerBits.set(lowerBits);
  }

  set(row: number, vector: Int8Array): void {
    const { signs, lowerBits } = quantizeToThreeBits(vector, this.width);
    this.signs.set(signs, row * this.width);
    this.lowerBits.set(lowerBits, row * this.width * LOWER_BIT_PLANES);
  }

  /**
   * The rows that point most nearly where a vector does, `limit` of them, the nearest first.
   * @param filled how many rows are filled, those of them that are gone, and those that are asked for where not all are
   */
  async nearestRows(vector: Int8Array, limit: number, filled: FilledRows): Promise<number[]> {
    const { width } = this;
    // What is added meanwhile goes behind what is filled, or into other arrays.
    const bits = { signs: this.signs, lowerBits: this.lowerBits };
    const asked = quantizeToThreeBits(vector, width).signs;
    const rows = await hammingTopK({ codes: bits.signs, ...filled }, asked, shortlistSize(limit, filled.size));
    const sums = new AsymmetricDistance(vector, width);
    const best = new TopK(limit);
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      if (from > 0 && from % ROWS_PER_TICK === 0) await setImmediate();
      const some = rows.slice(from, from + BATCH_ROWS);
      sums.prefetch(bits, some);
      for (const row of some) best.offer(row, sums.similarityTo(bits, row));
    }
    return best.sorted().map(({ row }) => row);
  }
}

/** How many rows are compared by all their bits. */
function shortlistSize(limit: number, size: number): number {
  return Math.max(MIN_SHORTLIST, limit * SHORTLIST_PER_RESULT, Math.ceil(size / SHORTLIST_ONE_IN));
}
