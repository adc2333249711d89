import {
  ASKED,
  constant,
  get,
  I64,
  leb128,
  madeOnce,
  newMemory,
  RESULT,
  ROW,
  rowFunction,
  SUM,
  type RowFunction,
  type RowWork,
} from '../dense/wasm.js';

/** Bytes that are compared at once. */
const LANE_BYTES = 8;
/** Where the asked code, the counts of a block, and the block stand in the memory of WebAssembly. */
const ASKED_AT = 0;
const COUNTS_AT = 64 * 1024;
const BLOCK_AT = 128 * 1024;
const BLOCK_BYTES = 256 * 1024;
const COUNT_BYTES = 4;
/** More than any codes differ in. */
const NONE = 0xffff;

/**
 * In how many bits the nearest code of each group differs from each of some codes; 65,535 where a group has none. By the processor's count of
 * bits, as `nearestCodes`: 65,000 comparisons of 384 bits in a millisecond.
 * @param codes one after the other, group by group
 * @param groups how many codes each has
 * @param asked each of the same multiple of eight bytes
 * @returns group by group, in the order of the asked codes
 */
export function fewestDiffering(
  codes: Uint8Array,
  groups: readonly number[],
  asked: readonly Uint8Array[],
): Uint16Array {
  const fewest = new Uint16Array(groups.length * asked.length).fill(NONE);
  const [{ length: width } = new Uint8Array()] = asked;
  if (width === 0) return fewest;
  if (width % LANE_BYTES !== 0) throw new RangeError(`codes of ${String(8 * width)} bits`);
  const { call, bytes, counts } = instance(width);
  const ends = endsOf(groups);
  const all = ends.at(-1) ?? 0;
  const together = Math.min(Math.floor(BLOCK_BYTES / width), (BLOCK_AT - COUNTS_AT) / COUNT_BYTES);
  for (let from = 0; from < all; from += together) {
    const rows = Math.min(together, all - from);
    bytes.set(codes.subarray(from * width, (from + rows) * width), BLOCK_AT);
    for (const [place, code] of asked.entries()) {
      bytes.set(code, ASKED_AT);
      call(BLOCK_AT, ASKED_AT, rows, COUNTS_AT, 0);
      takeLeast(counts.subarray(0, rows), from, ends, (group) => group * asked.length + place, fewest);
    }
  }
  return fewest;
}

/** Takes the least counts of each group over, where they are less than what stands there. @param from place of the first among all codes */
function takeLeast(
  counts: Uint32Array,
  from: number,
  ends: readonly number[],
  placeOf: (group: number) => number,
  fewest: Uint16Array,
): void {
  let row = 0;
  ends.forEach((end, group) => {
    let least = NONE;
    for (const last = Math.min(counts.length, end - from); row < last; row += 1)
      least = Math.min(least, counts[row] ?? NONE);
    const place = placeOf(group);
    if (least < (fewest[place] ?? 0)) fewest[place] = least;
  });
}

/** Where the codes of each group end. */
function endsOf(groups: readonly number[]): number[] {
  let end = 0;
  return groups.map((rows) => (end += rows));
}

interface Instance {
  readonly call: RowFunction;
  readonly bytes: Uint8Array;
  readonly counts: Uint32Array;
}

const instance = madeOnce((width): Instance => {
  const memory = newMemory(BLOCK_AT + BLOCK_BYTES);
  return {
    call: rowFunction(COUNT, width, memory),
    bytes: new Uint8Array(memory.buffer),
    counts: new Uint32Array(memory.buffer, COUNTS_AT),
  };
});

const load = (offset: number): number[] => [0x29, 3, ...leb128(offset)];
const [XOR, ONES, ADD_LONG, TO_INT] = [0x85, 0x7b, 0x7c, 0xa7];

/** sum += ones(code ^ asked), of 64 bits at once. */
const COUNT: RowWork = {
  sumType: I64,
  nothing: [0x42, 0],
  lane: LANE_BYTES,
  add: (offset) => [...get(ROW), ...load(offset), ...get(ASKED), ...load(offset), XOR, ONES, ADD_LONG],
  store: [...get(RESULT), ...get(SUM), TO_INT, ...[0x36, 2, 0]],
  advance: constant(COUNT_BYTES),
};
