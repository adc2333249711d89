import { setImmediate } from 'node:timers/promises';
import { codeBytes, countDifferingBits } from './differing-bits.js';

/** Rows compared before the event loop gets its turn: some 5 ms. */
const ROWS_AT_ONCE = 262_144;
/**
 * Of each that is wanted, the nearest by signs that are compared by the finer bits: of a million vectors, the ten nearest to a
 * question are among the first 1,000 by all bits with 0.98, by signs with 0.85.
 */
const BY_SIGNS = 20;
/** Bounds of the finer bits, of 127: as those of `vector_bits` in Postgres. */
const BOUNDS = [16, -16] as const;

/**
 * Three bits a dimension of many vectors, its sign and whether it is at least 16 and -16: what differs in few bits points
 * nearly the same way.
 */
export class BitCodes {
  private signs = new Uint8Array(0);
  private finer = new Uint8Array(0);
  private readonly width: number;

  constructor(dimensions: number) {
    this.width = codeBytes(dimensions);
  }

  get bytes(): number {
    return this.signs.byteLength + this.finer.byteLength;
  }

  /** Makes room for so many vectors. */
  grow(rows: number): void {
    this.signs = grown(this.signs, rows * this.width);
    this.finer = grown(this.finer, rows * this.width * BOUNDS.length);
  }

  set(row: number, vector: Int8Array): void {
    this.signs.set(signsOf(vector, this.width), row * this.width);
    this.finer.set(finerOf(vector, this.width), row * this.width * BOUNDS.length);
  }

  /**
   * The rows that differ from a vector in the fewest bits, `limit` of them, the later ones where too many differ alike; of
   * many more, those that differ in the fewest signs are looked at.
   * @param size rows that are filled
   */
  async nearest(vector: Int8Array, limit: number, size: number, isAmong: (row: number) => boolean): Promise<number[]> {
    const distances = new Uint16Array(size);
    const counts = new Int32Array(this.width * 8 + 1);
    const asked = signsOf(vector, this.width);
    // What is added meanwhile goes behind `size`, or into another array.
    const { signs, finer } = this;
    for (let from = 0; from < size; from += ROWS_AT_ONCE) {
      if (from > 0) await setImmediate();
      const to = Math.min(size, from + ROWS_AT_ONCE);
      countDifferingBits(signs, asked, distances, { from, to });
      for (let row = from; row < to; row += 1) {
        const distance = distances[row] ?? 0;
        if (isAmong(row)) counts[distance] = (counts[distance] ?? 0) + 1;
        else distances[row] = GONE;
      }
    }
    const most = limit * BY_SIGNS;
    const rows = rowsWithin(distances, limitOf(counts, most), most);
    return rows.length <= limit ? rows : this.nearestOf(rows, finer, vector, distances, limit);
  }

  /** Of these rows those that differ in the fewest bits, their signs included. */
  private nearestOf(
    rows: readonly number[],
    finer: Uint8Array,
    vector: Int8Array,
    bySigns: Uint16Array,
    limit: number,
  ): number[] {
    const width = this.width * BOUNDS.length;
    const codes = new Uint8Array(rows.length * width);
    rows.forEach((row, i) => {
      codes.set(finer.subarray(row * width, (row + 1) * width), i * width);
    });
    const distances = new Uint16Array(rows.length);
    countDifferingBits(codes, finerOf(vector, this.width), distances, { from: 0, to: rows.length });
    const counts = new Int32Array((this.width + width) * 8 + 1);
    rows.forEach((row, i) => {
      const distance = (distances[i] ?? 0) + (bySigns[row] ?? 0);
      distances[i] = distance;
      counts[distance] = (counts[distance] ?? 0) + 1;
    });
    return rowsWithin(distances, limitOf(counts, limit), limit).map((i) => rows[i] ?? 0);
  }
}

const GONE = 0xffff;

function signsOf(vector: Int8Array, width: number): Uint8Array {
  const bits = new Uint8Array(width);
  setBits(vector, 1, bits, 0);
  return bits;
}

function finerOf(vector: Int8Array, width: number): Uint8Array {
  const bits = new Uint8Array(width * BOUNDS.length);
  BOUNDS.forEach((bound, i) => {
    setBits(vector, bound, bits, i * width);
  });
  return bits;
}

/** One bit a dimension from a byte on: whether it is at least a bound. */
function setBits(vector: Int8Array, bound: number, bits: Uint8Array, from: number): void {
  for (let i = 0; i < vector.length; i += 1)
    if ((vector[i] ?? 0) >= bound) bits[from + (i >> 3)] = (bits[from + (i >> 3)] ?? 0) | (1 << (i & 7));
}

function grown(old: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(bytes);
  bits.set(old);
  return bits;
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
