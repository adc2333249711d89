import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate } from '#database/migrate.js';
import { inScope } from '#database/in-scope.js';
import { isPrivateAddress } from '#apps/api/src/webhooks/private-addresses.js';
import { EventPoster } from '#apps/api/src/webhooks/post-event.js';
import { verifyWebhook } from '../../clients/typescript/src/index.js';
import type { Client } from '../path/client.js';
import { query } from '../harness/postgres.js';
import { serviceUrlOf } from '../harness/service-url.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import { startReplica, type ApiReplica } from './api-replica.js';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An endpoint that answers as it is told. */
interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Answers the next request; undefined leaves it without an answer. */
  answer: (response: ServerResponse, at: number) => void;
  stop(): void;
}

const ok = (response: ServerResponse): void => {
  response.writeHead(204).end();
};
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end('no');
  };

let databaseUrl: string;
let replicas: ApiReplica[];
const receivers: Receiver[] = [];

beforeAll(async () => {
  databaseUrl = await testDatabase();
  await migrate(databaseUrl, serviceUrlOf(databaseUrl));
  const webhooks = { allowsPrivate: true, retries: { firstMs: 20, mostMs: 100, attempts: 4 } };
  replicas = [
    await startReplica(databaseUrl, { RELAY_POLL_MS: '20' }, { webhooks }),
    await startReplica(databaseUrl, { RELAY_POLL_MS: '20' }, { webhooks }),
  ];
});
afterEach(async () => {
  await query(databaseUrl, 'DELETE FROM webhooks');
  for (const receiver of receivers.splice(0)) receiver.stop();
});
afterAll(async () => {
  for (const replica of replicas) await replica.stop();
});

