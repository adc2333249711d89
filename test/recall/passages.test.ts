import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { lockScope } from '#database/in-locked-scope.js';
import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { restoreMemory } from '#memories/restore/restore-memory.js';
import { recall } from '#recall/recall.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import { splitPassages } from '#search/passages/split-passages.js';
import { reembedScope } from '#search/vectors/reembed-scope.js';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { useEngraph } from './use-engraph.js';

const engraph = useEngraph();

const CHORES = ['sweep the porch', 'water the ferns', 'oil the hinges', 'wash the windows', 'stack the firewood'];
/** Sections of a handbook, none of which says what is asked. */
const filler = (sections: number): string[] =>
  Array.from({ length: sections }, (_, i) => {
    const steps = CHORES.map((chore, step) => `- On round ${String(i * 5 + step)}, ${chore} before the others come.`);
    return [`## Round ${String(i)}`, '', ...steps, ''].join('\n');
  });
const ANSWER = 'The spare key of the boathouse hangs behind the barometer 🧭 in the hall.';
/** A handbook of some 50 kB with one answer in it. */
const HANDBOOK = ['# House handbook 🏡', '', ...filler(60), '## Keys', '', ANSWER, '', ...filler(60)].join('\n');

interface Hit {
  readonly memory_id: string;
  readonly text: string;
  readonly confidence: number;
  readonly passage?: { readonly start: bigint; readonly end: bigint };
}

async function hitsOf(client: Client, query: string, more: object = {}): Promise<readonly Hit[]> {
  const { body } = await client.post('/v1/recall', { query, ...more });
  return (body as { memories: Hit[] }).memories;
}

/** Text of the passage that a hit names; null if it names none. */
function passageText({ text, passage }: Hit): string | null {
  if (!passage) return null;
  return Array.from(text).slice(Number(passage.start), Number(passage.end)).join('');
}

/** Number of rows of vectors, and of those with a vector. */
async function vectorRows(agent: string): Promise<readonly [rows: number, vectors: number]> {
  const { rows } = await engraph
    .sql()
    .query<{ all: number; vectors: number }>(
      `SELECT count(*)::int AS all, count(vector)::int AS vectors FROM memory_vectors WHERE scope_id = $1`,
      [scopeOf('passages', agent).scopeId],
    );
  return [rows[0]?.all ?? 0, rows[0]?.vectors ?? 0];
}

test('a long document answers by the passage that it names, with each retriever, and a turn names none', async () => {
  const client = await engraph.client('passages', 'handbook');
  const handbook = await client.remember(HANDBOOK);
  for (const text of ['We play cards in the hall.', 'The boathouse needs paint.', 'My keys are in my pocket.'])
    await client.remember(text);
  for (const retrievers of [undefined, ['lexical'], ['dense']]) {
    const [first, ...others] = await hitsOf(client, 'Where does the spare key of the boathouse hang?', { retrievers });
    expect([first?.memory_id, first && passageText(first)]).toEqual([handbook, expect.stringContaining(ANSWER)]);
    expect(first && passageText(first)?.length).toBeLessThan(800);
    expect(others.map(passageText)).toEqual(others.map(() => null));
  }
}, 60_000);

test('words that a document has in different passages do not add up', async () => {
  const client = await engraph.client('passages', 'apart');
  const sections = filler(40);
  const scattered = ['lantern', 'orchard', 'beekeeper'].map((word) => `The ${word} is old and well known here.`);
  const apart = scattered.flatMap((sentence, i) => [...sections.slice(i * 10, i * 10 + 10), sentence]);
  const document = await client.remember(apart.join('\n\n'));
  const turn = await client.remember('Our beekeeper hung a lantern in the orchard.');
  const hits = await hitsOf(client, 'beekeeper lantern orchard', { retrievers: ['lexical'], include_trace: true });
  expect(hits.map(({ memory_id }) => memory_id)).toEqual([turn, document]);
  expect(hits[0]?.confidence).toBe(1);
  expect(hits[1]?.confidence).toBeLessThan(0.5);
  expect(scattered.some((sentence) => hits[1] && passageText(hits[1])?.includes(sentence))).toBe(true);
});

test('the index in memory, Postgres and a rebuilt index find the same passages', async () => {
  const client = await engraph.client('passages', 'indexes');
  const { scopeId } = scopeOf('passages', 'indexes');
  const sql = engraph.sql();
  await client.remember(HANDBOOK, { speaker: 'Mara Holm' });
  await client.remember('Mara Holm keeps the key of the boathouse.');
  const found = async (indexCache?: IndexCache): Promise<unknown> => {
    // Ferns and windows stand in other passages than the key.
    const text = 'What does Mara Holm say about ferns, windows and the spare key of the boathouse?';
    const request = { text, maxResults: 5, filter: {}, retrievers: ['lexical'], indexCache, nowMs: 0 } as const;
    return (await recall(sql, scopeId, request)).memories;
  };
  const inPostgres = await found();
  const cache = new IndexCache(1 << 24);
  expect(await found(cache)).toEqual(inPostgres);
  expect(cache.lastRead(scopeId)).not.toBeNull();
  expect((await rebuildGraph(sql as Pool, 'verify')).differences).toBe(0);
  expect(inPostgres).toEqual([expect.objectContaining({ passage: expect.anything() }), expect.anything()]);
});

test('the vectors of passages go, and come back, with their memory', async () => {
  const client = await engraph.client('passages', 'restored');
  const { scopeId } = scopeOf('passages', 'restored');
  const count = [...splitPassages(HANDBOOK)].length;
  const memory_id = await client.remember(HANDBOOK);
  const question = ['Where is the spare key?', { retrievers: ['dense'] }] as const;
  const [before] = await hitsOf(client, ...question);
  expect([count > 50, await vectorRows('restored')]).toEqual([true, [count, count]]);
  await client.delete('/v1/memories', { memory_id });
  expect(await vectorRows('restored')).toEqual([1, 0]);
  expect(await hitsOf(client, ...question)).toEqual([]);
  await inTransaction(engraph.sql() as Pool, async (tx) => {
    await lockScope(tx, scopeId);
    await restoreMemory(tx, scopeId, uuidOfMemoryId(memory_id) ?? '', new Date());
  });
  await until(async () => (await vectorRows('restored'))[1] === count);
  const [after] = await hitsOf(client, ...question);
  expect([after?.memory_id, after?.passage]).toEqual([memory_id, before?.passage]);
  await client.delete('/v1/memories', { memory_id, hard: true });
  expect(await vectorRows('restored')).toEqual([1, 0]);
}, 60_000);

test('a new run embeds the passages of a long text of which an earlier version embedded the beginning', async () => {
  const client = await engraph.client('passages', 'earlier');
  const { scopeId } = scopeOf('passages', 'earlier');
  await client.remember(HANDBOOK);
  await client.remember('A short text keeps its vector.');
  const [rows] = await vectorRows('earlier');
  const sql = engraph.sql();
  await sql.query('DELETE FROM memory_vectors WHERE scope_id = $1 AND passage > 0', [scopeId]);
  const embedded: number[] = [];
  for (let run = 0; run < 2; run += 1)
    await reembedScope(sql as Pool, scopeId, new MiniLmEmbedder(), (memories) => embedded.push(memories));
  expect([embedded, await vectorRows('earlier')]).toEqual([[1], [rows, rows]]);
}, 60_000);
