import { setImmediate } from 'node:timers/promises';

const BITS = 32;
/** Rows compared before the event loop gets its turn: some 5 ms. */
const ROWS_AT_ONCE = 131_072;

/** One bit a dimension, its sign, of many vectors: what differs in few bits points nearly the same way. */
export class SignCodes {
  private words = new Int32Array(0);
  private readonly width: number;

  constructor(dimensions: number) {
    this.width = Math.ceil(dimensions / BITS);
  }

  get bytes(): number {
    return this.words.byteLength;
  }

  /** Makes room for so many vectors. */
  grow(rows: number): void {
    const { words } = this;
    this.words = new Int32Array(rows * this.width);
    this.words.set(words);
  }

  set(row: number, vector: Int8Array): void {
    this.words.set(signsOf(vector, this.width), row * this.width);
  }

  /**
   * The rows that differ from a vector in the fewest bits, `limit` of them, the later ones where too many differ alike.
   * @param size rows that are filled
   */
  async nearest(vector: Int8Array, limit: number, size: number, isAmong: (row: number) => boolean): Promise<number[]> {
    const distances = new Uint16Array(size);
    const counts = new Int32Array(this.width * BITS + 1);
    const asked = signsOf(vector, this.width);
    // What is added meanwhile goes behind `size`, or into another array.
    const { words } = this;
    for (let from = 0; from < size; from += ROWS_AT_ONCE) {
      if (from > 0) await setImmediate();
      count(words, asked, distances, { from, to: Math.min(size, from + ROWS_AT_ONCE) });
    }
    for (let row = 0; row < size; row += 1) {
      const distance = distances[row] ?? 0;
      if (isAmong(row)) counts[distance] = (counts[distance] ?? 0) + 1;
      else distances[row] = GONE;
    }
    return rowsWithin(distances, limitOf(counts, limit), limit);
  }
}

const GONE = 0xffff;

function signsOf(vector: Int8Array, width: number): Int32Array {
  const words = new Int32Array(width);
  for (let i = 0; i < vector.length; i += 1)
    if ((vector[i] ?? 0) > 0) words[i >> 5] = (words[i >> 5] ?? 0) | (1 << (i & 31));
  return words;
}

function count(
  words: Int32Array,
  asked: Int32Array,
  distances: Uint16Array,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const width = asked.length;
  for (let row = from, at = from * width; row < to; row += 1, at += width) {
    let distance = 0;
    for (let i = 0; i < width; i += 1) distance += onesOf((words[at + i] ?? 0) ^ (asked[i] ?? 0));
    distances[row] = distance;
  }
}

/** Bits that are set in 32: in pairs, fours and bytes, which a multiplication adds up. */
function onesOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The distance within which the nearest `limit` are. */
function limitOf(counts: Int32Array, limit: number): number {
  let sum = 0;
  for (let distance = 0; distance < counts.length; distance += 1) {
    sum += counts[distance] ?? 0;
    if (sum >= limit) return distance;
  }
  return counts.length;
}

/** All that are nearer than the last distance, and as many of that as fit. */
function rowsWithin(distances: Uint16Array, last: number, limit: number): number[] {
  const nearer: number[] = [];
  const edge: number[] = [];
  for (let row = distances.length - 1; row >= 0; row -= 1) {
    const distance = distances[row] ?? GONE;
    if (distance < last) nearer.push(row);
    else if (distance === last && edge.length < limit) edge.push(row);
  }
  return [...nearer, ...edge.slice(0, limit - nearer.length)];
}
