import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { scopeOf } from '#contracts/scope.js';
import { createServicePool } from '#database/data-source.js';
import { inScope } from '#database/in-scope.js';
import { withGenericPlan } from '#database/generic-plan.js';
import { testDatabase } from '../harness/services.js';

const { scopeId } = scopeOf('test', 'plans');
const RUNS = 8;
/** Number of custom plans before Postgres considers a generic one. */
const FIRST_RUNS = 5n;

let service: Pool;

beforeAll(async () => {
  service = createServicePool({
    url: await testDatabase(),
    poolSize: 1,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 0,
  });
});
afterAll(async () => {
  await service.end();
});

/** Runs a statement on the connection; returns the numbers of its custom and generic plans. */
async function plansOf(text: string): Promise<{ custom_plans: bigint; generic_plans: bigint } | undefined> {
  for (let run = 0; run < RUNS; run += 1) await inScope(service, scopeId).query(text, [scopeId, [scopeId]]);
  const { rows } = await service.query<{ custom_plans: bigint; generic_plans: bigint }>(
    `SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement = '${text}'`,
  );
  return rows[0];
}

test('a statement that is marked is never planned for its values, and no other is touched by it', async () => {
  const statement = 'SELECT canonical_name FROM entities WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])';
  expect(await plansOf(withGenericPlan(statement))).toMatchObject({ custom_plans: 0n, generic_plans: BigInt(RUNS) });
  expect(await plansOf(statement)).toMatchObject({ custom_plans: FIRST_RUNS });
  expect((await service.query('SHOW plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'auto' }]);
});
