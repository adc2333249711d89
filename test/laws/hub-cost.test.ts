import { beforeAll, expect, test } from '@jest/globals';
import type { ClientBase, QueryResult } from 'pg';
import { scopeOf } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { relationTypeId } from '#contracts/ontology.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { relationIdOf, statementIdOf } from '#graph/ids.js';
import type { PairPosition } from '#graph/projection/timelines/evidence-neighbours.js';
import { projectUnsettled } from '#graph/projection/timelines/project-unsettled.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { lockScope } from '#database/in-locked-scope.js';
import { loadRelationsAt, loadStatementsAt } from '#graph/projection/timelines/timeline-tables.js';
import { idOf, seed, useDatabase, type Said } from '../graph/queries-fixture.js';

const database = useDatabase();
const HUB = 400;

beforeAll(async () => {
  await recordThresholds(database.pool(), { fact: 0.5, candidate: 0.2 });
});

const numbers = Array.from({ length: HUB }, (_, i) => i);

interface Plan {
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Number of rows that the statements of `work` read or joined and then discarded. */
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

/** A point after all seeded claims. */
const pointOf = (pairId: string): PairPosition => ({ pairId, at: 10n ** 18n, memoryId: pairId, ordinal: 0 });

test('reading the intervals of the pairs of a hub reads none of its other rows', async () => {
  const { scopeId } = scopeOf('laws', 'hub');
  const said: Said = {
    statements: numbers.map((i) => ['Maya', 'likes', `dish ${String(i)}`]),
    relations: numbers.map((i) => ['Maya', 'visited', `place:Town ${String(i)}`]),
  };
  await seed(database.pool(), scopeId, [said]);
  await database.pool().query('ANALYZE relations, statements');
  const maya = idOf(scopeId, 'Maya');
  const statements = numbers.map((i) => pointOf(statementIdOf(scopeId, 'likes', maya, `text:dish ${String(i)}`)));
  const relations = numbers.map((i) =>
    pointOf(relationIdOf(scopeId, relationTypeId('visited'), maya, idOf(scopeId, `place:Town ${String(i)}`))),
  );
  expect(await wasted((tx) => loadStatementsAt(tx, scopeId, statements))).toBeLessThan(HUB);
  expect(await wasted((tx) => loadRelationsAt(tx, scopeId, relations))).toBeLessThan(HUB);
  const { found } = await inTransaction(database.pool(), async (tx) => ({
    found: [...(await loadStatementsAt(tx, scopeId, statements)), ...(await loadRelationsAt(tx, scopeId, relations))],
  }));
  expect(found).toHaveLength(2 * HUB);
});

test('further evidence for an existing cluster reads none of its claims again', async () => {
  const { scopeId } = scopeOf('laws', 'regroup');
  const aliases: Said = { aliases: [['Maya Chen', 'Maya']] };
  await seed(database.pool(), scopeId, [
    aliases,
    { statements: numbers.map((i) => ['Maya', 'likes', `dish ${String(i)}`]) },
  ]);
  const rows = await rowsRead(async () => seed(database.pool(), scopeId, [aliases]));
  expect(rows).toBeLessThan(50);
});

const at = (n: number): bigint => 10n ** 18n + BigInt(n) * 10n ** 9n;

/** A memory that mentions the hub, repeats some claims, and states another workplace and spouse each time. */
const turn = (n: number): Said => ({
  mentions: ['Maya'],
  relations: [
    ['Maya', 'visited', 'place:Oslo', { at: at(n) }],
    ['Maya', 'works_at', n % 2 === 0 ? 'organization:Acme' : 'organization:Globex', { at: at(n) }],
    ['Maya', 'spouse_of', n % 2 === 0 ? 'Kim' : 'Noor', { at: at(n) }],
  ],
  statements: [['Maya', 'likes', 'chess']],
  aliases: [['Maya', 'Mayflower']],
});

test('adding or forgetting a memory of a hub reads the same number of rows, however long the history is', async () => {
  const read: number[][] = [];
  for (const length of [20, HUB]) {
    const { scopeId } = scopeOf('laws', `history of ${String(length)}`);
    const ids = await seed(
      database.pool(),
      scopeId,
      numbers.slice(0, length).map((n) => turn(2 * n)),
    );
    const others = await seed(
      database.pool(),
      scopeId,
      numbers.slice(0, length).map((n) => turn(2 * n + 1)),
    );
    const amid = length / 2;
    read.push([
      await rowsRead(async () => seed(database.pool(), scopeId, [turn(2 * length + 1)])),
      await rowsRead(async () => seed(database.pool(), scopeId, [turn(amid + 1)])),
      await rowsRead(async () => forget(scopeId, ids[amid] ?? '')),
      await rowsRead(async () => forget(scopeId, others[amid] ?? '')),
    ]);
  }
  const [few = [], many = []] = read;
  for (const [i, rows] of many.entries()) expect(rows).toBeLessThanOrEqual((few[i] ?? 0) + 20);
});

async function forget(scopeId: string, memoryId: string): Promise<void> {
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await projectMemories(tx, scopeId, [{ memoryId, createdAt: 1n, observations: null }]);
  });
}

