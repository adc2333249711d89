/**
 * The thread that compares codes: a million take as long as a few requests. Plain JavaScript, as a thread begins with a
 * file that node can read as it is.
 */
import { parentPort } from 'node:worker_threads';

/** Bytes of what is found of a row. */
const FOUND_BYTES = 4;
/** Rows that are compared by one call, whose findings fit in their place. */
const ALL = { block: 16_384, of: 16_384 };
/** How far the nearest are is estimated from so many rows of so many. */
const SAMPLE = { block: 128, of: 4_096 };
/** An estimate is wrong by some hundredths: a few more rows are looked for. */
const SAFETY = 1.1;
/** Bits in which no codes differ. */
const ANY = 0xffff;

parentPort.on('message', ({ id, question }) => {
  try {
    const rows = Uint32Array.from(nearest(question));
    parentPort.postMessage({ id, answer: rows }, [rows.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, error: String(error?.message ?? error) });
  }
});

/**
 * The rows that differ from the asked one in the fewest bits: as many as are wanted, and of many that are as far as the last the later.
 * How far that is is estimated from some of all, so that of the others no more than that is looked at; where
 * they lie otherwise than those, down to half as many are found.
 */
function nearest(question) {
  const { module, memory, size, wanted } = question;
  const { call } = new globalThis.WebAssembly.Instance(module, { bytes: { memory } }).exports;
  const sampled = within(ANY, SAMPLE, call, question);
  const near = within(farthest(sampled.bits, (wanted * SAFETY * sampled.looked) / size), ALL, call, question);
  return cut(near.rows.length * 2 < wanted ? within(ANY, ALL, call, question) : near, wanted);
}

/** The rows, of the first `block` of each `of`, that differ in at most so many bits, and in how many. */
function within(limit, { block, of }, call, { memory, places, width, asked, size, mask }) {
  const { buffer } = memory;
  new Uint8Array(buffer).set(asked, places.asked);
  const found = { rows: [], bits: [], looked: 0 };
  for (let from = 0; from < size; from += of) {
    const count = Math.min(block, size - from);
    found.looked += count;
    const end = call(places.rows + from * width, places.asked, count, places.found, limit);
    for (const one of new Uint32Array(buffer, places.found, (end - places.found) / FOUND_BYTES)) {
      const row = from + count - (one >>> 16);
      if (mask?.[row] === 0) continue;
      found.rows.push(row);
      found.bits.push(one & ANY);
    }
  }
  return found;
}

/** All that are nearer than the last of the wanted ones, and as many that are as far as that as fit. */
function cut({ rows, bits }, wanted) {
  if (rows.length <= wanted) return rows;
  const last = farthest(bits, wanted);
  const nearer = rows.filter((_, i) => bits[i] < last);
  return [...nearer, ...rows.filter((_, i) => bits[i] === last).slice(nearer.length - wanted)];
}

/** In how many bits so many differ at most; any where there are not as many. */
function farthest(bits, wanted) {
  const counts = new Int32Array(ANY);
  for (const differing of bits) counts[differing] += 1;
  let sum = 0;
  for (let differing = 0; differing < ANY; differing += 1) {
    sum += counts[differing];
    if (sum >= wanted) return differing;
  }
  return ANY;
}
