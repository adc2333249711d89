import { setImmediate } from 'node:timers/promises';
import { codeBytes, countDifferingBits } from './differing-bits.js';

/** Rows compared before the event loop gets its turn: some 5 ms. */
const ROWS_AT_ONCE = 262_144;

/** One bit a dimension, its sign, of many vectors: what differs in few bits points nearly the same way. */
export class SignCodes {
  private codes = new Uint8Array(0);
  private readonly width: number;

  constructor(dimensions: number) {
    this.width = codeBytes(dimensions);
  }

  get bytes(): number {
    return this.codes.byteLength;
  }

  /** Makes room for so many vectors. */
  grow(rows: number): void {
    const { codes } = this;
    this.codes = new Uint8Array(rows * this.width);
    this.codes.set(codes);
  }

  set(row: number, vector: Int8Array): void {
    this.codes.set(signsOf(vector, this.width), row * this.width);
  }

  /**
   * The rows that differ from a vector in the fewest bits, `limit` of them, the later ones where too many differ alike.
   * @param size rows that are filled
   */
  async nearest(vector: Int8Array, limit: number, size: number, isAmong: (row: number) => boolean): Promise<number[]> {
    const distances = new Uint16Array(size);
    const counts = new Int32Array(this.width * 8 + 1);
    const asked = signsOf(vector, this.width);
    // What is added meanwhile goes behind `size`, or into another array.
    const { codes } = this;
    for (let from = 0; from < size; from += ROWS_AT_ONCE) {
      if (from > 0) await setImmediate();
      const to = Math.min(size, from + ROWS_AT_ONCE);
      countDifferingBits(codes, asked, distances, { from, to });
      for (let row = from; row < to; row += 1) {
        const distance = distances[row] ?? 0;
        if (isAmong(row)) counts[distance] = (counts[distance] ?? 0) + 1;
        else distances[row] = GONE;
      }
    }
    return rowsWithin(distances, limitOf(counts, limit), limit);
  }
}

const GONE = 0xffff;

function signsOf(vector: Int8Array, width: number): Uint8Array {
  const signs = new Uint8Array(width);
  for (let i = 0; i < vector.length; i += 1)
    if ((vector[i] ?? 0) > 0) signs[i >> 3] = (signs[i >> 3] ?? 0) | (1 << (i & 7));
  return signs;
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
