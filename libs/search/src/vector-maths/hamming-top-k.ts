import { setImmediate } from 'node:timers/promises';
import {
  QUERY_AT,
  BLOCK_AT,
  compileKernel,
  constant,
  HAMMING_DISTANCE,
  get,
  LIMIT,
  memoize,
  RESULT,
  RESULTS_AT,
  ROWS,
  STORE_I32,
  SUM,
  I64_TO_I32,
  type KernelSpec,
} from './wasm-kernel.js';

/** Bytes of one result of the kernel. */
const MATCH_BYTES = 4;

/** Rows compared before yielding to the event loop: some 4 ms. */
const ROWS_AT_ONCE = 262_144;
/** For the estimate of the distance limit, this many rows of every SAMPLE_INTERVAL are sampled. */
const SAMPLE_ROWS = 128;
const SAMPLE_INTERVAL = 4_096;
/** Safety factor of the estimate, which is off by a few percent. */
const ESTIMATE_MARGIN = 1.1;
/** Number of sampled rows within the limit from which the estimate is that good. */
const MIN_SAMPLED = 150;
/** Rows of which at most one in so many passes a filter are gathered: copying one costs as much as comparing a few. */
const SPARSE_ONE_IN = 16;
/** Distance above that of any two codes. */
const MAX_DISTANCE = 0xffff;

/** Bytes of a code of this many bits, padded to the lane size. */
export function codeLength(bits: number): number {
  return Math.ceil(bits / (8 * HAMMING_DISTANCE.laneBytes)) * HAMMING_DISTANCE.laneBytes;
}

/** The rows to search. */
export interface FilledRows {
  /** Number of rows in use. */
  readonly size: number;
  readonly gone: ReadonlySet<number>;
  /** Filter on rows; null for all rows. */
  readonly isAmong: ((row: number) => boolean) | null;
}

/** Contiguous codes with the rows to search. */
interface HammingCodes extends FilledRows {
  readonly codes: Uint8Array;
}

/**
 * Hamming k-nearest-neighbours: the `wanted` rows with the smallest distances to the query, in no order; of equal
 * distances the later rows. The distance limit is estimated from a sample first, so that of the other rows only those
 * within the limit are visited. If the sample is not representative, as few as half of the wanted rows may be returned.
 * Rows of which few pass the filter are gathered first, and the others not compared at all.
 */
export async function hammingTopK(of: HammingCodes, query: Uint8Array, wanted: number): Promise<number[]> {
  const sample = sampleOf(of, query);
  if (of.isAmong === null || sample.passing.length * SPARSE_ONE_IN > sample.rows)
    return topOf(of, query, wanted, sample);
  const gathered = await gatherPassing(of, query.length);
  const found = await topOf(gathered, query, wanted, sampleOf(gathered, query));
  return found.map((row) => gathered.rows[row] ?? 0);
}

async function topOf(of: HammingCodes, query: Uint8Array, wanted: number, sample: Sample): Promise<number[]> {
  const limit = estimateDistance(sample, of, wanted);
  if (limit < MAX_DISTANCE) {
    const matches = await withinDistance(limit, of, query);
    if (matches.rows.length * 2 >= wanted) return closestOf(matches, wanted);
  }
  return closestOf(await withinDistance(MAX_DISTANCE, of, query), wanted);
}

/** Codes of rows that pass a filter, one after another, and the row of each. */
interface GatheredCodes extends HammingCodes {
  readonly rows: Uint32Array;
}

/** @param width bytes of a code, a multiple of 4 */
async function gatherPassing(of: HammingCodes, width: number): Promise<GatheredCodes> {
  const rows = await passingRows(of);
  const words = width / 4;
  const [from, to] = [wordsOf(of.codes), new Uint32Array(rows.length * words)];
  for (let i = 0; i < rows.length; i += 1) {
    if (i > 0 && i % ROWS_AT_ONCE === 0) await setImmediate();
    const first = (rows[i] ?? 0) * words;
    for (let word = 0; word < words; word += 1) to[i * words + word] = from[first + word] ?? 0;
  }
  return { codes: new Uint8Array(to.buffer), rows, size: rows.length, gone: NONE, isAmong: null };
}

async function passingRows({ size, gone, isAmong }: HammingCodes): Promise<Uint32Array> {
  const rows = new Uint32Array(size);
  let passing = 0;
  for (let row = 0; row < size; row += 1) {
    if (row > 0 && row % ROWS_AT_ONCE === 0) await setImmediate();
    if (isAmong?.(row) !== false && !gone.has(row)) rows[passing++] = row;
  }
  return rows.subarray(0, passing);
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, Math.floor(byteLength / 4));
}

const NONE: ReadonlySet<number> = new Set();

