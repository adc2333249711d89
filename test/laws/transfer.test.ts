import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ClientBase, Pool } from 'pg';
import { ensureScope } from '#access/api-keys.js';
import { scopeOf, type Scope } from '#contracts/scope.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { lockScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { forgetMemories, forgetMemory } from '#memories/forget/forget-memory.js';
import { exportScope } from '#memories/transfer/export-scope.js';
import { importScope } from '#memories/transfer/import-scope.js';
import { useStore } from '../event-store/store-setup.js';
import { clearGraph, dumpGraph } from './graph-state.js';
import { liveThrough, livedScopes } from './transfer-scopes.js';

const source = useStore();
const target = useStore();
const SCOPE = scopeOf('laws', 'transfer');
const OTHER = scopeOf('laws', 'elsewhere');
const THRESHOLDS = { fact: 0.5, candidate: 0.2 };

async function begin(pool: Pool): Promise<void> {
  await clearGraph(pool, ['memories', 'memory_links', 'forgotten_links', 'memory_extractions', 'session_heads']);
  await pool.query(
    'ALTER TABLE events DISABLE TRIGGER USER; DELETE FROM events; ALTER TABLE events ENABLE TRIGGER USER',
  );
  await recordThresholds(pool, THRESHOLDS);
}

async function exportOf(pool: Pool, scope: Scope, events = 500): Promise<string> {
  const limits = { events, bytes: 1024 * 1024 };
  const cursorOf = (): string => 'here';
  let file = '';
  for await (const page of exportScope(pool, { scope, now: new Date(), system: pool, from: null, cursorOf, limits }))
    file += page;
  return file;
}

const importInto = (pool: Pool, { scopeId }: Scope, file: string) =>
  importScope(
    {
      ...{ scopeId, now: new Date(), vectorModel: null, extract: true },
      sql: { transaction: (work) => inTransaction(pool, work) },
    },
    [Buffer.from(file)],
  );

/** The rows beside the graph: memories, links between memories that are not erased, and extractions. */
async function besideTheGraph(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT 'memory' AS of, (to_jsonb(m) - 'txid' - 'forgotten_at')::text AS row FROM memories AS m
     UNION ALL SELECT 'link', l::text FROM memory_links AS l
     UNION ALL SELECT 'kept link', row(l.source, l.target, l.kind, l.weight)::text FROM forgotten_links AS l
       WHERE NOT EXISTS (SELECT FROM memories AS m WHERE m.memory_id IN (l.source, l.target) AND m.erased)
     UNION ALL SELECT 'extraction', row(memory_id, state, stages)::text FROM memory_extractions
     ORDER BY 1, 2`,
  );
  return rows;
}

/** Last memory of each session. A session whose last memory was forgotten has none, but may get one by an import. */
async function headsOf(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query('SELECT session, memory_id FROM session_heads');
  return rows;
}

test('an imported scope has the same graph with the same ids, also after a cut import and when imported twice', async () => {
  await ensureScope(source.dataSource(), SCOPE.namespace, SCOPE.agent);
  await ensureScope(target.dataSource(), SCOPE.namespace, SCOPE.agent);
  await fc.assert(
    fc.asyncProperty(
      livedScopes,
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (lived, page, cut) => {
        await begin(source.pool());
        await begin(target.pool());
        await liveThrough(source.pool(), SCOPE, lived);
        const file = await exportOf(source.pool(), SCOPE, page);
        const lines = file.trimEnd().split('\n');
        await importInto(target.pool(), SCOPE, lines.slice(0, 1 + Math.floor(cut * (lines.length - 1))).join('\n'));
        const whole = await importInto(target.pool(), SCOPE, file);
        expect(whole.complete).toBe(true);
        expect(await dumpGraph(target.pool())).toEqual(await dumpGraph(source.pool()));
        expect(await besideTheGraph(target.pool())).toEqual(await besideTheGraph(source.pool()));
        expect(await headsOf(target.pool())).toEqual(expect.arrayContaining(await headsOf(source.pool())));
        const again = await importInto(target.pool(), SCOPE, file);
        expect(again).toMatchObject({ imported: 0, memories: 0 });
        expect(await dumpGraph(target.pool())).toEqual(await dumpGraph(source.pool()));
        expect((await rebuildGraph(target.pool(), 'verify')).tables).toEqual([]);
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
}, 240_000);

test('memories forgotten together leave what they leave when they are forgotten one by one', async () => {
  await ensureScope(source.dataSource(), SCOPE.namespace, SCOPE.agent);
  await ensureScope(target.dataSource(), SCOPE.namespace, SCOPE.agent);
  const chosen = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(livedScopes, chosen, fc.boolean(), async (lived, isChosen, hard) => {
      await begin(source.pool());
      await begin(target.pool());
      await liveThrough(source.pool(), SCOPE, lived);
      await importInto(target.pool(), SCOPE, await exportOf(source.pool(), SCOPE));
      const { rows } = await source.pool().query<{ id: string }>('SELECT memory_id AS id FROM memories ORDER BY 1');
      const ids = rows.flatMap(({ id }, i) => (isChosen[i] ? [id] : []));
      const how = { hard, now: new Date() };
      const together = await forgetIn(source.pool(), (tx) => forgetMemories(tx, SCOPE.scopeId, ids, how));
      const alone = new Map<string, unknown>();
      for (const id of ids)
        alone.set(id, await forgetIn(target.pool(), (tx) => forgetMemory(tx, SCOPE.scopeId, id, how)));
      expect(together).toEqual(alone);
      expect(await dumpGraph(source.pool())).toEqual(await dumpGraph(target.pool()));
      expect(await besideTheGraph(source.pool())).toEqual(await besideTheGraph(target.pool()));
      expect(await forgottenIn(source.pool())).toEqual(await forgottenIn(target.pool()));
    }),
    { numRuns: 15, endOnFailure: true },
  );
}, 240_000);

const forgetIn = <T>(pool: Pool, forget: (tx: ClientBase) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (tx) => {
    await lockScope(tx, SCOPE.scopeId);
    return forget(tx);
  });

async function forgottenIn(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT stream_id, data FROM events AS e
     WHERE type = 'MemoryForgotten' AND NOT EXISTS (
       SELECT FROM events AS later
       WHERE later.stream_id = e.stream_id AND later.position > e.position AND later.type = 'MemoryRestored')
     ORDER BY stream_id, position`,
  );
  return rows;
}

