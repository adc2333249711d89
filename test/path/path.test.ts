import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createDataSource, poolOf } from '#database/data-source.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import type { Client } from './client.js';
import { FEEDS, runEngraph, type RunningEngraph } from './run-engraph.js';

describe.each(FEEDS)('the path of a memory over the %s feed', (feed) => {
  let engraph: RunningEngraph;
  let scopes = 0;
  const freshScope = (): Promise<Client> => engraph.client('path', `agent-${String((scopes += 1))}`);

  beforeAll(async () => {
    engraph = await runEngraph(feed);
  });
  afterAll(async () => {
    await engraph.stop();
  });

  test('two memories that name one person give one entity with two mentions, and its relations', async () => {
    const client = await freshScope();
    await client.remember('Alice Chen works at Acme Corp in Lisbon.');
    await client.remember('I had lunch with Alice Chen today, she reports to Bob Martinez.');

    const { body: list } = await client.get('/v1/entities?prefix=alice');
    expect(list.count).toBe(1);
    const [alice] = list.entities;
    expect(alice).toMatchObject({ canonical_name: 'Alice Chen', mention_count: 2, entity_type: 'core:person' });

    const { body: traversal } = await client.post(`/v1/entities/${alice.entity_id}/traverse`, { max_depth: 1 });
    const types = traversal.paths.map((path: { steps: { relation_type: string }[] }) => path.steps[0]?.relation_type);
    expect(types).toEqual(expect.arrayContaining(['core:works_at', 'core:reports_to']));

    const { body: graph } = await client.get('/v1/graph');
    const labelOf = (id: string) => graph.nodes.find((node: { id: string }) => node.id === id)?.label;
    const edges = graph.edges.map((e: { from_id: string; to_id: string; label: string }) =>
      [labelOf(e.from_id), e.label, labelOf(e.to_id)].join(' '),
    );
    expect(edges).toContain('Alice Chen core:works_at Acme Corp');
    expect(graph).not.toHaveProperty('next_cursor');
  });

  test('integers past 2^53 come back as they went in', async () => {
    const client = await freshScope();
    const id = await client.remember('Exact numbers matter to Dana Scully.', {
      session: 18446744073709551615n,
      occurred_at_unix_nanos: 1700000000000000001n,
      metadata: { trace: 9007199254740993n },
      tags: ['exact', 'numbers', 'exact'],
    });
    const own = { metadata: { trace: 9007199254740993n }, tags: ['exact', 'numbers'] };
    const { body } = await client.get('/v1/memories?session=18446744073709551615');
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({
      memory_id: id,
      session: 18446744073709551615n,
      occurred_at_unix_nanos: 1700000000000000001n,
      ...own,
    });
    expect((await client.get(`/v1/memories/${id}/inspect`)).body).toMatchObject(own);
    const { body: found } = await client.post('/v1/recall', { query: 'exact numbers' });
    expect(found.memories[0]).toMatchObject(own);
    const { body: other } = await client.get(`/v1/memories?limit=1`);
    expect(other.items[0]).toMatchObject(own);
  });

  test('forgetting takes back what the memory gave the graph, and nothing else', async () => {
    const client = await freshScope();
    await client.remember('Maria Lopez works at Globex.');
    const second = await client.remember('Maria Lopez lives in Berlin.');
    const answer = await client.delete('/v1/memories', { memory_id: second });
    expect(answer.body).toMatchObject({ memory_id: second, was_already_forgotten: false });

    const { body } = await client.get('/v1/entities');
    const counts = Object.fromEntries(
      body.entities.map((e: { canonical_name: string; mention_count: number }) => [e.canonical_name, e.mention_count]),
    );
    expect(counts).toEqual({ 'Maria Lopez': 1, Globex: 1 });
    const again = await client.delete('/v1/memories', { memory_id: second });
    expect(again.body.was_already_forgotten).toBe(true);
    expect((await client.get('/v1/memories')).body.items).toHaveLength(1);
    expect((await client.get('/v1/memories?include_tombstoned=true')).body.items).toHaveLength(2);
  });

  test('a hard forget leaves the text in no table', async () => {
    const client = await freshScope();
    const canary = 'Zyxwvutsrq';
    const id = await client.remember(`My name is ${canary} Petrova and I work at ${canary} Labs.`, { speaker: canary });
    expect((await client.delete('/v1/memories', { memory_id: id, hard: true })).status).toBe(200);
    expect((await client.get(`/v1/memories/${id}/inspect`)).status).toBe(404);
    expect(await tablesHolding(engraph.databaseUrl, canary)).toEqual([]);
  });

  test('a request id is one write: replayed, refused with other parameters, and bound to its scope', async () => {
    const client = await freshScope();
    const headers = { 'idempotency-key': 'turn-1' };
    const first = await client.post('/v1/memories', { text: 'Once only.' }, headers);
    const replay = await client.post('/v1/memories', { text: 'Once only.', kind: 0 }, headers);
    expect(replay.body).toEqual({ ...first.body, was_deduplicated: true });
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    const other = await client.post('/v1/memories', { text: 'Something else.' }, headers);
    expect([other.status, other.body.error.code]).toEqual([409, 'conflict']);
    const forget = await client.delete('/v1/memories', { memory_id: first.body.memory_id }, headers);
    expect(forget.status).toBe(409);

    const stranger = await freshScope();
    const fresh = await stranger.post('/v1/memories', { text: 'Something else.' }, headers);
    expect(fresh.body.was_deduplicated).toBe(false);
    expect((await stranger.get(`/v1/memories/${String(first.body.memory_id)}/inspect`)).status).toBe(404);
    expect((await stranger.delete('/v1/memories', { memory_id: first.body.memory_id })).status).toBe(404);
  });

  test('inspect shows what was kept and found', async () => {
    const client = await freshScope();
    const id = await client.remember('Dr. Kofi Mensah founded Adinkra Labs.');
    const { body } = await client.get(`/v1/memories/${id}/inspect`);
    expect(body).toMatchObject({ found: true, memory_id: id, artifact: { extraction: { state: 'done' } } });
    const surfaces = body.artifact.extraction.mentions.map((m: { text: string }) => m.text);
    expect(surfaces).toContain('Dr. Kofi Mensah');
    expect(body.artifact.extraction.stages.map((s: { stage: string }) => s.stage)).toEqual(['pattern', 'classifier']);
  });

  test('pages of memories follow each other in both directions without a gap', async () => {
    const client = await freshScope();
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) ids.push(await client.remember(`Note number ${String(i)}.`));
    for (const [dir, expected] of [
      ['asc', ids],
      ['desc', [...ids].reverse()],
    ] as const) {
      const seen: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await client.get(`/v1/memories?limit=3&dir=${dir}${cursor}`);
        seen.push(...body.items.map((item: { memory_id: string }) => item.memory_id));
        if (body.next_cursor === undefined) break;
        cursor = `&cursor=${String(body.next_cursor)}`;
      }
      expect(seen).toEqual(expected);
    }
  });

  test('a rebuild from the log finds the live graph as it is', async () => {
    const dataSource = createDataSource({
      url: engraph.databaseUrl,
      poolSize: 4,
      connectTimeoutMs: 5_000,
      statementTimeoutMs: 0,
    });
    await dataSource.initialize();
    const report = await rebuildGraph(poolOf(dataSource), 'verify');
    await dataSource.destroy();
    expect(report.tables).toEqual([]);
    expect(report.scopes).toBeGreaterThan(3);
  });
});

/** Tables in which the text occurs in any column. */
async function tablesHolding(databaseUrl: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const holding: string[] = [];
    for (const { name } of rows) {
      const hits = await client.query(`SELECT FROM ${name} AS t WHERE t::text ILIKE '%' || $1 || '%' LIMIT 1`, [text]);
      if (hits.rowCount !== 0) holding.push(name);
    }
    return holding;
  } finally {
    await client.end();
  }
}
