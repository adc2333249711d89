import { setImmediate } from 'node:timers/promises';
import { codeBytes, countDifferingBits } from './differing-bits.js';

/** Rows compared before the event loop gets its turn: some 5 ms. */
const ROWS_AT_ONCE = 262_144;
/**
 * Of each that is wanted, the nearest by signs that are compared by the finer bits: of a million vectors, the ten nearest to a
 * question are among the first 1,000 by all bits with 0.98, by signs with 0.85.
 */
const BY_SIGNS = 10;
/** Bounds of the finer bits, of 127: as those of `vector_bits` in Postgres. */
const BOUNDS = [16, -16] as const;

/** Which rows of the codes are meant. */
export interface FilledRows {
  readonly size: number;
  readonly gone: ReadonlySet<number>;
  readonly isAmong: ((row: number) => boolean) | null;
}

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
    const { signs, finer } = this;
    this.signs = new Uint8Array(rows * this.width);
    this.signs.set(signs);
    this.finer = new Uint8Array(rows * this.width * BOUNDS.length);
    this.finer.set(finer);
  }

  set(row: number, vector: Int8Array): void {
    this.signs.set(signsOf(vector, this.width), row * this.width);
    this.finer.set(finerOf(vector, this.width), row * this.width * BOUNDS.length);
  }

  /**
   * The rows that differ from a vector in the fewest bits, `limit` of them, the later ones where too many differ alike; of
   * many more, those that differ in the fewest signs are looked at.
   * @param rows how many are filled, those of them that are gone, and those that are asked for where not all are
   */
  async nearest(vector: Int8Array, limit: number, { size, gone, isAmong }: FilledRows): Promise<number[]> {
    const distances = new Uint16Array(size);
    const asked = signsOf(vector, this.width);
    // What is added meanwhile goes behind `size`, or into another array.
    const { signs, finer } = this;
    for (let from = 0; from < size; from += ROWS_AT_ONCE) {
      if (from > 0) await setImmediate();
      const to = Math.min(size, from + ROWS_AT_ONCE);
      countDifferingBits(signs, asked, distances, { from, to });
      if (isAmong) for (let row = from; row < to; row += 1) if (!isAmong(row)) distances[row] = GONE;
    }
    for (const row of gone) if (row < size) distances[row] = GONE;
    const rows = rowsOfLeast(distances, limit * BY_SIGNS);
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
    const codes = gathered(finer, rows, width);
    const distances = new Uint16Array(rows.length);
    countDifferingBits(codes, finerOf(vector, this.width), distances, { from: 0, to: rows.length });
    rows.forEach((row, i) => (distances[i] = (distances[i] ?? 0) + (bySigns[row] ?? 0)));
    return rowsOfLeast(distances, limit).map((i) => rows[i] ?? 0);
  }
}

/** The codes of some rows, one after the other: by words, as a view of each row would take ten times as long. */
function gathered(codes: Uint8Array, rows: readonly number[], width: number): Uint8Array {
  const words = width / Uint32Array.BYTES_PER_ELEMENT;
  const from = new Uint32Array(codes.buffer);
  const to = new Uint32Array(rows.length * words);
  let at = 0;
  for (const row of rows)
    for (let word = row * words; word < (row + 1) * words; word += 1) {
      to[at] = from[word] ?? 0;
      at += 1;
    }
  return new Uint8Array(to.buffer);
}

/** Distance of what is not to be found. */
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

/** The `limit` rows of the least distances: all that are nearer than the last of these, and as many of that as fit. */
function rowsOfLeast(distances: Uint16Array, limit: number): number[] {
  const last = lastOf(distances, limit);
  const nearer: number[] = [];
  const edge: number[] = [];
  for (let row = distances.length - 1; row >= 0; row -= 1) {
    const distance = distances[row] ?? GONE;
    if (distance < last) nearer.push(row);
    else if (distance === last && edge.length < limit) edge.push(row);
  }
  return [...nearer, ...edge.slice(0, limit - nearer.length)];
}

/** The distance within which the nearest `limit` are. */
function lastOf(distances: Uint16Array, limit: number): number {
  const counts = new Int32Array(GONE + 1);
  for (const distance of distances) counts[distance] = (counts[distance] ?? 0) + 1;
  let sum = 0;
  for (let distance = 0; distance < GONE; distance += 1) {
    sum += counts[distance] ?? 0;
    if (sum >= limit) return distance;
  }
  return GONE - 1;
}
