import { AT, get, I64, RESULT, ROW, rowFunction, SUM, type RowFunction, type RowWork } from './wasm.js';

/**
 * In how many bits codes differ from one, by the processor's count of bits, which JavaScript has in WebAssembly only: of a
 * million codes of 384 bits in some 20 ms, where a loop over words takes 120.
 */

/** Bytes that are compared at once. */
const LANE_BYTES = 8;
const BLOCK_BYTES = 256 * 1024;
/** Where the asked code, the counts of a block, and the block stand in the module's memory. */
const ASKED_AT = 0;
const COUNTS_AT = 64 * 1024;
const BLOCK_AT = 128 * 1024;
const MEMORY_BYTES = BLOCK_AT + BLOCK_BYTES;
const MOST_ROWS = (BLOCK_AT - COUNTS_AT) / 2;

/** Bytes of a code of so many bits. */
export function codeBytes(bits: number): number {
  return Math.ceil(bits / (8 * LANE_BYTES)) * LANE_BYTES;
}

/**
 * Counts of the rows `from` to `to`, into as many places of `counts`.
 * @param codes one after the other, each as long as `asked`
 */
export function countDifferingBits(
  codes: Uint8Array,
  asked: Uint8Array,
  counts: Uint16Array,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const { call, bytes, found } = instance();
  const together = Math.min(Math.floor(BLOCK_BYTES / asked.length), MOST_ROWS);
  bytes.set(asked, ASKED_AT);
  for (let row = from; row < to; row += together) {
    const rows = Math.min(together, to - row);
    bytes.set(codes.subarray(row * asked.length, (row + rows) * asked.length), BLOCK_AT);
    call(BLOCK_AT, ASKED_AT, asked.length, rows, COUNTS_AT);
    counts.set(found.subarray(0, rows), row);
  }
}

interface Instance extends Pick<RowFunction, 'call'> {
  readonly bytes: Uint8Array;
  readonly found: Uint16Array;
}

let made: Instance | undefined;

function instance(): Instance {
  made ??= instantiate();
  return made;
}

function instantiate(): Instance {
  const { call, memory } = rowFunction(COUNT, MEMORY_BYTES);
  return { call, bytes: new Uint8Array(memory), found: new Uint16Array(memory, COUNTS_AT) };
}

const load = [0x29, 3, 0];
const [XOR, ONES, ADD_LONG] = [0x85, 0x7b, 0x7c];

/** sum += ones(code ^ asked), of 64 bits at once. */
const COUNT: RowWork = {
  sumType: I64,
  nothing: [0x42, 0],
  lane: LANE_BYTES,
  add: [...get(SUM), ...get(ROW), ...load, ...get(AT), ...load, XOR, ONES, ADD_LONG],
  store: [...get(RESULT), ...get(SUM), ...[0x3d, 1, 0]],
  resultBytes: 2,
};
