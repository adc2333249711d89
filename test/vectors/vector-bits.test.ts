import { expect, test } from '@jest/globals';
import { bitsOf } from '#search/pgvector/vector-index.js';
import { useStore } from '../event-store/store-setup.js';

const store = useStore();

/** Thresholds of the quantization. */
const THRESHOLDS = [-16, 0, 16];

test.each([384, 100, 3])(
  'the Hamming distance of %i dimensions counts the thresholds between components',
  async (dimensions) => {
    const a = Int8Array.from({ length: dimensions }, (_, i) => ((i * 7_919) % 256) - 128);
    const b = Int8Array.from({ length: dimensions }, (_, i) => [-17, -16, -1, 0, 15, 16, 127, -128][(i * 31) % 8] ?? 0);
    const { rows } = await store
      .pool()
      .query<{ length: number; distance: number }>(
        `SELECT length(vector_bits($1)) AS length, bit_count((vector_bits($1) # vector_bits($2))::bit varying)::int AS distance`,
        [Buffer.from(a.buffer), Buffer.from(b.buffer)],
      );
    const between = (x: number, y: number): number =>
      THRESHOLDS.filter((threshold) => x >= threshold !== y >= threshold).length;
    expect(rows).toEqual([
      { length: bitsOf(dimensions), distance: a.reduce((sum, x, i) => sum + between(x, b[i] ?? 0), 0) },
    ]);
  },
);
