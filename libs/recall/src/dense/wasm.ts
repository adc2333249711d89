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
export const I64 = 0x7e;
export const V128 = 0x7b;

const PAGE_BYTES = 64 * 1024;

/** A memory of at least so many bytes. */
export function newMemory(bytes: number): WasmMemory {
  return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
}

/**
 * Compares rows of bytes with one asked row. Places are bytes of the memory: `rows` rows from `from`, at least one, the
 * asked one, and where results go; a limit means what the work makes of it. Returns where the results end.
 */
export type RowFunction = (from: number, asked: number, rows: number, results: number, limit: number) => number;

/** What is done with each row, as instructions. */
export interface RowWork {
  /** Type of the sum, and what makes it nothing. */
  readonly sumType: number;
  readonly nothing: readonly number[];
  /** Bytes that `add` takes in, so many behind ROW and ASKED; it finds the sum on the stack, and leaves it there. */
  readonly lane: number;
  readonly add: (offset: number) => readonly number[];
  /** Stores a result of SUM at RESULT. */
  readonly store: readonly number[];
  /** Leaves on the stack how many bytes farther the next result goes: none, where this one is not wanted. */
  readonly advance: readonly number[];
}

/** Variables: where the function is in the rows, the asked one, rows to go, where it is in the results, the limit, and the sum. */
export const [ROW, ASKED, ROWS, RESULT, LIMIT, SUM] = [0, 1, 2, 3, 4, 5];

/**
 * Makes a function for rows of `stride` bytes, a multiple of the work's lane, in the binary format
 * (https://webassembly.github.io/spec/core/binary/): for each row, lane by lane, adds to a sum, and stores what comes of it. The lanes
 * of a row are written out one after the other, as a loop over them takes twice as long.
 */
export function rowFunction(work: RowWork, stride: number, memory: WasmMemory): RowFunction {
  const { sumType, nothing, lane, add, store, advance } = work;
  const lanes = Array.from({ length: stride / lane }, (_, i) => add(i * lane));
  const code = [
    ...[1, 1, sumType],
    ...LOOP,
    ...[...nothing, ...lanes.flat(), ...set(SUM)],
    ...store,
    ...[...get(RESULT), ...advance, ADD, ...set(RESULT)],
    ...[...get(ROW), ...constant(stride), ADD, ...set(ROW)],
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
export function madeOnce<Made>(make: (of: number) => Made): (of: number) => Made {
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
export const ADD = 0x6a;
export const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
/** Sets, and leaves the value. */
const keep = (local: number): number[] => [0x22, local];
export const constant = (value: number): number[] => [0x41, ...signed(value)];
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
