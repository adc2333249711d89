import { beforeAll, expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { inScope } from '#database/in-scope.js';
import { listMemories } from '#graph/queries/list-memories.js';
import type { ListPlace } from '#graph/queries/late-memories.js';
import { spanOf } from '#search/filter/span-of-time.js';
import { useDatabase } from './queries-fixture.js';

/** Lists of memories by a span of time, in a scope with more of them than ids are read of. */
const database = useDatabase();
const { scopeId } = scopeOf('list', 'span');
const MEMORIES = 24_000;

/** Stored one after the other; every seventieth tells of a time long before, and every thousandth is forgotten. */
beforeAll(async () => {
  await database.pool().query(
    `INSERT INTO memories (scope_id, memory_id, kind, salience, text, created_at_nanos, occurred_at_nanos, state, forgotten_at)
     SELECT $1, lpad(to_hex(n), 32, '0')::uuid, 0, 0.5, 'a turn', n, CASE WHEN n % 70 = 0 THEN (n + 1) / 2 ELSE 0 END,
            CASE WHEN n % 1000 = 0 THEN 'forgotten' ELSE 'active' END, CASE WHEN n % 1000 = 0 THEN now() END
     FROM generate_series(1, ${String(MEMORIES)}) AS n`,
    [scopeId],
  );
}, 120_000);

interface Span {
  readonly since?: bigint;
  readonly until?: bigint;
}

/** Numbers of the memories of three pages, and of all that pass, in the order of the list. */
async function pagesOf(span: Span, dir: 'asc' | 'desc') {
  const sql = inScope(database.service(), scopeId);
  const listed: number[] = [];
  let after: ListPlace | null = null;
  for (let page = 0; page < 3; page += 1) {
    const query = { limit: 60, after, dir, includeTombstoned: false, filter: span };
    const { items, next } = await listMemories(sql, scopeId, query);
    listed.push(...items.map(({ memory_id }) => Number(memory_id)));
    after = next;
    if (next === null) break;
  }
  const all = Array.from({ length: MEMORIES }, (_, i) => i + 1).filter((n) => {
    const time = BigInt(n % 70 === 0 ? Math.floor((n + 1) / 2) : n);
    return n % 1_000 !== 0 && time >= (span.since ?? 0n) && time <= (span.until ?? 10n ** 9n);
  });
  return { listed, all: dir === 'asc' ? all : all.reverse() };
}

test.each([
  [null, { until: 23_990n }, 'desc'],
  [null, { since: 2_000n }, 'desc'],
  ['many', { since: 2_000n }, 'asc'],
  ['few', { since: 100n, until: 400n }, 'desc'],
  [null, { since: 100n, until: 400n }, 'asc'],
  ['few', { since: 23_900n }, 'asc'],
  ['few', { until: 30n }, 'desc'],
  ['few', { since: 90_000n }, 'desc'],
  ['many', { until: 22_000n }, 'desc'],
  ['many', { since: 500n, until: 22_900n }, 'desc'],
] as const)('%s memories of a span, %j, are listed %s as by reading all', async (size, span, dir) => {
  const sql = inScope(database.service(), scopeId);
  expect(await spanOf(sql, scopeId, span, { from: null, dir, limit: 60 })).toBe(size);
  const { listed, all } = await pagesOf(span, dir);
  expect(listed).toEqual(all.slice(0, 180));
});