/** Entities of a scope by what does not depend on its id. */
async function namesOf(pool: Pool, { scopeId }: Scope): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT e.type_id, e.canonical_name, e.aliases, e.mention_count, e.created_at_nanos, s.normal_form AS survivor
     FROM entities AS e LEFT JOIN entities AS s ON s.scope_id = e.scope_id AND s.entity_id = e.merged_into
     WHERE e.scope_id = $1 ORDER BY e.type_id, e.normal_form`,
    [scopeId],
  );
  return rows;
}

/** Standing decisions about facts by what does not depend on ids. */
async function decisionsOf(pool: Pool, { scopeId }: Scope): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT decision, predicate, decided_at_nanos, from_nanos, to_nanos, reading, object IS NULL AS is_value,
            least(subject_name, object_name) AS a, greatest(subject_name, object_name) AS b
     FROM fact_decisions WHERE scope_id = $1 AND stands ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
    [scopeId],
  );
  return rows;
}

test('in another scope the imported entities have other ids and the same names, types and counts', async () => {
  await ensureScope(source.dataSource(), SCOPE.namespace, SCOPE.agent);
  await ensureScope(target.dataSource(), OTHER.namespace, OTHER.agent);
  await fc.assert(
    fc.asyncProperty(livedScopes, async (lived) => {
      await begin(source.pool());
      await begin(target.pool());
      await liveThrough(source.pool(), SCOPE, lived);
      const file = await exportOf(source.pool(), SCOPE);
      await importInto(target.pool(), OTHER, file);
      expect(await namesOf(target.pool(), OTHER)).toEqual(await namesOf(source.pool(), SCOPE));
      expect(await decisionsOf(target.pool(), OTHER)).toEqual(await decisionsOf(source.pool(), SCOPE));
      expect(await importInto(target.pool(), OTHER, file)).toMatchObject({ imported: 0 });
      expect((await rebuildGraph(target.pool(), 'verify')).tables).toEqual([]);
    }),
    { numRuns: 10, endOnFailure: true },
  );
}, 240_000);

test('a decision about a fact whose ids are not those of its names is refused', async () => {
  await ensureScope(source.dataSource(), SCOPE.namespace, SCOPE.agent);
  await ensureScope(target.dataSource(), SCOPE.namespace, SCOPE.agent);
  const happenings = [
    { assert: [0, 1], value: 'tea', period: [null, null] },
    { judge: 0, table: 'statements', how: 'retract' },
  ] as const;
  const [lived] = fc.sample(livedScopes, { seed: 1, numRuns: 1 });
  if (!lived) throw new Error('there is no sample');
  await begin(source.pool());
  await begin(target.pool());
  await liveThrough(source.pool(), SCOPE, { ...lived, happenings });
  const [header = '', ...lines] = (await exportOf(source.pool(), SCOPE)).trimEnd().split('\n');
  const fact = lines.find((line) => line.includes('FactAsserted')) ?? '';
  const memories = lines.filter((line) => line.includes('"type":"Memory'));
  for (const field of ['fact_id', 'subject_id', 'decision_id']) {
    const other = fact.replace(new RegExp(`"${field}":"........`), `"${field}":"00000000`);
    expect(other).not.toBe(fact);
    const file = [header, ...memories, other].join('\n');
    await expect(importInto(target.pool(), SCOPE, file)).rejects.toThrow(/ids of the fact/);
  }
});

test('an extraction with a known id and other observations is refused with its line', async () => {
  await ensureScope(source.dataSource(), SCOPE.namespace, SCOPE.agent);
  await ensureScope(target.dataSource(), SCOPE.namespace, SCOPE.agent);
  const lived = fc
    .sample(livedScopes, { seed: 5, numRuns: 60 })
    .find(({ memories }) =>
      memories.some(({ runs: [first], forgotten }) => !forgotten && (first?.mentions.length ?? 0) > 0),
    );
  if (!lived) throw new Error('there is no sample');
  await begin(source.pool());
  await begin(target.pool());
  await liveThrough(source.pool(), SCOPE, { ...lived, happenings: [] });
  const file = await exportOf(source.pool(), SCOPE);
  await importInto(target.pool(), SCOPE, file);
  expect(await importInto(target.pool(), SCOPE, file)).toMatchObject({ imported: 0 });
  const lines = file.split('\n');
  const at = lines.findIndex((line) => /"type":"MemoryExtracted".*"mentions":\[\{/.test(line));
  const other = lines[at]?.replace(/("mentions":\[\{.*?"name":")/, '$1Not ') ?? '';
  expect(other).not.toBe(lines[at]);
  // The part that was checked has no digest of what follows.
  const changed = [...lines.slice(0, at), other].join('\n');
  await expect(importInto(target.pool(), SCOPE, changed)).rejects.toMatchObject({
    name: 'ImportConflict',
    line: at + 1,
  });
});