/** Distances of sampled rows that pass the filter, and the number of all that were sampled. */
interface Sample {
  readonly passing: readonly number[];
  readonly rows: number;
}

function sampleOf({ codes, size, gone, isAmong }: HammingCodes, query: Uint8Array): Sample {
  const passing: number[] = [];
  let rows = 0;
  for (let from = 0; from < size; from += SAMPLE_INTERVAL) {
    const to = Math.min(size, from + SAMPLE_ROWS);
    rows += to - from;
    compare(MAX_DISTANCE, codes, query, { from, to }, (row, bits) => {
      if (isAmong?.(row) !== false && !gone.has(row)) passing.push(bits);
    });
  }
  return { passing, rows };
}

/** Estimated distance of the last wanted row; MAX_DISTANCE if too few of the rows that pass a filter are sampled. */
function estimateDistance({ passing, rows }: Sample, { size, isAmong }: HammingCodes, wanted: number): number {
  const within = (wanted * ESTIMATE_MARGIN * rows) / size;
  return isAmong && within < MIN_SAMPLED ? MAX_DISTANCE : distanceQuantile(passing, within);
}

/** Rows, and the Hamming distance of each. */
interface HammingMatches {
  readonly rows: number[];
  readonly bits: number[];
}

/** Rows within a Hamming distance. */
async function withinDistance(
  limit: number,
  { codes, size, gone, isAmong }: HammingCodes,
  query: Uint8Array,
): Promise<HammingMatches> {
  const matches: HammingMatches = { rows: [], bits: [] };
  for (let from = 0; from < size; from += ROWS_AT_ONCE) {
    if (from > 0) await setImmediate();
    compare(limit, codes, query, { from, to: Math.min(size, from + ROWS_AT_ONCE) }, (row, bits) => {
      if (isAmong?.(row) === false || gone.has(row)) return;
      matches.rows.push(row);
      matches.bits.push(bits);
    });
  }
  return matches;
}

/** The nearest `wanted` rows: all below the distance of the last one, and the latest rows at that distance. */
function closestOf({ rows, bits }: HammingMatches, wanted: number): number[] {
  if (rows.length <= wanted) return rows;
  const last = distanceQuantile(bits, wanted);
  const nearer = rows.filter((_, i) => (bits[i] ?? MAX_DISTANCE) < last);
  return [...nearer, ...rows.filter((_, i) => bits[i] === last).slice(nearer.length - wanted)];
}

/** Smallest distance within which there are `wanted` rows; MAX_DISTANCE if there are fewer rows. */
function distanceQuantile(bits: readonly number[], wanted: number): number {
  const counts = new Int32Array(MAX_DISTANCE);
  for (const differing of bits) counts[differing] = (counts[differing] ?? 0) + 1;
  let sum = 0;
  for (let differing = 0; differing < MAX_DISTANCE; differing += 1) {
    sum += counts[differing] ?? 0;
    if (sum >= wanted) return differing;
  }
  return MAX_DISTANCE;
}

/**
 * Visits the rows `from` to `to` within a Hamming distance, using the population count instruction, which JavaScript
 * has only in WebAssembly. One million codes of 384 bits take some 14 ms, half of it for copying; a loop over words
 * takes 120 ms.
 */
function compare(
  limit: number,
  codes: Uint8Array,
  query: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  visit: (row: number, bits: number) => void,
): void {
  const width = query.length;
  const { call, buffer, rows: rowsPerBlock } = kernelOf(width);
  const bytes = new Uint8Array(buffer);
  bytes.set(query, QUERY_AT);
  for (let first = from; first < to; first += rowsPerBlock) {
    const rows = Math.min(rowsPerBlock, to - first);
    bytes.set(codes.subarray(first * width, (first + rows) * width), BLOCK_AT);
    const end = call(BLOCK_AT, QUERY_AT, rows, RESULTS_AT, limit);
    for (const found of new Uint32Array(buffer, RESULTS_AT, (end - RESULTS_AT) / MATCH_BYTES))
      visit(first + rows - (found >>> 16), found & MAX_DISTANCE);
  }
}

const [SHIFT, OR, AT_MOST] = [0x74, 0x72, 0x4d];

/** Kernel that emits matching rows: the upper 16 bits count the rows left, the lower 16 bits are the distance. */
const WITHIN_DISTANCE_KERNEL: KernelSpec = {
  ...HAMMING_DISTANCE,
  store: [...get(RESULT), ...get(ROWS), ...constant(16), SHIFT, ...get(SUM), I64_TO_I32, OR, ...STORE_I32],
  advance: [...get(SUM), I64_TO_I32, ...get(LIMIT), AT_MOST, ...constant(2), SHIFT],
};

const kernelOf = memoize((width) => compileKernel(WITHIN_DISTANCE_KERNEL, width));
