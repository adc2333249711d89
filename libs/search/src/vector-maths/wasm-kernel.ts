/** Global in Node.js; its types come with those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
  readonly Memory: new (pages: { readonly initial: number }) => WasmMemory;
};

/** Bytes that functions work on. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** Types of WebAssembly. */
const I32 = 0x7f;
const I64 = 0x7e;
export const V128 = 0x7b;

const PAGE_BYTES = 64 * 1024;

/** Where in the memory of a block the asked row, what comes of each row, and the rows stand: as many as the second cache holds. */
export const QUERY_AT = 0;
export const RESULTS_AT = PAGE_BYTES;
export const BLOCK_AT = 2 * PAGE_BYTES;
const BLOCK_BYTES = 4 * PAGE_BYTES;
/** What fits before the results; no model has vectors as long. */
export const MAX_ROW_BYTES = RESULTS_AT - QUERY_AT;
const RESULT_BYTES = 4;

/** A function, and the memory in which it finds one block of rows after the other. */
interface Kernel {
  readonly call: RowFunction;
  readonly buffer: ArrayBuffer;
  /** Rows that fit into a block, and their results. */
  readonly rows: number;
}

/** Makes a function for blocks of rows, see `compileRowLoop`; each row has a result of 32 bits at most. @param stride up to MAX_ROW_BYTES */
export function compileKernel(spec: KernelSpec, stride: number): Kernel {
  const memory = new WebAssembly.Memory({ initial: (BLOCK_AT + BLOCK_BYTES) / PAGE_BYTES });
  const rows = Math.min(Math.floor(BLOCK_BYTES / stride), (BLOCK_AT - RESULTS_AT) / RESULT_BYTES);
  return { call: compileRowLoop(spec, stride, memory), buffer: memory.buffer, rows };
}

/**
 * Compares rows of bytes with one asked row. Places are bytes of the memory: `rows` rows from `from`, at least one, the
 * asked one, and where results go; a limit means what the work makes of it. Returns where the results end.
 */
type RowFunction = (from: number, asked: number, rows: number, results: number, limit: number) => number;

/** What is done with each row, as instructions. */
export interface KernelSpec {
  /** Type of the sum, and what makes it nothing. */
  readonly sumType: number;
  readonly initial: readonly number[];
  /** Bytes that `add` takes in, so many behind ROW and ASKED; it finds the sum on the stack, and leaves it there. */
  readonly laneBytes: number;
  readonly add: (offset: number) => readonly number[];
  /** Stores a result of SUM at RESULT. */
  readonly store: readonly number[];
  /** Leaves on the stack how many bytes farther the next result goes: none, where this one is not wanted. */
  readonly advance: readonly number[];
}

/** Variables: where the function is in the rows, the asked one, rows to go, where it is in the results, the limit, and the sum. */
export const [ROW, QUERY, ROWS, RESULT, LIMIT, SUM] = [0, 1, 2, 3, 4, 5];

/**
 * Makes a function for rows of `stride` bytes, a multiple of the work's lane, in the binary format
 * (https://webassembly.github.io/spec/core/binary/): for each row, lane by lane, adds to a sum, and stores what comes of it. The lanes
 * of a row are written out one after the other, as a loop over them takes twice as long.
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

/** What is made of a number once. */
export function memoize<Made>(make: (of: number) => Made): (of: number) => Made {
  const made = new Map<number, Made>();
  return (of) => {
    const known = made.get(of) ?? make(of);
    made.set(of, known);
    return known;
  };
}

// Instructions, each as its bytes.
const LOOP = [0x03, 0x40] as const;
const [END, SUBTRACT] = [0x0b, 0x6b];
export const ADD_I32 = 0x6a;
export const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
/** Sets, and leaves the value. */
const keep = (local: number): number[] => [0x22, local];
export const constant = (value: number): number[] => [0x41, ...signed(value)];
const loadLong = (offset: number): number[] => [0x29, 3, ...leb128(offset)];
const [XOR_LONG, ONES_LONG, ADD_LONG] = [0x85, 0x7b, 0x7c];
/** sum += ones(row ^ asked), of 64 bits at once. */
export const HAMMING_DISTANCE = {
  sumType: I64,
  initial: [0x42, 0],
  laneBytes: 8,
  add: (offset: number): number[] => [
    ...[...get(ROW), ...loadLong(offset), ...get(QUERY), ...loadLong(offset)],
    ...[XOR_LONG, ONES_LONG, ADD_LONG],
  ],
} as const;
/** A sum of 64 bits as one of 32, and such a one stored. */
export const I64_TO_I32 = 0xa7;
export const STORE_I32 = [0x36, 2, 0] as const;
/** Goes on with the innermost loop. */
const AGAIN_IF = [0x0d, 0] as const;

/** LEB128 of a number that is not negative where signed ones are read: the highest bit of the last byte is a sign. */
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
