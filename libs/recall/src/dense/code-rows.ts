import { AskedThread } from '#inference/asked-thread.js';
import {
  ASKED,
  constant,
  get,
  growTo,
  I64,
  leb128,
  LIMIT,
  madeOnce,
  newMemory,
  RESULT,
  ROW,
  rowModule,
  ROWS,
  SUM,
  type RowModule,
  type RowWork,
  type WasmMemory,
} from './wasm.js';

/** Bytes that are compared at once. */
const LANE_BYTES = 8;
/** Where the asked code, what is found, and the rows stand in the memory. */
const PLACES = { asked: 0, found: 64 * 1024, rows: 128 * 1024 };

/** Bytes of a code of so many bits. */
export function codeBytes(bits: number): number {
  return Math.ceil(bits / (8 * LANE_BYTES)) * LANE_BYTES;
}

/** Which rows are looked for. */
export interface WantedRows {
  /** Rows that there are, from the first. */
  readonly size: number;
  readonly wanted: number;
  /** 0 for each row that is not to be found; null where all are. Handed over: it is empty afterwards. */
  readonly mask: Uint8Array | null;
}

interface Question extends WantedRows {
  readonly module: RowModule;
  readonly memory: WasmMemory;
  readonly places: typeof PLACES;
  readonly width: number;
  readonly asked: Uint8Array;
}

/** Of the process, for all scopes. */
const thread = new AskedThread<Question, Uint32Array>(new URL('./code-worker.mjs', import.meta.url));

/**
 * Codes of bits, one after the other, compared by a thread of their own. They stand where WebAssembly reads them, which has the
 * processor's count of bits and JavaScript has not: in how many bits a million codes of 384 bits differ from one is known in some
 * 14 ms, half of them for reading, and by a loop over words in 120.
 */
export class CodeRows {
  /** As many as there is room for. */
  codes: Uint8Array = new Uint8Array(0);
  private readonly memory = newMemory(PLACES.rows);

  /** @param width bytes of a code, as `codeBytes` says */
  constructor(private readonly width: number) {}

  get byteLength(): number {
    return this.memory.buffer.byteLength;
  }

  /** Makes room for so many codes. */
  grow(rows: number): void {
    growTo(this.memory, PLACES.rows + rows * this.width);
    this.codes = new Uint8Array(this.memory.buffer, PLACES.rows);
  }

  /** Not of a row that may be compared now. */
  set(row: number, code: Uint8Array): void {
    this.codes.set(code, row * this.width);
  }

  /**
   * The rows whose codes differ from one in the fewest bits, in no order, of those that differ alike the later: as many as are wanted;
   * where codes lie unevenly down to half as many.
   */
  nearest(asked: Uint8Array, rows: WantedRows): Promise<Uint32Array> {
    const { memory, width } = this;
    const question = { module: moduleOf(width), memory, places: PLACES, width, asked, ...rows };
    return thread.ask(question, rows.mask ? [rows.mask.buffer as ArrayBuffer] : []);
  }
}

const moduleOf = madeOnce((width) => rowModule(NEAR, width));

const load = (offset: number): number[] => [0x29, 3, ...leb128(offset)];
const [XOR, ONES, ADD_LONG, TO_INT] = [0x85, 0x7b, 0x7c, 0xa7];
const [SHIFT, OR, AT_MOST] = [0x74, 0x72, 0x4d];

/** sum += ones(code ^ asked), of 64 bits at once; found are the rows to go, and in the lower half the sum. */
const NEAR: RowWork = {
  sumType: I64,
  nothing: [0x42, 0],
  lane: LANE_BYTES,
  add: (offset) => [...get(ROW), ...load(offset), ...get(ASKED), ...load(offset), XOR, ONES, ADD_LONG],
  store: [...[...get(RESULT), ...get(ROWS), ...constant(16), SHIFT, ...get(SUM), TO_INT, OR], ...[0x36, 2, 0]],
  advance: [...get(SUM), TO_INT, ...get(LIMIT), AT_MOST, ...constant(2), SHIFT],
};
