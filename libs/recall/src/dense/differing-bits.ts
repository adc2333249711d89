import {
  ADD,
  AGAIN_IF,
  constant,
  END,
  get,
  I32,
  I64,
  keep,
  LESS,
  LOOP,
  set,
  SUBTRACT,
  wasmFunction,
  type WasmFunction,
} from './wasm.js';

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

interface Instance extends Pick<WasmFunction, 'call'> {
  readonly bytes: Uint8Array;
  readonly found: Uint16Array;
}

let made: Instance | undefined;

function instance(): Instance {
  made ??= instantiate();
  return made;
}

function instantiate(): Instance {
  const { call, memory } = wasmFunction(
    5,
    [
      [2, I32],
      [1, I64],
    ],
    COUNT,
    MEMORY_BYTES,
  );
  return { call, bytes: new Uint8Array(memory), found: new Uint16Array(memory, COUNTS_AT) };
}

const [CODES, ASKED, STRIDE, ROWS, COUNTS, AT, ASKED_END, SUM] = [0, 1, 2, 3, 4, 5, 6, 7];
const zero = [0x42, 0];
const load = [0x29, 3, 0];
const [XOR, ONES, ADD_LONG] = [0x85, 0x7b, 0x7c];
const storeShort = [0x3d, 1, 0];

/** For each row: for each 64 bits: sum += ones(code ^ asked). */
const COUNT = [
  ...LOOP,
  ...[...zero, ...set(SUM)],
  ...[...get(ASKED), ...set(AT)],
  ...[...get(ASKED), ...get(STRIDE), ADD, ...set(ASKED_END)],
  ...LOOP,
  ...[...get(SUM), ...get(CODES), ...load, ...get(AT), ...load, XOR, ONES, ADD_LONG, ...set(SUM)],
  ...[...get(CODES), ...constant(LANE_BYTES), ADD, ...set(CODES)],
  ...[...get(AT), ...constant(LANE_BYTES), ADD, ...keep(AT), ...get(ASKED_END), LESS, ...AGAIN_IF],
  END,
  ...[...get(COUNTS), ...get(SUM), ...storeShort],
  ...[...get(COUNTS), ...constant(2), ADD, ...set(COUNTS)],
  ...[...get(ROWS), ...constant(1), SUBTRACT, ...keep(ROWS), ...AGAIN_IF],
  ...[END, END],
];
