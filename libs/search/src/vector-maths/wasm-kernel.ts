/** WebAssembly is a global of Node.js, but its types are declared only for browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
  readonly Memory: new (pages: { readonly initial: number }) => WasmMemory;
};

/** Linear memory of a kernel. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** Value types of WebAssembly. */
const I32 = 0x7f;
const I64 = 0x7e;
export const V128 = 0x7b;

const PAGE_BYTES = 64 * 1024;

/**
 * Offsets of the query row, the results and the block of rows in the memory. A block has as many rows as the L2 cache
 * holds.
 */
export const QUERY_AT = 0;
export const RESULTS_AT = PAGE_BYTES;
export const BLOCK_AT = 2 * PAGE_BYTES;
const BLOCK_BYTES = 4 * PAGE_BYTES;
/** Maximum row size: the query must fit before the results. No model has vectors that long. */
export const MAX_ROW_BYTES = RESULTS_AT - QUERY_AT;
const RESULT_BYTES = 4;

/** A compiled kernel, and the memory in which it processes one block of rows at a time. */
interface Kernel {
  readonly call: RowFunction;
  readonly buffer: ArrayBuffer;
  /** Maximum number of rows per block. */
  readonly rows: number;
}

/**
 * Compiles a kernel for blocks of rows, see `compileRowLoop`; each row has a result of at most 32 bits.
 * @param stride bytes per row, up to MAX_ROW_BYTES
 */
export function compileKernel(spec: KernelSpec, stride: number): Kernel {
  const memory = new WebAssembly.Memory({ initial: (BLOCK_AT + BLOCK_BYTES) / PAGE_BYTES });
  const rows = Math.min(Math.floor(BLOCK_BYTES / stride), (BLOCK_AT - RESULTS_AT) / RESULT_BYTES);
  return { call: compileRowLoop(spec, stride, memory), buffer: memory.buffer, rows };
}

/**
 * Compares rows of bytes with a query row. Arguments are byte offsets into the memory: the first of `rows` rows (at
 * least one), the query, and the results. The meaning of `limit` is up to the kernel. Returns the offset of the end of
 * the results.
 */
type RowFunction = (from: number, query: number, rows: number, results: number, limit: number) => number;

/** Instructions of a kernel, applied to each row. */
export interface KernelSpec {
  /** Value type of the sum, and the instructions of its initial value. */
  readonly sumType: number;
  readonly initial: readonly number[];
  /**
   * Bytes processed by one `add`, which reads at an offset from ROW and QUERY. It finds the sum on the stack and leaves
   * the new one there.
   */
  readonly laneBytes: number;
  readonly add: (offset: number) => readonly number[];
  /** Stores the result of SUM at RESULT. */
  readonly store: readonly number[];
  /** Pushes the number of bytes by which RESULT advances: 0 drops the result. */
  readonly advance: readonly number[];
}

/** Local variables: current row, query, rows left, current result, limit, and sum. */
export const [ROW, QUERY, ROWS, RESULT, LIMIT, SUM] = [0, 1, 2, 3, 4, 5];

/**
 * Compiles the loop over rows to the binary format (https://webassembly.github.io/spec/core/binary/): for each row it
 * adds up all lanes and stores the result. `stride` is a multiple of the kernel's lane size. The lanes of a row are
 * unrolled, as a loop over them takes twice as long.
 */
function compileRowLoop(spec: KernelSpec, stride: number, memory: WasmMemory): RowFunction {
  const { sumType, initial, laneBytes, add, store, advance } = spec;
  const lanes = Array.from({ length: stride / laneBytes }, (_, i) => add(i * laneBytes));
  const code = [
    ...[1, 1, sumType],
    ...LOOP,
    ...[...initial, ...lanes.flat(), ...set(SUM)],
    ...store,
    ...[...get(RESULT), ...advance, ADD_I32, ...set(RESULT)],
    ...[...get(ROW), ...constant(stride), ADD_I32, ...set(ROW)],
    ...[...get(ROWS), ...constant(1), SUBTRACT, ...keep(ROWS), ...AGAIN_IF],
    ...[END, ...get(RESULT), END],
  ];
  const module = new WebAssembly.Module(
    Uint8Array.from([
      ...[0, ...ascii('asm'), 1, 0, 0, 0],
      ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 1, I32]),
      ...section(2, [1, ...named('bytes'), ...named('memory'), 2, 0, 1]),
      ...section(3, [1, 0]),
      ...section(7, [1, ...named('call'), 0, 0]),
      ...section(10, [1, ...leb128(code.length), ...code]),
    ]),
  );
  const { exports } = new WebAssembly.Instance(module, { bytes: { memory } });
  return (exports as { call: RowFunction }).call;
}

/** Memoizes a function of a number. */
export function memoize<Made>(make: (of: number) => Made): (of: number) => Made {
  const made = new Map<number, Made>();
  return (of) => {
    const known = made.get(of) ?? make(of);
    made.set(of, known);
    return known;
  };
}

// Encoded instructions.
const LOOP = [0x03, 0x40] as const;
const [END, SUBTRACT] = [0x0b, 0x6b];
export const ADD_I32 = 0x6a;
export const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
/** local.tee: sets a local and leaves the value on the stack. */
const keep = (local: number): number[] => [0x22, local];
export const constant = (value: number): number[] => [0x41, ...signed(value)];
const loadLong = (offset: number): number[] => [0x29, 3, ...leb128(offset)];
const [XOR_LONG, ONES_LONG, ADD_LONG] = [0x85, 0x7b, 0x7c];
/** Kernel part: sum += popcount(row XOR query), for 64 bits at a time. */
export const HAMMING_DISTANCE = {
  sumType: I64,
  initial: [0x42, 0],
  laneBytes: 8,
  add: (offset: number): number[] => [
    ...[...get(ROW), ...loadLong(offset), ...get(QUERY), ...loadLong(offset)],
    ...[XOR_LONG, ONES_LONG, ADD_LONG],
  ],
} as const;
/** Truncates a 64-bit integer to 32 bits; stores a 32-bit integer. */
export const I64_TO_I32 = 0xa7;
export const STORE_I32 = [0x36, 2, 0] as const;
/** br_if: continues the innermost loop. */
const AGAIN_IF = [0x0d, 0] as const;

/** Signed LEB128 of a non-negative number. The highest payload bit of the last byte is the sign. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)];
}

export function leb128(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb128(value >>> 7)];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...leb128(content.length), ...content];
}

function named(name: string): number[] {
  return [name.length, ...ascii(name)];
}

function ascii(text: string): number[] {
  return [...Buffer.from(text)];
}
