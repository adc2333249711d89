import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { NO_OBSERVATIONS, type RelationObservation } from '#contracts/observations.js';
import type { Scope } from '#contracts/scope.js';
import { createOwnerPool } from '#database/data-source.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { reextract } from '#extraction-jobs/reextract/reextract.js';
import { loadThresholds, recordThresholds } from '#graph/claim-thresholds.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { useStore } from '../event-store/store-setup.js';
import { encodeTexts, eventCount, extractMemories } from '../extractor/extractor-setup.js';
import { forgetIn, restoreIn } from '../graph/talk.js';
import { createDatabase } from '../harness/postgres.js';
import { testDatabase } from '../harness/services.js';
import { runEngraph } from '../path/run-engraph.js';

/** Runs on real Postgres, with a stage that reads how sure it is from the text. */
const store = useStore();
const LIGHT = { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' };
const NOW = new Date('2026-03-14T12:00:00Z');
const THRESHOLDS = { fact: 0.5, candidate: 0.2 };

/** Claims from "Ana raised Bo 0.4" that she is Bo's parent, and from "joined" that she works there, as sure as that. */
const doubting = (version: string, doubt: (confidence: number) => number): Stage => ({
  ...{ name: 'pattern', version },
  run: ({ text }) => {
    const [, from = '', verb, to = '', confidence = ''] = /^(\w+) (raised|joined) (\w+) (.+)$/.exec(text) ?? [];
    const relation: RelationObservation = {
      from: { type: 'person', name: from },
      ...(verb === 'raised'
        ? { type: 'parent_of', to: { type: 'person', name: to } }
        : { type: 'works_at', to: { type: 'organization', name: to } }),
      ...{ polarity: 'asserted', event_at_unix_nanos: 1n, confidence: doubt(Number(confidence)), stage: 'pattern' },
    };
    return { state: 'done', observations: { ...NO_OBSERVATIONS, relations: [relation] } };
  },
});
const asWritten = doubting('test-1', (confidence) => confidence);

async function known({ scopeId }: Scope): Promise<string[]> {
  const { rows } = await store.pool().query<{ told: string }>(
    `SELECT a.canonical_name || ' raised ' || b.canonical_name AS told FROM relations AS r
     JOIN entities AS a ON a.scope_id = $1 AND a.entity_id = from_entity
     JOIN entities AS b ON b.scope_id = $1 AND b.entity_id = to_entity WHERE r.scope_id = $1 ORDER BY 1`,
    [scopeId],
  );
  return rows.map(({ told }) => told);
}

const differences = async () => (await rebuildGraph(store.pool(), 'verify')).tables;

test('a graph keeps its thresholds until a rebuild switches to others, which extracts nothing', async () => {
  expect(await recordThresholds(store.pool(), THRESHOLDS)).toEqual(THRESHOLDS);
  const scope = await store.newScope();
  const extractor = extractMemories(store.pool(), { stages: [asWritten] });
  const events = await encodeTexts(store.pool(), scope, [
    ...['Ana raised Bo 0.9', 'Ana raised Cy 0.4', 'Ana raised Di 0.3', 'Ana raised Di 0.3', 'Ana raised Ed 0.1'],
  ]);
  await extractor.handle(events);
  expect(await known(scope)).toEqual(['Ana raised Bo', 'Ana raised Di']);
  expect(await differences()).toEqual([]);

  expect(await recordThresholds(store.pool(), { fact: 0.35, candidate: 0.05 })).toEqual(THRESHOLDS);
  await extractor.handle(await encodeTexts(store.pool(), scope, ['Ana raised Fi 0.4']));
  expect(await known(scope)).toEqual(['Ana raised Bo', 'Ana raised Di']);

  await rebuildGraph(store.pool(), 'switch', { fact: 0.35, candidate: 0.05 });
  expect(await loadThresholds(store.pool())).toEqual({ fact: 0.35, candidate: 0.05 });
  expect(await known(scope)).toEqual(['Ana raised Bo', 'Ana raised Cy', 'Ana raised Di', 'Ana raised Fi']);
  await extractor.handle(await encodeTexts(store.pool(), scope, ['Ana raised Gus 0.4']));
  expect(await known(scope)).toContain('Ana raised Gus');
  expect(await differences()).toEqual([]);

  await rebuildGraph(store.pool(), 'switch', { fact: 0.8, candidate: 0.2 });
  expect(await known(scope)).toEqual(['Ana raised Bo']);
  await rebuildGraph(store.pool(), 'switch');
  expect(await loadThresholds(store.pool())).toEqual({ fact: 0.8, candidate: 0.2 });
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(events.length);
  await rebuildGraph(store.pool(), 'switch', THRESHOLDS);
});

test('other thresholds settle facts, or end them, and the graph equals a rebuild', async () => {
  const scope = await store.newScope();
  await extractMemories(store.pool(), { stages: [asWritten] }).handle(
    await encodeTexts(store.pool(), scope, ['Ana joined Acme 0.8', 'Ana joined Globex 0.4']),
  );
  const jobs = async (): Promise<unknown[]> => {
    const { rows } = await store.pool().query(
      `SELECT b.canonical_name AS at, valid_to_nanos = 0 AS holds, unsettled FROM relations AS r
       JOIN entities AS b ON b.scope_id = $1 AND b.entity_id = to_entity WHERE r.scope_id = $1 ORDER BY 1`,
      [scope.scopeId],
    );
    return rows;
  };
  expect(await jobs()).toEqual([{ at: 'Acme', holds: true, unsettled: true }]);
  expect(await differences()).toEqual([]);
  await rebuildGraph(store.pool(), 'switch', { fact: 0.45, candidate: 0.2 });
  expect(await jobs()).toEqual([{ at: 'Acme', holds: true, unsettled: false }]);
  await rebuildGraph(store.pool(), 'switch', { fact: 0.5, candidate: 0.45 });
  expect(await jobs()).toEqual([{ at: 'Acme', holds: true, unsettled: false }]);
  await rebuildGraph(store.pool(), 'switch', { fact: 0, candidate: 0 });
  expect(await jobs()).toMatchObject([
    { at: 'Acme', holds: false, unsettled: false },
    { at: 'Globex', holds: true },
  ]);
  await rebuildGraph(store.pool(), 'switch', THRESHOLDS);
  expect(await jobs()).toEqual([{ at: 'Acme', holds: true, unsettled: true }]);
});

test('forgets, restores and further extractions promote and demote candidates, and the graph equals a rebuild', async () => {
  const scope = await store.newScope();
  const events = await encodeTexts(store.pool(), scope, [
    'Ana raised Bo 0.3',
    'Ana raised Bo 0.4',
    'Ana raised Cy 0.4',
  ]);
  await extractMemories(store.pool(), { stages: [asWritten] }).handle(events);
  const first = events[0]?.streamId ?? '';
  expect(await known(scope)).toEqual(['Ana raised Bo']);
  await forgetIn(store, scope, first, { hard: false, now: NOW });
  expect(await known(scope)).toEqual([]);
  expect(await differences()).toEqual([]);
  await restoreIn(store, scope, first, NOW);
  expect(await known(scope)).toEqual(['Ana raised Bo']);
  const again = (stage: Stage) =>
    reextract({
      ...{ pool: store.pool(), scopeId: scope.scopeId, stages: [stage], llmPolicy: 'never', since: null },
      ...{ olderVersionsOnly: false, rate: 10_000, stageBudgetMs: 5_000, now: () => new Date() },
    });
  await again(doubting('test-2', (confidence) => confidence / 1.5));
  expect(await known(scope)).toEqual([]);
  expect(await differences()).toEqual([]);
  await again(doubting('test-3', (confidence) => confidence * 2));
  expect(await known(scope)).toEqual(['Ana raised Bo', 'Ana raised Cy']);
  expect(await differences()).toEqual([]);
});

test('a graph that has claims, but no recorded thresholds, takes every claim for a fact', async () => {
  const url = await createDatabase(await testDatabase());
  const pool = createOwnerPool({ url, poolSize: 2, connectTimeoutMs: 30_000, statementTimeoutMs: 0 });
  const engraph = await runEngraph('log', LIGHT, { databaseUrl: url, brokers: [] });
  const client = await engraph.client('thresholds', 'old');
  await client.remember('Lena Fischer works at Initech.');
  await pool.query('DELETE FROM graph_thresholds');
  expect(await loadThresholds(pool)).toEqual({ fact: 0, candidate: 0 });
  expect(await recordThresholds(pool, THRESHOLDS)).toEqual({ fact: 0, candidate: 0 });
  await pool.end();
  await engraph.stop();
});

test('a start with other thresholds than the graph has is warned of, once, and uses those of the graph', async () => {
  const databaseUrl = await createDatabase(await testDatabase());
  const warnings: object[] = [];
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) => {
      const { level, msg, ...fields } = JSON.parse(line.toString()) as Record<string, unknown>;
      if (level === 40 && String(msg).includes('thresholds')) warnings.push({ ...fields, msg });
      done();
    },
  });
  const log = pino({ base: null, timestamp: false }, sink);
  const start = (settings: Record<string, string>) =>
    runEngraph('log', { ...LIGHT, ...settings }, { databaseUrl, brokers: [] }, { log });
  const first = { FACT_MIN_CONFIDENCE: '0.45', CANDIDATE_MIN_CONFIDENCE: '0.25' };
  await (await start(first)).stop();
  await (await start(first)).stop();
  expect(warnings).toEqual([]);
  const engraph = await start({ FACT_MIN_CONFIDENCE: '0.99' });
  expect(warnings).toEqual([
    {
      ...{ fact_min_confidence: 0.45, candidate_min_confidence: 0.25 },
      msg: 'the graph was built with other thresholds than FACT_MIN_CONFIDENCE and CANDIDATE_MIN_CONFIDENCE, and keeps them until engraph rebuild --switch',
    },
  ]);
  const client = await engraph.client('thresholds', 'kept');
  await client.remember('Lena Fischer works at Initech.');
  const [lena] = (await client.get('/v1/entities?prefix=lena')).body.entities;
  expect((await client.get(`/v1/entities/${String(lena.entity_id)}/relations`)).body.count).toBe(1);
  await engraph.stop();
});
