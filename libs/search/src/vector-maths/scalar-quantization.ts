/**
 * Step width, in standard deviations, of the uniform quantizer with 8 levels that minimizes the distortion of a normal
 * distribution (Max, "Quantizing for minimum distortion", 1960): it loses 3.7 % of the variance. Components of
 * embeddings are nearly normally distributed.
 */
const STEP_WIDTH = 0.586;
/** Quantization levels on either side of 0. */
const STEPS_PER_SIDE = 4;
/** Bytes of one CPU cache line. */
const CACHE_LINE_BYTES = 64;
/** Number of values of a byte, and of an 8-bit component. */
const BYTE = 256;
const VALUES = 256;

/**
 * A vector quantized to three bits per dimension, in bit planes. The level of a component depends on its size relative
 * to the norm of its vector.
 */
export interface ScalarQuantizedVector {
  /** Highest bit of each level: whether the component is non-negative. */
  readonly signs: Uint8Array;
  /** The middle bits, followed by the lowest bits. */
  readonly lowerBits: Uint8Array;
}

/** Number of bit planes below the signs. */
export const LOWER_BIT_PLANES = 2;

/**
 * Lookup table from component value to level, refilled for each vector: computing the level of each component takes
 * twice as long.
 */
const stepOfValue = new Uint8Array(VALUES);

/**
 * Quantizes a vector to three bits per dimension.
 * @param width bytes per bit plane, at least one bit for each dimension
 */
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

/** Number of steps per unit of a component. */
function stepsPerUnit(vector: Int8Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return squares === 0 ? 0 : Math.sqrt(vector.length / squares) / STEP_WIDTH;
}

/**
 * Asymmetric similarity of an exact query vector and quantized vectors: the dot product of the query's components and
 * the levels of the other vector (Jégou and others, "Product quantization for nearest neighbor search", 2011). The
 * cosine is a linear function of it, up to the quantization error of some 0.01.
 */
export class AsymmetricDistance {
  /**
   * Lookup table: for each byte of a bit plane and each of its 256 values, the sum of the query components whose bits
   * are set.
   */
  private readonly sums: Int16Array;
  private prefetched = 0;

  constructor(
    query: Int8Array,
    private readonly width: number,
  ) {
    this.sums = new Int16Array(width * BYTE);
    for (let byte = 0; byte < width; byte += 1)
      for (let bits = 1; bits < BYTE; bits += 1) {
        const lowest = 31 - Math.clz32(bits & -bits);
        const without = this.sums[byte * BYTE + (bits & (bits - 1))] ?? 0;
        this.sums[byte * BYTE + bits] = without + (query[byte * 8 + lowest] ?? 0);
      }
  }

  /**
   * Touches one byte of each cache line of the rows, so that the CPU loads many lines at a time before they are needed.
   * Scoring then takes a quarter less time.
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

  /** Similarity to one row of many quantized vectors. */
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