test('a candidate reads as few rows of a pair with many candidates as of one with few, and flips a handful', async () => {
  const weak = (n: number): Said => ({
    relations: [['Maya', 'lives_in', 'place:Oslo', { at: at(n), confidence: 0.2 }]],
    statements: [['Maya', 'likes', `dish ${String(n)}`, { confidence: 0.3 }]],
  });
  const read: number[][] = [];
  for (const length of [20, HUB]) {
    const { scopeId } = scopeOf('laws', `candidates of ${String(length)}`);
    const ids = await seed(database.pool(), scopeId, numbers.slice(0, length).map(weak));
    read.push([
      await rowsRead(async () => seed(database.pool(), scopeId, [weak(length + 1)])),
      await rowsRead(async () => forget(scopeId, ids[length / 2] ?? '')),
      await rowsRead(async () => forget(scopeId, ids[0] ?? '')),
    ]);
  }
  const [few = [], many = []] = read;
  for (const [i, rows] of many.entries()) expect(rows).toBeLessThanOrEqual((few[i] ?? 0) + 20);
  const { scopeId } = scopeOf('laws', 'candidates that become facts');
  await seed(database.pool(), scopeId, [weak(1), weak(2), weak(3)]);
  const flipping = await rowsRead(async () => seed(database.pool(), scopeId, [weak(4)]));
  expect(flipping).toBeLessThanOrEqual((few[0] ?? 0) + 20);
  const { rows } = await database.pool().query('SELECT FROM relations WHERE scope_id = $1', [scopeId]);
  expect(rows).toHaveLength(1);
});

test('an entity with a long chain of aliases is found in as many statements as one with few', async () => {
  const counted: number[] = [];
  for (const length of [4, 40]) {
    const { scopeId } = scopeOf('laws', `chain of ${String(length)}`);
    const name = (n: number): string =>
      `N${'aeiou'[n % 5] ?? ''}${'bdgklmnprst'[n % 11] ?? ''}${'aeiou'[n % 4] ?? ''}x`;
    const chain: [string, string][] = numbers
      .slice(0, length)
      .map((n) => [`${name(n)} ${name(7 * n)}`, `${name(n + 1)} ${name(7 * n + 7)}`]);
    await seed(
      database.pool(),
      scopeId,
      chain.map((pair) => ({ aliases: [pair] })),
    );
    counted.push(
      await statementsSent(async () =>
        seed(database.pool(), scopeId, [{ aliases: [['Zoe Quill', chain[0]?.[0] ?? '']] }]),
      ),
    );
  }
  expect(counted[1]).toBe(counted[0]);
});

test('a marriage at the beginning of a chain of marriages takes as many statements however long the chain is', async () => {
  const counted: number[] = [];
  for (const length of [4, 40]) {
    const { scopeId } = scopeOf('laws', `marriages of ${String(length)}`);
    const person = (n: number): string =>
      `N${'aeiou'[n % 5] ?? ''}${'bdgklmnprst'[n % 11] ?? ''}${'aeiou'[n % 4] ?? ''}x`;
    const marriage = (n: number, time: number): Said => ({
      relations: [[person(n), 'spouse_of', person(n + 1), { at: at(time) }]],
    });
    await seed(
      database.pool(),
      scopeId,
      numbers.slice(1, length + 1).map((n) => marriage(n, 10 * n)),
    );
    counted.push(await statementsSent(async () => seed(database.pool(), scopeId, [marriage(0, 5)])));
    counted.push(await statementsSent(async () => seed(database.pool(), scopeId, [marriage(2, 10_000)])));
  }
  expect(counted.slice(2)).toEqual(counted.slice(0, 2));
});

async function statementsSent(work: () => Promise<unknown>): Promise<number> {
  let sent = 0;
  await watching(() => (sent += 1), work);
  return sent;
}

/** Number of rows returned to this process while `work` runs. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  let read = 0;
  await watching((found) => (read += found.rows.length), work);
  return read;
}

async function watching(see: (found: QueryResult) => void, work: () => Promise<unknown>): Promise<void> {
  const client = await database.pool().connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const original = prototype.query;
  prototype.query = function (...args: unknown[]) {
    const result = original.apply(this, args);
    if (result instanceof Promise) void result.then(see, () => undefined);
    return result;
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
}

test('deciding what is unsettled reads neither former facts of a hub nor all of its candidates', async () => {
  const { scopeId } = scopeOf('laws', 'unsettled');
  await seed(database.pool(), scopeId, [
    { relations: numbers.map((i) => ['Maya', 'lives_in', `place:Town ${String(i)}`, { at: BigInt(i + 1) }]) },
    { statements: numbers.map((i) => ['Maya', 'occupation', `job ${String(i)}`, { at: BigInt(i + 1) }]) },
    ...numbers.map((i): Said => ({ relations: [['Maya', 'visited', `place:Town ${String(i)}`, { confidence: 0.3 }]] })),
    { relations: numbers.map((i) => ['Maya', 'lives_in', `place:City ${String(i)}`, { at: 1n, confidence: 0.3 }]) },
  ]);
  await database.pool().query('ANALYZE relations, statements, candidate_evidence, claims, evidence, entities');
  const thresholds = { fact: 0.5, candidate: 0.2 };
  const work = (tx: ClientBase) =>
    projectUnsettled(
      tx,
      scopeId,
      { entityIds: [idOf(scopeId, 'Maya')], pairs: [], closed: { leavers: [], homes: [] }, withdrawn: [] },
      thresholds,
    );
  expect(await wasted(work)).toBeLessThan(HUB);
});
