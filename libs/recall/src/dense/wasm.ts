/** Global in Node.js; its types come with those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** Types of WebAssembly. */
const I32 = 0x7f;
export const I64 = 0x7e;
export const V128 = 0x7b;

const PAGE_BYTES = 64 * 1024;

/** Compares many rows of bytes with one asked row, in a memory of its own. */
export interface RowFunction {
  /** Places are bytes of the memory: `rows` rows of `stride` bytes from `from`, the asked one, and where results go. */
  readonly call: (from: number, asked: number, stride: number, rows: number, results: number) => void;
  readonly memory: ArrayBuffer;
}

/** What is done with each row, as instructions. */
export interface RowWork {
  /** Type of the sum, and what sets it to nothing. */
  readonly sumType: number;
  readonly nothing: readonly number[];
  /** Bytes that `add` takes in at ROW and AT; what it leaves is the sum. */
  readonly lane: number;
  readonly add: readonly number[];
  /** Stores the sum at RESULT, in so many bytes. */
  readonly store: readonly number[];
  readonly resultBytes: number;
}

/** Variables of the loop: where it is in the rows, in the asked one and in the results, and the sum. */
export const [ROW, AT, RESULT, SUM] = [0, 5, 4, 7];
const [ASKED, STRIDE, ROWS, ASKED_END] = [1, 2, 3, 6];

/**
 * Makes a module of one function, in the binary format (https://webassembly.github.io/spec/core/binary/): for each row,
 * lane by lane, adds to a sum, and stores it.
 * @param bytes of its memory, which stay as they are
 */
export function rowFunction({ sumType, nothing, lane, add, store, resultBytes }: RowWork, bytes: number): RowFunction {
  const advance = (local: number, by: number): number[] => [...get(local), ...constant(by), ADD];
  const code = [
    ...[2, 2, I32, 1, sumType],
    ...LOOP,
    ...[...nothing, ...set(SUM)],
    ...[...get(ASKED), ...set(AT)],
    ...[...get(ASKED), ...get(STRIDE), ADD, ...set(ASKED_END)],
    ...LOOP,
    ...[...add, ...set(SUM)],
    ...[...advance(ROW, lane), ...set(ROW)],
    ...[...advance(AT, lane), ...keep(AT), ...get(ASKED_END), LESS, ...AGAIN_IF],
    END,
    ...store,
    ...[...advance(RESULT, resultBytes), ...set(RESULT)],
    ...[...get(ROWS), ...constant(1), SUBTRACT, ...keep(ROWS), ...AGAIN_IF],
    ...[END, END],
  ];
  const binary = Uint8Array.from([
    ...[0, ...ascii('asm'), 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...leb128(Math.ceil(bytes / PAGE_BYTES))]),
    ...section(7, [2, ...named('call'), 0, 0, ...named('memory'), 2, 0]),
    ...section(10, [1, ...leb128(code.length), ...code]),
  ]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));
  const { call, memory } = exports as { call: RowFunction['call']; memory: { buffer: ArrayBuffer } };
  return { call, memory: memory.buffer };
}

// Instructions, each as its bytes.
const LOOP = [0x03, 0x40] as const;
const [END, SUBTRACT, LESS] = [0x0b, 0x6b, 0x49];
export const ADD = 0x6a;
export const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
/** Sets, and leaves the value. */
const keep = (local: number): number[] => [0x22, local];
const constant = (value: number): number[] => [0x41, value];
/** Goes on with the innermost loop. */
const AGAIN_IF = [0x0d, 0] as const;

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
