import {
  ASKED_AT,
  BLOCK_AT,
  blockFunction,
  constant,
  DIFFERING,
  get,
  madeOnce,
  RESULT,
  RESULTS_AT,
  STORE,
  SUM,
  TO_INT,
  type RowWork,
} from '../dense/wasm.js';

const COUNT_BYTES = 4;
/** More than any codes differ in. */
const NONE = 0xffff;

/**
 * In how many bits the nearest code of each group differs from each of some codes; 65,535 where a group has none. By the processor's count of
 * bits, as `nearestCodes`: 100,000 comparisons of 384 bits in a millisecond.
 * @param groups the codes of each, one after the other
 * @param asked each of the same multiple of eight bytes
 * @returns group by group, in the order of the asked codes
 */
export function fewestDiffering(groups: readonly Uint8Array[], asked: readonly Uint8Array[]): Uint16Array {
  const fewest = new Uint16Array(groups.length * asked.length).fill(NONE);
  const [{ length: width } = new Uint8Array()] = asked;
  if (width === 0) return fewest;
  if (width % DIFFERING.lane !== 0) throw new RangeError(`codes of ${String(8 * width)} bits`);
  const { call, buffer, rows } = instance(width);
  const [bytes, counts] = [new Uint8Array(buffer), new Uint32Array(buffer, RESULTS_AT)];
  for (const parts of blocksOf(groups, rows * width)) {
    let filled = BLOCK_AT;
    for (const { codes } of parts) {
      bytes.set(codes, filled);
      filled += codes.length;
    }
    for (const [place, code] of asked.entries()) {
      bytes.set(code, ASKED_AT);
      call(BLOCK_AT, ASKED_AT, (filled - BLOCK_AT) / width, RESULTS_AT, 0);
      let row = 0;
      for (const { group, codes } of parts) {
        const [at, end] = [group * asked.length + place, row + codes.length / width];
        fewest[at] = leastOf(counts, row, end, fewest[at] ?? NONE);
        row = end;
      }
    }
  }
  return fewest;
}

/** The least of some counts, and of what was the least before. */
function leastOf(counts: Uint32Array, from: number, end: number, before: number): number {
  let least = before;
  for (let row = from; row < end; row += 1) {
    const count = counts[row] ?? NONE;
    if (count < least) least = count;
  }
  return least;
}

/** Codes of one group, all or some. */
interface Part {
  readonly group: number;
  readonly codes: Uint8Array;
}

/** The codes in their order, at most so many bytes at once; groups are cut where they do not fit. */
function blocksOf(groups: readonly Uint8Array[], most: number): Part[][] {
  const blocks: Part[][] = [];
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

/** Of each row in how many bits it differs. */
const COUNT: RowWork = {
  ...DIFFERING,
  store: [...get(RESULT), ...get(SUM), TO_INT, ...STORE],
  advance: constant(COUNT_BYTES),
};

const instance = madeOnce((width) => blockFunction(COUNT, width));
