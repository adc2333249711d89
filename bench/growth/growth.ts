import type { ClientBase, Pool } from 'pg';
import { openDatabase } from '#database/database.js';
import { scopeOf } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { linkSimilar } from '#memories/links/similar-memories.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { lockScope } from '#database/in-locked-scope.js';
import { indexMemories } from '#search/lexical/index-memories.js';
import type { Closing } from '../closing.js';
import { startDatabases } from '../databases.js';
import { insertMemories } from '../recall/insert-memories.js';
import { median } from '../statistics.js';
import {
  flippingMemory,
  hubMemory,
  plainMemory,
  repeatingMemory,
  splittingMemory,
  type HubMemory,
} from './hub-memories.js';
import { StatementTimes, type StatementTime } from './statement-times.js';

export interface GrowthOptions {
  readonly sizes: readonly number[];
  readonly rounds: number;
}

/** What one more memory costs in a scope whose hub has `size` mentions: milliseconds and statements, medians. */
export interface GrowthSample {
  readonly what: string;
  readonly size: number;
  readonly ms: number;
  readonly statements: number;
  /** Of all rounds together, the statements that took the longest. */
  readonly slowest: readonly StatementTime[];
}

export interface GrowthResults {
  readonly options: GrowthOptions;
  readonly services: readonly string[];
  readonly samples: readonly GrowthSample[];
}

interface Scope {
  readonly pool: Pool;
  readonly scopeId: string;
  readonly size: number;
  /** Memories of the history, by place. */
  readonly history: readonly string[];
}

/** Memories that are projected together to fill a scope. */
const TOGETHER = 2_000;
/** Calls that let the connection prepare and plan its statements. */
const WARM_UP = 5;

/** The memories that are measured: each kind by its place in a row of its kind. */
const KINDS: Readonly<Record<string, (scope: Scope, round: number) => HubMemory | string>> = {
  'repeats a relation and a statement of the hub': ({ size }, n) => repeatingMemory(size + n, size + n),
  'a fact of the hub flips, at the end of its history': ({ size }, n) => flippingMemory(n, size + 1_000 + n),
  'a fact of the hub flips, amid its history': ({ size }, n) => flippingMemory(n, size / 2 + n + 0.5),
  'a fact that all memories tell is another one for a while': ({ size }, n) => splittingMemory(n, size / 3 + n + 0.5),
  'a memory amid the history is forgotten': ({ history }, n) => history[Math.floor(history.length / 4) + n] ?? '',
  'a memory that does not name the hub': ({ size }, n) => plainMemory(2 * size + n),
};

/** Measures the cost of projecting one more memory while a hub entity gains mentions. */
export async function benchGrowth(closing: Closing, options: GrowthOptions): Promise<GrowthResults> {
  const databases = await startDatabases(closing);
  const samples: GrowthSample[] = [];
  for (const size of options.sizes) {
    const limits = { connectTimeoutMs: 120_000, statementTimeoutMs: 0 };
    const database = await openDatabase({ url: await databases.create(), poolSize: 6, ...limits });
    closing.add(() => database.close());
    const scope = await fill(database.system, size);
    for (const [what, next] of Object.entries(KINDS)) samples.push(await measure(scope, what, next, options.rounds));
  }
  return { options, services: [databases.postgres.description], samples };
}

async function fill(pool: Pool, size: number): Promise<Scope> {
  const { scopeId } = scopeOf('bench', 'growth');
  await pool.query(`INSERT INTO scopes (scope_id, namespace, agent) VALUES ($1, 'bench', 'growth')`, [scopeId]);
  const history: string[] = [];
  for (let first = 0; first < size; first += TOGETHER) {
    const memories = Array.from({ length: Math.min(TOGETHER, size - first) }, (_, i) => hubMemory(first + i));
    await inTransaction(pool, (tx) => project(tx, scopeId, memories));
    history.push(...memories.map((memory) => memory.memoryId));
  }
  await pool.query('VACUUM ANALYZE');
  return { pool, scopeId, size, history };
}

async function measure(
  { pool, ...scope }: Scope,
  what: string,
  next: (scope: Scope, round: number) => HubMemory | string,
  rounds: number,
): Promise<GrowthSample> {
  const times = new StatementTimes();
  const samples: { ms: number; statements: number }[] = [];
  for (let round = -Math.min(WARM_UP, rounds); round < rounds; round += 1) {
    const work = next({ pool, ...scope }, round + WARM_UP);
    const before = times.count;
    const startedAt = performance.now();
    await inTransaction(pool, async (tx) => {
      const timed = times.around(tx);
      if (typeof work === 'string') {
        await lockScope(timed, scope.scopeId);
        await forgetMemory(timed, scope.scopeId, work, { hard: false, now: new Date() });
      } else await project(timed, scope.scopeId, [work]);
    });
    if (round < 0) times.reset();
    else samples.push({ ms: performance.now() - startedAt, statements: times.count - before });
  }
  return {
    ...{ what, size: scope.size, ms: median(samples.map(({ ms }) => ms)) },
    statements: median(samples.map(({ statements }) => statements)),
    slowest: times.slowest(),
  };
}

async function project(tx: ClientBase, scopeId: string, memories: readonly HubMemory[]): Promise<void> {
  await lockScope(tx, scopeId);
  const row = { session: null, speaker: 'Maya Chen', role: null };
  const stored = memories.map((memory) => ({ ...memory, ...row, at: memory.createdAt }));
  await insertMemories(tx, scopeId, stored as unknown as Parameters<typeof insertMemories>[2]);
  await projectMemories(tx, scopeId, memories);
  await indexMemories(tx, scopeId, stored);
  await linkSimilar(
    tx,
    scopeId,
    memories.map(({ memoryId }) => memoryId),
    1n,
  );
}
