import { expect, test } from '@jest/globals';
import type { ClientBase } from 'pg';
import { relationTypeId } from '#contracts/ontology.js';
import { scopeOf } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { relationIdOf } from '#graph/ids.js';
import { beginsBlock } from '#graph/projection/facts/claim-evidence.js';
import { DecidedFacts } from '#graph/projection/facts/decided-facts.js';
import { loadFacts } from '#graph/projection/timelines/load-runs.js';
import { lockScope } from '#database/in-locked-scope.js';
import { idOf, seed, useDatabase, type Said } from '../graph/queries-fixture.js';

const database = useDatabase();
const at = (n: number): bigint => 10n ** 18n + BigInt(n * 1_000) * 10n ** 6n;

const livesIn = (place: string, n: number): Said => ({
  relations: [['Maya', 'lives_in', `place:${place}`, { at: at(n) }]],
});

/** The numbers below n, each once, in a fixed shuffled order. */
const mixed = (n: number): number[] => Array.from({ length: n }, (_, i) => (i * 7919) % n);

interface Counts {
  readonly told: number;
  readonly counted: number;
  readonly weight: bigint;
  readonly added: bigint;
}

/** Counts and weights in the rows of intervals and blocks, beside the sums over their evidence. */
async function countsOf(scopeId: string): Promise<Counts[]> {
  const between = `e.scope_id = $1 AND e.pair_id = r.pair_id AND (e.event_at_nanos, e.memory_id, e.ordinal)`;
  const { rows } = await database.pool().query<Counts>(
    `SELECT r.mention_count::int AS told, count(*)::int AS counted, r.weight, sum(e.weight)::bigint AS added
     FROM relations AS r JOIN evidence AS e ON ${between} BETWEEN
       (r.first_at_nanos, r.first_memory, r.first_ordinal) AND (r.last_at_nanos, r.last_memory, r.last_ordinal)
     WHERE r.scope_id = $1 GROUP BY r.relation_id, r.mention_count, r.weight
     UNION ALL
     SELECT block_claims, claims, block_weight, added FROM (
       SELECT scope_id, pair_id, block, max(block_claims) AS block_claims, max(block_weight) AS block_weight,
              count(*)::int AS claims, sum(weight)::bigint AS added
       FROM (SELECT *, count(*) FILTER (WHERE get_byte(uuid_send(memory_id), 15) % 64 = 0)
               OVER (PARTITION BY pair_id ORDER BY event_at_nanos, memory_id, ordinal) AS block
             FROM evidence WHERE scope_id = $1) AS numbered
       WHERE block > 0 GROUP BY scope_id, pair_id, block) AS summed`,
    [scopeId],
  );
  return rows;
}

test('intervals and blocks count their claims, in whatever order claims are added and removed', async () => {
  const { scopeId } = scopeOf('laws', 'blocks');
  const pool = database.pool();
  const forget = async (memoryId: string): Promise<void> => {
    await inTransaction(pool, async (tx) => {
      await lockScope(tx, scopeId);
      await forgetMemory(tx, scopeId, memoryId, { hard: false, now: new Date() });
    });
  };
  const told = await seed(
    pool,
    scopeId,
    mixed(600).map((n) => livesIn('Bergen', n)),
  );
  for (const n of [300, 150, 450]) {
    const [elsewhere = ''] = await seed(pool, scopeId, [livesIn('Lima', n + 0.5)]);
    const counts = await countsOf(scopeId);
    expect(counts.filter(({ told: said, counted, weight, added }) => said !== counted || weight !== added)).toEqual([]);
    if (n === 150) await forget(elsewhere);
  }
  for (const memoryId of told.slice(0, 100)) await forget(memoryId);
  await seed(
    pool,
    scopeId,
    mixed(100).map((n) => livesIn('Bergen', 3 * n + 0.25)),
  );
  const counts = await countsOf(scopeId);
  expect(counts.length).toBeGreaterThan(8);
  expect(counts.filter(({ told: said, counted, weight, added }) => said !== counted || weight !== added)).toEqual([]);
});

test('a claim that begins a block takes its successors from the block before', async () => {
  const { scopeId } = scopeOf('laws', 'blocks begun within blocks');
  const pool = database.pool();
  await seed(
    pool,
    scopeId,
    mixed(300).map((n) => livesIn('Bergen', n)),
  );
  let begun = 0;
  for (let i = 0; begun < 3; i += 1) {
    const [memoryId = ''] = await seed(pool, scopeId, [livesIn('Bergen', ((i * 37) % 300) + 0.5)]);
    if (beginsBlock(memoryId)) begun += 1;
  }
  const counts = await countsOf(scopeId);
  expect(counts.filter(({ told: said, counted, weight, added }) => said !== counted || weight !== added)).toEqual([]);
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}

function scanned(plan: Plan): number {
  const own = plan['Node Type'].includes('Scan') ? plan['Actual Rows'] * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + scanned(child), own);
}

test('a split interval is counted by its blocks, not by its claims', async () => {
  const rows: number[] = [];
  for (const length of [500, 4_000]) {
    const { scopeId } = scopeOf('laws', `apart ${String(length)}`);
    const pool = database.pool();
    const ids = await seed(
      pool,
      scopeId,
      Array.from({ length }, (_, n) => livesIn('Bergen', n)),
    );
    await pool.query('VACUUM ANALYZE evidence, claims');
    const [from, to] = [idOf(scopeId, 'Maya'), idOf(scopeId, 'place:Bergen')];
    const pairId = relationIdOf(scopeId, relationTypeId('lives_in'), from, to);
    const place = (n: number) => ({ at: at(n), memoryId: ids[n] ?? '', ordinal: 0 });
    const run = { first: place(0), last: place(length - 1), count: 0, weight: 0n, isCounted: false };
    const wanted = [{ pair: { pairId, isRelation: true, predicate: 'lives_in', from, to }, run }];
    await inTransaction(pool, async (tx) => {
      const explaining = {
        query: async (text: string, values: unknown[]) => {
          const sql = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
          const plan = await tx.query<Record<string, [{ Plan: Plan }]>>(sql, values);
          rows.push(scanned(plan.rows[0]?.['QUERY PLAN']?.[0].Plan as Plan));
          return tx.query(text, values);
        },
      };
      const [facts] = await loadFacts(explaining as unknown as ClientBase, scopeId, wanted, new DecidedFacts(scopeId));
      expect(facts?.count).toBe(length);
    });
  }
  // By chance, up to some hundred claims of a pair may be before its first block or after its last one.
  expect(rows[1]).toBeLessThan(1_500);
});
