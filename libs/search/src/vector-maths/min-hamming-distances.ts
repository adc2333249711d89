import {
  QUERY_AT,
  BLOCK_AT,
  compileKernel,
  constant,
  HAMMING_DISTANCE,
  get,
  memoize,
  RESULT,
  RESULTS_AT,
  STORE_I32,
  SUM,
  I64_TO_I32,
  type KernelSpec,
} from './wasm-kernel.js';

const DISTANCE_BYTES = 4;
/** Distance above that of any two codes. */
const UNREACHED = 0xffff;

/**
 * Least Hamming distance of each query to the codes of each group; 65,535 for an empty group. Uses the population count
 * instruction like `hammingTopK`: 100,000 comparisons of 384 bits take a millisecond.
 * @param groups contiguous codes of each group
 * @param queries codes of the same length, a multiple of eight bytes
 * @returns distances group by group, in the order of the queries
 * @throws RangeError if the length of the codes is not a multiple of eight bytes
 */
export function minHammingDistances(groups: readonly Uint8Array[], queries: readonly Uint8Array[]): Uint16Array {
  const minimums = new Uint16Array(groups.length * queries.length).fill(UNREACHED);
  const [{ length: width } = new Uint8Array()] = queries;
  if (width === 0) return minimums;
  if (width % HAMMING_DISTANCE.laneBytes !== 0) throw new RangeError(`codes of ${String(8 * width)} bits`);
  const { call, buffer, rows } = kernelOf(width);
  const [bytes, distances] = [new Uint8Array(buffer), new Uint32Array(buffer, RESULTS_AT)];
  for (const segments of blocksOf(groups, rows * width)) {
    let filled = BLOCK_AT;
    for (const { codes } of segments) {
      bytes.set(codes, filled);
      filled += codes.length;
    }
    for (const [queryIndex, code] of queries.entries()) {
      bytes.set(code, QUERY_AT);
      call(BLOCK_AT, QUERY_AT, (filled - BLOCK_AT) / width, RESULTS_AT, 0);
      let row = 0;
      for (const { group, codes } of segments) {
        const [at, end] = [group * queries.length + queryIndex, row + codes.length / width];
        minimums[at] = minOf(distances, row, end, minimums[at] ?? UNREACHED);
        row = end;
      }
    }
  }
  return minimums;
}

/** Least of a range of distances and of a previous minimum. */
function minOf(distances: Uint32Array, from: number, end: number, before: number): number {
  let least = before;
  for (let row = from; row < end; row += 1) {
    const count = distances[row] ?? UNREACHED;
    if (count < least) least = count;
  }
  return least;
}

/** All or some codes of one group. */
interface CodeSegment {
  readonly group: number;
  readonly codes: Uint8Array;
}

/** Splits the codes into blocks of at most `most` bytes, in order; a group that does not fit is split. */
function blocksOf(groups: readonly Uint8Array[], most: number): CodeSegment[][] {
  const blocks: CodeSegment[][] = [];
  let room = 0;
  for (const [group, codes] of groups.entries())
    for (let from = 0; from < codes.length;) {
      if (room === 0) {
        blocks.push([]);
        room = most;
      }
      const part = codes.subarray(from, from + room);
      blocks.at(-1)?.push({ group, codes: part });
      from += part.length;
      room -= part.length;
    }
  return blocks;
}

/** Kernel: Hamming distance of each row. */
const DISTANCE_KERNEL: KernelSpec = {
  ...HAMMING_DISTANCE,
  store: [...get(RESULT), ...get(SUM), I64_TO_I32, ...STORE_I32],
  advance: constant(DISTANCE_BYTES),
};

const kernelOf = memoize((width) => compileKernel(DISTANCE_KERNEL, width));
