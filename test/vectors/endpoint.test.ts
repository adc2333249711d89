import { afterEach, expect, test } from '@jest/globals';
import { createDataSource, poolOf } from '#database/data-source.js';
import { until } from '../harness/until.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import {
  byWords,
  failing,
  startEmbeddingsStandIn,
  type EmbeddingsStandIn,
  type Respond,
} from './embeddings-stand-in.js';

let engraph: RunningEngraph;
let endpoint: EmbeddingsStandIn;

afterEach(async () => {
  await engraph.stop();
  await endpoint.stop();
});

async function start(respond: Respond, settings: Record<string, string> = {}): Promise<Client> {
  endpoint = await startEmbeddingsStandIn(respond);
  engraph = await runEngraph('log', {
    ...{ EMBEDDING_MODEL: 'endpoint', EMBEDDING_BASE_URL: endpoint.url, EMBEDDING_API_MODEL: 'stand-in' },
    ...settings,
  });
  return engraph.client('vectors', 'endpoint');
}

async function found(client: Client, query: string, more: object = {}): Promise<string[]> {
  const { status, body } = await client.post('/v1/recall', { query, ...more });
  expect(status).toBe(200);
  return body.memories.map((memory: { memory_id: string }) => memory.memory_id);
}

const dense = { retrievers: ['dense'] };

test('an unreachable endpoint delays neither extraction nor recall, and vectors are made when it is back', async () => {
  const client = await start(failing(503));
  const cat = await client.remember('The cat sleeps.');
  const dog = await client.remember('The dog barks.');
  expect(await found(client, 'cat')).toEqual([cat]);
  expect(await found(client, 'cat', dense)).toEqual([]);
  endpoint.respond = byWords('cat', 'dog');
  await until(async () => (await found(client, 'dog', dense))[0] === dog);
  expect((await client.get('/v1/capabilities')).body.vector_dim).toBe(3);
  expect(await found(client, 'cat', dense)).toEqual([cat, dog]);
});

test('an endpoint that never answers delays a question by at most two seconds', async () => {
  const client = await start(byWords('cat'), { EMBEDDING_TIMEOUT_MS: '60000' });
  const cat = await client.remember('The cat sleeps.');
  endpoint.respond = () => undefined;
  const startedAt = performance.now();
  expect(await found(client, 'cat')).toEqual([cat]);
  // Without this limit it would wait until the request times out after half a minute.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(endpoint.asked).toContain('cat');
}, 120_000);

test('a text that the endpoint rejects gets no vector, and others of the batch get theirs', async () => {
  const words = byWords('cat', 'dog');
  const client = await start((response, texts) => {
    (texts.some((text) => text.includes('cursed')) ? failing(400) : words)(response, texts);
  });
  endpoint.respond = failing(503);
  await client.remember('A cursed line about a dog.');
  const dog = await client.remember('The dog barks.');
  endpoint.respond = (response, texts) => {
    (texts.some((text) => text.includes('cursed')) ? failing(400) : words)(response, texts);
  };
  await until(async () => (await found(client, 'dog', dense)).length > 0);
  expect(await found(client, 'dog', dense)).toEqual([dog]);
  const source = createDataSource({
    url: engraph.databaseUrl,
    poolSize: 1,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 0,
  });
  await source.initialize();
  try {
    const due = 'SELECT FROM memory_vectors WHERE due_at IS NOT NULL';
    await until(async () => (await poolOf(source).query(due)).rowCount === 0);
  } finally {
    await source.destroy();
  }
});

test('without a model there is no dense retriever, and nothing waits for one', async () => {
  const client = await start(byWords('cat'), { EMBEDDING_MODEL: 'off' });
  const cat = await client.remember('The cat sleeps.');
  expect(await found(client, 'cat')).toEqual([cat]);
  expect(await found(client, 'cat', dense)).toEqual([]);
  const { body } = await client.get('/v1/capabilities');
  expect([body.vector_dim, body.retrievers]).toEqual([0, ['lexical', 'entity_graph', 'time', 'recency']]);
  expect(endpoint.asked).toEqual([]);
});
