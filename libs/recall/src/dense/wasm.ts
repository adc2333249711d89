/** Global in Node.js; its types come with those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** Types of WebAssembly. */
export const I32 = 0x7f;
export const I64 = 0x7e;
export const V128 = 0x7b;

const PAGE_BYTES = 64 * 1024;

/** A function of a WebAssembly module, which takes integers and gives nothing, and the memory that it works in. */
export interface WasmFunction {
  readonly call: (...values: number[]) => void;
  readonly memory: ArrayBuffer;
}

/**
 * Makes a module of one function, in the binary format (https://webassembly.github.io/spec/core/binary/).
 * @param parameters how many 32-bit integers it takes
 * @param locals types of its own variables, with how many there are of each
 * @param body its instructions, with the last `END`
 * @param bytes of its memory, which stay as they are
 */
export function wasmFunction(
  parameters: number,
  locals: readonly (readonly [count: number, type: number])[],
  body: readonly number[],
  bytes: number,
): WasmFunction {
  const code = [locals.length, ...locals.flat(), ...body];
  const binary = Uint8Array.from([
    ...[0, ...ascii('asm'), 1, 0, 0, 0],
    ...section(1, [1, 0x60, parameters, ...new Array<number>(parameters).fill(I32), 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...leb128(Math.ceil(bytes / PAGE_BYTES))]),
    ...section(7, [2, ...named('call'), 0, 0, ...named('memory'), 2, 0]),
    ...section(10, [1, ...leb128(code.length), ...code]),
  ]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));
  const { call, memory } = exports as { call: WasmFunction['call']; memory: { buffer: ArrayBuffer } };
  return { call, memory: memory.buffer };
}

// Instructions, each as its bytes.
export const LOOP = [0x03, 0x40] as const;
export const [END, ADD, SUBTRACT, LESS] = [0x0b, 0x6a, 0x6b, 0x49];
export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
/** Sets, and leaves the value. */
export const keep = (local: number): number[] => [0x22, local];
export const constant = (value: number): number[] => [0x41, value];
/** Goes on with the innermost loop. */
export const AGAIN_IF = [0x0d, 0] as const;

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
