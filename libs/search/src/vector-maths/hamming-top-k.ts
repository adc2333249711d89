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

/** Bytes of what is found of a row. */
const FOUND_BYTES = 4;

/** Rows compared before the event loop gets its turn: some 4 ms. */
const ROWS_AT_ONCE = 262_144;
/** How far the nearest are is estimated from so many rows of so many. */
const SAMPLE_ROWS = 128;
const SAMPLE_INTERVAL = 4_096;
/** An estimate is wrong by some hundredths: a few more rows are looked for. */
const ESTIMATE_MARGIN = 1.1;
/** Bits in which no codes differ. */
const MAX_DISTANCE = 0xffff;

/** Bytes of a code of so many bits. */
export function codeLength(bits: number): number {
  return Math.ceil(bits / (8 * HAMMING_DISTANCE.laneBytes)) * HAMMING_DISTANCE.laneBytes;
}

/** Which rows of codes are looked for. */
export interface FilledRows {
  /** Rows that are filled. */
  readonly size: number;
  readonly gone: ReadonlySet<number>;
  /** The rows that are asked for; null for all. */
  readonly isAmong: ((row: number) => boolean) | null;
}

/** Codes, one after the other. */
interface HammingCodes extends FilledRows {
  readonly codes: Uint8Array;
}

/**
 * The rows whose codes differ from one in the fewest bits, in no order, and of those that differ alike the later: as many as are wanted.
 * How far these are is estimated from some of all first, so that of the others no more than that is looked at;
 * where they lie otherwise than those, down to half as many are found.
 */
export async function hammingTopK(of: HammingCodes, asked: Uint8Array, wanted: number): Promise<number[]> {
  if (of.isAmong === null) {
    const near = await withinDistance(estimateDistance(of, asked, wanted), of, asked);
    if (near.rows.length * 2 >= wanted) return closestOf(near, wanted);
  }
  return closestOf(await withinDistance(MAX_DISTANCE, of, asked), wanted);
}

/** In how many bits the last of the wanted rows differs, about. */
function estimateDistance({ codes, size, gone }: HammingCodes, asked: Uint8Array, wanted: number): number {
  const sampled: number[] = [];
  let looked = 0;
  for (let from = 0; from < size; from += SAMPLE_INTERVAL) {
    const to = Math.min(size, from + SAMPLE_ROWS);
    looked += to - from;
    compare(MAX_DISTANCE, codes, asked, { from, to }, (row, bits) => {
      if (!gone.has(row)) sampled.push(bits);
    });
  }
  return distanceQuantile(sampled, (wanted * ESTIMATE_MARGIN * looked) / size);
}

/** Rows, and in how many bits each differs. */
interface HammingMatches {
  readonly rows: number[];
  readonly bits: number[];
}

/** The rows that differ in so many bits at most. */
async function withinDistance(
  limit: number,
  { codes, size, gone, isAmong }: HammingCodes,
  asked: Uint8Array,
): Promise<HammingMatches> {
  const near: HammingMatches = { rows: [], bits: [] };
  for (let from = 0; from < size; from += ROWS_AT_ONCE) {
    if (from > 0) await setImmediate();
    compare(limit, codes, asked, { from, to: Math.min(size, from + ROWS_AT_ONCE) }, (row, bits) => {
      if (gone.has(row) || (isAmong && !isAmong(row))) return;
      near.rows.push(row);
      near.bits.push(bits);
    });
  }
  return near;
}

/** All that are nearer than the last of the wanted ones, and as many that are as far as that as fit. */
function closestOf({ rows, bits }: HammingMatches, wanted: number): number[] {
  if (rows.length <= wanted) return rows;
  const last = distanceQuantile(bits, wanted);
  const nearer = rows.filter((_, i) => (bits[i] ?? MAX_DISTANCE) < last);
  return [...nearer, ...rows.filter((_, i) => bits[i] === last).slice(nearer.length - wanted)];
}

/** In how many bits so many differ at most; any where there are not as many. */
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
 * Visits the rows `from` to `to` that differ in at most so many bits, and says in how many, by the processor's count of bits, which
 * JavaScript has in WebAssembly only: a million codes of 384 bits take some 14 ms, half of it for their way there, where a
 * loop over words takes 120.
 */
function compare(
  limit: number,
  codes: Uint8Array,
  asked: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  visit: (row: number, bits: number) => void,
): void {
  const width = asked.length;
  const { call, buffer, rows: together } = kernelOf(width);
  const bytes = new Uint8Array(buffer);
  bytes.set(asked, QUERY_AT);
  for (let first = from; first < to; first += together) {
    const rows = Math.min(together, to - first);
    bytes.set(codes.subarray(first * width, (first + rows) * width), BLOCK_AT);
    const end = call(BLOCK_AT, QUERY_AT, rows, RESULTS_AT, limit);
    for (const found of new Uint32Array(buffer, RESULTS_AT, (end - RESULTS_AT) / FOUND_BYTES))
      visit(first + rows - (found >>> 16), found & MAX_DISTANCE);
  }
}

const [SHIFT, OR, AT_MOST] = [0x74, 0x72, 0x4d];

/** Found are the rows to go, and in the lower half in how many bits they differ. */
const WITHIN_DISTANCE_KERNEL: KernelSpec = {
  ...HAMMING_DISTANCE,
  store: [...get(RESULT), ...get(ROWS), ...constant(16), SHIFT, ...get(SUM), I64_TO_I32, OR, ...STORE_I32],
  advance: [...get(SUM), I64_TO_I32, ...get(LIMIT), AT_MOST, ...constant(2), SHIFT],
};

const kernelOf = memoize((width) => compileKernel(WITHIN_DISTANCE_KERNEL, width));
