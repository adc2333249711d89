import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { idSetOf } from '#search/filter/memory-id-set.js';
import { testDatabase } from '../harness/services.js';

let pool: pg.Pool;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await testDatabase(), max: 1 });
});
afterAll(() => pool.end());

test.each([0, 1, 2, 1_000, 20_000])('Postgres reads a set of %p ids as they are', async (count) => {
  const ids = Array.from({ length: count }, () => randomUUID() as string).sort();
  const { rows } = await pool.query<{ ids: string[]; has: boolean[] }>(
    `SELECT array(SELECT unnest($1::uuid[]) ORDER BY 1)::text[] AS ids,
            array[$2::uuid = ANY ($1::uuid[]), $3::uuid = ANY ($1::uuid[])] AS has`,
    [idSetOf(ids).toUuidArray(), ids.at(-1) ?? randomUUID(), randomUUID()],
  );
  expect(rows[0]).toEqual({ ids, has: [count > 0, false] });
});
