/**
 * Width of a step, in standard deviations, of the 8 even steps that lose the least of normally distributed numbers (Max,
 * "Quantizing for minimum distortion", 1960): 3.7 % of their variance. Components of embeddings are distributed nearly so.
 */
const STEP_WIDTH = 0.586;
/** Steps on either side of 0. */
const STEPS_PER_SIDE = 4;
/** Bytes that the processor reads together. */
const CACHE_LINE_BYTES = 64;
/** What a byte may be, and a component. */
const BYTE = 256;
const VALUES = 256;

/** Three bits a dimension, each in bytes of its own: in which of 8 steps a component lies, by the length of its vector. */
export interface ScalarQuantizedVector {
  /** The highest bit: whether the component is not negative. */
  readonly signs: Uint8Array;
  /** The middle bits, and behind them the lowest. */
  readonly lowerBits: Uint8Array;
}

/** Planes of bits below the signs. */
export const LOWER_BIT_PLANES = 2;

/** The step of each value, of the vector that is looked at: to compute it of each component takes twice as long. */
const stepOfValue = new Uint8Array(VALUES);

/** @param width bytes of one bit of each dimension, at least */
export function quantizeToThreeBits(vector: Int8Array, width: number): ScalarQuantizedVector {
  const signs = new Uint8Array(width);
  const lowerBits = new Uint8Array(width * LOWER_BIT_PLANES);
  const scale = stepsPerUnit(vector);
  for (let value = -VALUES / 2; value < VALUES / 2; value += 1)
    stepOfValue[value & (VALUES - 1)] = Math.min(2 * STEPS_PER_SIDE - 1, Math.max(0, value * scale + STEPS_PER_SIDE));
  for (let byte = 0, i = 0; byte * 8 < vector.length; byte += 1) {
    let [high, middle, low] = [0, 0, 0];
    for (let bit = 0; bit < 8; bit += 1, i += 1) {
      const step = stepOfValue[(vector[i] ?? 0) & (VALUES - 1)] ?? 0;
      high |= (step >> 2) << bit;
      middle |= ((step >> 1) & 1) << bit;
      low |= (step & 1) << bit;
    }
    signs[byte] = high;
    lowerBits[byte] = middle;
    lowerBits[byte + width] = low;
  }
  return { signs, lowerBits };
}

/** Steps that a component of 1 is. */
function stepsPerUnit(vector: Int8Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return squares === 0 ? 0 : Math.sqrt(vector.length / squares) / STEP_WIDTH;
}

/**
 * How near vectors point to where one does, by their steps: sums of its components, times the step that the other has there. Cosines
 * differ from them by a constant and a factor, and by what the steps lose, some 0.01.
 */
export class AsymmetricDistance {
  /** Of each byte of bits of a dimension, the sums of the components whose bits it has. */
  private readonly sums: Int16Array;
  private prefetched = 0;

  constructor(
    asked: Int8Array,
    private readonly width: number,
  ) {
    this.sums = new Int16Array(width * BYTE);
    for (let byte = 0; byte < width; byte += 1)
      for (let bits = 1; bits < BYTE; bits += 1) {
        const lowest = 31 - Math.clz32(bits & -bits);
        const without = this.sums[byte * BYTE + (bits & (bits - 1))] ?? 0;
        this.sums[byte * BYTE + bits] = without + (asked[byte * 8 + lowest] ?? 0);
      }
  }

  /**
   * Reads a byte of each piece of memory in which rows stand, so that the processor waits for many at a time and has them when they are
   * added up, which then takes a quarter less.
   */
  prefetch({ signs, lowerBits }: ScalarQuantizedVector, rows: readonly number[]): void {
    const { width } = this;
    for (const row of rows) {
      this.prefetched ^= signs[row * width] ?? 0;
      for (
        let byte = row * width * LOWER_BIT_PLANES;
        byte < (row + 1) * width * LOWER_BIT_PLANES;
        byte += CACHE_LINE_BYTES
      )
        this.prefetched ^= lowerBits[byte] ?? 0;
    }
  }

  /** Of a row of the bits of many vectors. */
  similarityTo({ signs, lowerBits }: ScalarQuantizedVector, row: number): number {
    const { sums, width } = this;
    const [first, middle] = [row * width, row * width * LOWER_BIT_PLANES];
    let sum = 0;
    for (let byte = 0; byte < width; byte += 1) {
      const at = byte * BYTE;
      sum +=
        4 * (sums[at + (signs[first + byte] ?? 0)] ?? 0) +
        2 * (sums[at + (lowerBits[middle + byte] ?? 0)] ?? 0) +
        (sums[at + (lowerBits[middle + width + byte] ?? 0)] ?? 0);
    }
    return sum;
  }
}