async function startReceiver(answer: Receiver['answer'] = ok): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      receiver.answer(response, received.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`,
    ...{ received, answer },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  receivers.push(receiver);
  return receiver;
}

function newClient(): Promise<Client> {
  const [api] = replicas;
  if (!api) throw new Error('no replica yet');
  return api.client('webhooks', randomUUID());
}

async function encode(client: Client, ...texts: string[]): Promise<void> {
  for (const text of texts) await client.post('/v1/memories', { text });
}

const textsOf = ({ received }: Receiver): unknown[] =>
  received.map(({ body }) => (JSON.parse(body) as { data: { text: string } }).data.text);

const webhookOf = async (client: Client) => (await client.get('/v1/webhooks')).body.webhooks[0];

const has = (receiver: Receiver, count: number) =>
  until(() => Promise.resolve(receiver.received.length >= count), 30_000, `${String(count)} requests`);

test('events are posted in order, once by two replicas, and signed', async () => {
  const [client, receiver] = [await newClient(), await startReceiver()];
  await encode(client, 'before');
  const { body: made } = await client.post('/v1/webhooks', { url: receiver.url, types: ['MemoryEncoded'] });
  expect(made).toMatchObject({ url: receiver.url, state: 'active', failures: 0, last_error: null });
  const texts = Array.from({ length: 30 }, (_, at) => `turn ${String(at)}`);
  await encode(client, ...texts);
  await has(receiver, 30);
  expect(textsOf(receiver)).toEqual(texts);
  const [first] = receiver.received as [Received];
  const event = await verifyWebhook(made.secret as string, first);
  expect(event).toMatchObject({ id: first.headers['webhook-id'], type: 'MemoryEncoded', data: { text: 'turn 0' } });
  await expect(verifyWebhook(made.secret as string, { ...first, body: `${first.body} ` })).rejects.toMatchObject({
    name: 'WebhookVerificationError',
  });
  await expect(verifyWebhook(made.secret as string, first, { now: Date.now() + 400_000 })).rejects.toThrow(/long ago/);
  await until(async () => (await webhookOf(client)).last_delivered_at_unix_nanos > 0);
});

test('the secret is shown once, to nobody else, and a chosen one is used', async () => {
  const [client, receiver] = [await newClient(), await startReceiver()];
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const create = () => client.post('/v1/webhooks', { url: receiver.url, secret }, { 'idempotency-key': 'one' });
  expect((await create()).body.secret).toBe(secret);
  const again = await create();
  expect([again.headers.get('idempotency-replayed'), again.body.secret]).toEqual(['true', undefined]);
  const { body } = await client.get('/v1/webhooks');
  expect([body.count, Object.keys(body.webhooks[0] as object).includes('secret')]).toEqual([1, false]);
  await encode(client, 'signed');
  await has(receiver, 1);
  await verifyWebhook(secret, receiver.received[0] as Received);

  const { agent_id: scopeId } = (await client.get('/v1/whoami')).body as { agent_id: string };
  const pool = new pg.Pool({ connectionString: serviceUrlOf(databaseUrl) });
  const reading = (column: string) => inScope(pool, scopeId).query(`SELECT ${column} FROM webhooks`);
  expect((await reading('url')).rows).toEqual([{ url: receiver.url }]);
  await expect(reading('secret')).rejects.toMatchObject({ code: '42501' });
  await pool.end();
});

test('a failed event is sent again before the next, and a webhook that fails too often is dead until it is resumed', async () => {
  const [client, receiver] = [await newClient(), await startReceiver()];
  receiver.answer = (response, at) => {
    (at === 1 ? status(500) : ok)(response);
  };
  const { body } = await client.post('/v1/webhooks', { url: receiver.url });
  await encode(client, 'one', 'two');
  await has(receiver, 3);
  expect(textsOf(receiver)).toEqual(['one', 'one', 'two']);
  expect(receiver.received[0]?.headers['webhook-id']).toBe(receiver.received[1]?.headers['webhook-id']);

  receiver.answer = status(503);
  await encode(client, 'three');
  const dead = await until(async () => {
    const webhook = await webhookOf(client);
    return webhook.state === 'dead' && webhook;
  });
  expect(dead).toMatchObject({ failures: 4, last_error: 'status 503' });
  receiver.answer = ok;
  await encode(client, 'four');
  await client.post(`/v1/webhooks/${body.webhook_id as string}/resume`, undefined);
  await has(receiver, 9);
  expect(textsOf(receiver).slice(3)).toEqual(['three', 'three', 'three', 'three', 'three', 'four']);
});

test('an endpoint that is gone gets nothing more, and a redirect is not followed', async () => {
  const [client, other, receiver] = [await newClient(), await startReceiver(), await startReceiver()];
  receiver.answer = status(410);
  await client.post('/v1/webhooks', { url: receiver.url });
  await encode(client, 'one');
  await until(async () => (await webhookOf(client)).state === 'dead');
  expect(receiver.received).toHaveLength(1);
  const redirected = await newClient();
  receiver.answer = status(307, { location: other.url });
  await redirected.post('/v1/webhooks', { url: receiver.url });
  await encode(redirected, 'two');
  await until(async () => (await webhookOf(redirected)).last_error === 'status 307');
  expect(other.received).toEqual([]);
});

test('an endpoint that hangs holds up nobody else, and an answer that never ends is not read', async () => {
  const [client, hanging, endless, receiver] = [
    await newClient(),
    await startReceiver(() => undefined),
    await startReceiver((response) => {
      response.writeHead(200);
      setInterval(() => response.write('x'.repeat(10_000)), 5).unref();
    }),
    await startReceiver(),
  ];
  for (const { url } of [hanging, endless, receiver]) await client.post('/v1/webhooks', { url });
  const started = performance.now();
  await encode(client, 'one', 'two', 'three');
  await has(receiver, 3);
  await has(endless, 3);
  expect(performance.now() - started).toBeLessThan(9_000);
  expect(hanging.received).toHaveLength(1);
});

test('a process that died leaves its events to another', async () => {
  const [client, receiver] = [await newClient(), await startReceiver()];
  await client.post('/v1/webhooks', { url: receiver.url });
  await query(
    databaseUrl,
    `UPDATE webhooks SET lease_id = gen_random_uuid(), lease_until = clock_timestamp() + interval '1 second'`,
  );
  await encode(client, 'one');
  expect(receiver.received).toEqual([]);
  await has(receiver, 1);
  expect(textsOf(receiver)).toEqual(['one']);
});

test('a removed webhook gets nothing, and one that is not there is told', async () => {
  const [client, other, receiver] = [await newClient(), await newClient(), await startReceiver()];
  const { webhook_id: id } = (await client.post('/v1/webhooks', { url: receiver.url })).body as { webhook_id: string };
  expect((await other.delete(`/v1/webhooks/${id}`, undefined)).status).toBe(404);
  expect((await client.delete(`/v1/webhooks/${id}`, undefined)).status).toBe(200);
  expect((await client.delete(`/v1/webhooks/${id}`, undefined)).status).toBe(404);
  const witness = await startReceiver();
  await client.post('/v1/webhooks', { url: witness.url });
  await encode(client, 'one');
  await has(witness, 1);
  expect(receiver.received).toEqual([]);
});

test('a scope has so many webhooks', async () => {
  const client = await newClient();
  const create = () => client.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' });
  const answers = [];
  for (let at = 0; at < 21; at++) answers.push((await create()).status);
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 400]);
});

test.each([
  ['127.0.0.1', true],
  ['10.9.8.7', true],
  ['172.31.255.255', true],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['8.8.8.8', false],
  ['172.32.0.1', false],
  ['::1', true],
  ['::', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:8.8.8.8', true],
  ['fe80::1', true],
  ['fd00::1', true],
  ['64:ff9b::a00:1', true],
  ['2002:7f00:1::', true],
  ['2001:db8::1', true],
  ['2606:4700:4700::1111', false],
])('%s is private: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate);
});

test('a name that leads to this machine is refused when it is connected to', async () => {
  const receiver = await startReceiver();
  const poster = new EventPoster(false);
  const message = { id: 'a', body: '{}', secret: Buffer.alloc(32) };
  const post = (host: string) => async () =>
    poster.post(new URL(receiver.url.replace('127.0.0.1', host)), message, new AbortController().signal);
  await expect(post('localhost')()).rejects.toMatchObject({ name: 'PrivateAddress' });
  await expect(post('127.0.0.1')()).rejects.toMatchObject({ name: 'PrivateAddress' });
  expect(receiver.received).toEqual([]);
  poster.close();
});
