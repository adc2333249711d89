import { expect, test } from '@jest/globals';
import type { ClientBase, QueryResult } from 'pg';
import { scopeOf } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import type { TimelineKey } from '#graph/projection/dirty-timelines.js';
import { loadRelations, loadStatements } from '#graph/projection/timeline-tables.js';
import { idOf, seed, useDatabase, type Said } from '../graph/queries-fixture.js';

const database = useDatabase();
const HUB = 400;
const numbers = Array.from({ length: HUB }, (_, i) => i);

interface Plan {
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Rows that the statements of `work` read or paired and threw away. */
async function wasted(work: (tx: ClientBase) => Promise<unknown>): Promise<number> {
  let rows = 0;
  await inTransaction(database.pool(), async (tx) => {
    const explaining = {
      query: async (text: string, values: unknown[]) => {
        const plan = await tx.query<Record<string, [{ Plan: Plan }]>>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
        rows += discarded(plan.rows[0]?.['QUERY PLAN']?.[0].Plan ?? {});
        return { rows: [] };
      },
    };
    await work(explaining as unknown as ClientBase);
  });
  return rows;
}

function discarded(plan: Plan): number {
  const own = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0);
  return (plan.Plans ?? []).reduce((sum, child) => sum + discarded(child), own);
}

const pairKey = (predicate: string, from: string, to: string, isRelation: boolean): TimelineKey => {
  return { isRelation, predicate, from, to };
};

test('the timelines of the pairs of a hub are read without its other rows', async () => {
  const { scopeId } = scopeOf('laws', 'hub');
  const said: Said = {
    statements: numbers.map((i) => ['Maya', 'likes', `dish ${String(i)}`]),
    relations: numbers.map((i) => ['Maya', 'visited', `place:Town ${String(i)}`]),
  };
  await seed(database.pool(), scopeId, [said]);
  await database.pool().query('ANALYZE relations, statements');
  const maya = idOf(scopeId, 'Maya');
  const statements = numbers.map((i) => pairKey('likes', maya, `text:dish ${String(i)}`, false));
  const relations = numbers.map((i) => pairKey('visited', maya, idOf(scopeId, `place:Town ${String(i)}`), true));
  expect(await wasted((tx) => loadStatements(tx, scopeId, statements))).toBeLessThan(HUB);
  expect(await wasted((tx) => loadRelations(tx, scopeId, relations))).toBeLessThan(HUB);
  const { found } = await inTransaction(database.pool(), async (tx) => ({
    found: [...(await loadStatements(tx, scopeId, statements)), ...(await loadRelations(tx, scopeId, relations))],
  }));
  expect(found).toHaveLength(2 * HUB);
});

test('evidence of a grouping that stands already reads no claims of the group again', async () => {
  const { scopeId } = scopeOf('laws', 'regroup');
  const aliases: Said = { aliases: [['Maya Chen', 'Maya']] };
  await seed(database.pool(), scopeId, [
    aliases,
    { statements: numbers.map((i) => ['Maya', 'likes', `dish ${String(i)}`]) },
  ]);
  const rows = await rowsRead(async () => seed(database.pool(), scopeId, [aliases]));
  expect(rows).toBeLessThan(50);
});

/** Rows that come back to this process while `work` runs. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  let read = 0;
  const client = await database.pool().connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const original = prototype.query;
  prototype.query = function (...args: unknown[]) {
    const result = original.apply(this, args);
    if (result instanceof Promise) {
      void result.then(
        (found: QueryResult) => (read += found.rows.length),
        () => undefined,
      );
    }
    return result;
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return read;
}
