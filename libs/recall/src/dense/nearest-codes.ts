import { setImmediate } from 'node:timers/promises';
import {
  ASKED_AT,
  BLOCK_AT,
  blockFunction,
  constant,
  DIFFERING,
  get,
  LIMIT,
  madeOnce,
  RESULT,
  RESULTS_AT,
  ROWS,
  STORE,
  SUM,
  TO_INT,
  type RowWork,
} from './wasm.js';

/** Bytes of what is found of a row. */
const FOUND_BYTES = 4;

/** Rows compared before the event loop gets its turn: some 4 ms. */
const ROWS_AT_ONCE = 262_144;
/** How far the nearest are is estimated from so many rows of so many. */
const SAMPLED = 128;
const SAMPLED_OF = 4_096;
/** An estimate is wrong by some hundredths: a few more rows are looked for. */
const SAFETY = 1.1;
/** Bits in which no codes differ. */
const ANY = 0xffff;

/** Bytes of a code of so many bits. */
export function codeBytes(bits: number): number {
  return Math.ceil(bits / (8 * DIFFERING.lane)) * DIFFERING.lane;
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
interface Codes extends FilledRows {
  readonly codes: Uint8Array;
}

/**
 * The rows whose codes differ from one in the fewest bits, in no order, and of those that differ alike the later: as many as are wanted.
 * How far these are is estimated from some of all first, so that of the others no more than that is looked at;
 * where they lie otherwise than those, down to half as many are found.
 */
export async function nearestCodes(of: Codes, asked: Uint8Array, wanted: number): Promise<number[]> {
  if (of.isAmong === null) {
    const near = await within(estimate(of, asked, wanted), of, asked);
    if (near.rows.length * 2 >= wanted) return nearestOf(near, wanted);
  }
  return nearestOf(await within(ANY, of, asked), wanted);
}

/** In how many bits the last of the wanted rows differs, about. */
function estimate({ codes, size, gone }: Codes, asked: Uint8Array, wanted: number): number {
  const sampled: number[] = [];
  let looked = 0;
  for (let from = 0; from < size; from += SAMPLED_OF) {
    const to = Math.min(size, from + SAMPLED);
    looked += to - from;
    compare(ANY, codes, asked, { from, to }, (row, bits) => {
      if (!gone.has(row)) sampled.push(bits);
    });
  }
  return farthest(sampled, (wanted * SAFETY * looked) / size);
}

/** Rows, and in how many bits each differs. */
interface Near {
  readonly rows: number[];
  readonly bits: number[];
}

/** The rows that differ in so many bits at most. */
async function within(limit: number, { codes, size, gone, isAmong }: Codes, asked: Uint8Array): Promise<Near> {
  const near: Near = { rows: [], bits: [] };
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
function nearestOf({ rows, bits }: Near, wanted: number): number[] {
  if (rows.length <= wanted) return rows;
  const last = farthest(bits, wanted);
  const nearer = rows.filter((_, i) => (bits[i] ?? ANY) < last);
  return [...nearer, ...rows.filter((_, i) => bits[i] === last).slice(nearer.length - wanted)];
}

/** In how many bits so many differ at most; any where there are not as many. */
function farthest(bits: readonly number[], wanted: number): number {
  const counts = new Int32Array(ANY);
  for (const differing of bits) counts[differing] = (counts[differing] ?? 0) + 1;
  let sum = 0;
  for (let differing = 0; differing < ANY; differing += 1) {
    sum += counts[differing] ?? 0;
    if (sum >= wanted) return differing;
  }
  return ANY;
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
  const { call, buffer, rows: together } = instance(width);
  const bytes = new Uint8Array(buffer);
  bytes.set(asked, ASKED_AT);
  for (let first = from; first < to; first += together) {
    const rows = Math.min(together, to - first);
    bytes.set(codes.subarray(first * width, (first + rows) * width), BLOCK_AT);
    const end = call(BLOCK_AT, ASKED_AT, rows, RESULTS_AT, limit);
    for (const found of new Uint32Array(buffer, RESULTS_AT, (end - RESULTS_AT) / FOUND_BYTES))
      visit(first + rows - (found >>> 16), found & ANY);
  }
}

const [SHIFT, OR, AT_MOST] = [0x74, 0x72, 0x4d];

/** Found are the rows to go, and in the lower half in how many bits they differ. */
const NEAR: RowWork = {
  ...DIFFERING,
  store: [...get(RESULT), ...get(ROWS), ...constant(16), SHIFT, ...get(SUM), TO_INT, OR, ...STORE],
  advance: [...get(SUM), TO_INT, ...get(LIMIT), AT_MOST, ...constant(2), SHIFT],
};

const instance = madeOnce((width) => blockFunction(NEAR, width));
