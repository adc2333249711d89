import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { REQUEST_LIMITS, type RequestLimits } from '#apps/api/src/shared/request-limits.js';
import { revokeKey } from '#access/key-operations.js';
import { TokenBuckets } from '#access/token-buckets.js';
import { dateOfNanos } from '#contracts/clock.js';
import { scopeOf } from '#contracts/scope.js';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { AUDIENCE, ISSUER, startJwtIssuer } from '../access/jwt-issuer.js';
import { PATIENT } from '../harness/patient.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import type { Answer, Client } from '../path/client.js';
import { holdUp, startReplica, testClock, type ApiReplica, type TestClock } from './api-replica.js';

const REFUSED = 'engraph_http_requests_refused_total';

let databaseUrl: string;
const replicas: ApiReplica[] = [];

beforeAll(async () => {
  databaseUrl = await testDatabase();
});
afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.stop();
});

async function replica(
  settings: Record<string, string>,
  clock: TestClock,
  requestLimits: RequestLimits = PATIENT.requestLimits,
): Promise<ApiReplica> {
  const one = await startReplica(databaseUrl, settings, { clock, requestLimits });
  replicas.push(one);
  return one;
}

/** Burst of twenty, ten per second, leases of five. */
const LIMITED = { RATE_LIMIT_PER_S: '10', RATE_LIMIT_BURST: '20', RATE_LIMIT_LEASE_SIZE: '5' };

const ask = (client: Client): Promise<Answer> => client.get('/v1/whoami');

/** Number of concurrent requests that returned 200; the others must return 429. */
async function admitted(requests: number, ...clients: Client[]): Promise<number> {
  const answers = await Promise.all(clients.flatMap((client) => Array.from({ length: requests }, () => ask(client))));
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  return answers.filter(({ status }) => status === 200).length;
}

const fieldsOf = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];

test('without settings nobody is limited, and no answer says otherwise', async () => {
  const api = await replica({}, testClock());
  const client = await api.client('limits', 'off');
  expect(await admitted(200, client)).toBe(200);
  expect(fieldsOf(await ask(client))).toEqual([null, null]);
});

test('a key may make its burst at once, and then what flows in, up to the burst', async () => {
  const clock = testClock();
  const api = await replica(LIMITED, clock);
  const client = await api.client('limits', 'bucket');
  expect(await admitted(50, client)).toBe(20);
  clock.pass(300);
  expect(await admitted(50, client)).toBe(3);
  clock.pass(90);
  expect(await admitted(50, client)).toBe(0);
  clock.pass(10);
  expect(await admitted(50, client)).toBe(1);
  clock.pass(60_000);
  expect(await admitted(50, client)).toBe(20);
  await until(async () => (await api.counts(REFUSED))['rate'] === 206);
});

test('answers of a limited key say what is left, and a refusal when to come again', async () => {
  const clock = testClock();
  const api = await replica({ ...LIMITED, RATE_LIMIT_PER_S: '1' }, clock);
  const client = await api.client('limits', 'fields');
  expect(fieldsOf(await ask(client))).toEqual(['"requests";q=20;w=20', '"requests";r=19;t=1']);
  const missing = await client.get('/v1/memories/1/inspect');
  expect([missing.status, ...fieldsOf(missing)]).toEqual([404, '"requests";q=20;w=20', '"requests";r=18;t=2']);
  clock.pass(1_000);
  expect(fieldsOf(await client.get('/v1/memories?limit=x'))[1]).toBe('"requests";r=18;t=2');
  expect(await admitted(30, client)).toBe(18);

  const refused = await ask(client);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  expect(fieldsOf(refused)).toEqual(['"requests";q=20;w=20', '"requests";r=0;t=20']);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await client.get('/health/ready')).status).toBe(200);
  clock.pass(1_000);
  expect((await ask(client)).status).toBe(200);
});

test('two replicas admit what one would, and besides at most what each had counted ahead', async () => {
  const clock = testClock();
  const [a, b] = [await replica(LIMITED, clock), await replica(LIMITED, clock)];
  const client = await a.client('limits', 'replicas');
  const other = b.with(client.key);
  expect(await admitted(1, client, other)).toBe(2);
  clock.pass(60_000);
  const count = await admitted(60, client, other);
  expect(count).toBe(20 + 4 + 4);
  clock.pass(1_000);
  expect(await admitted(60, client, other)).toBe(10);
});

test('a replica takes a lease for several requests at once, and asks for none while the bucket is empty', async () => {
  const clock = testClock();
  const { database } = await replica({}, clock);
  let statements = 0;
  const counting = new Proxy(database.service, {
    get: (pool, name) => {
      if (name === 'query') statements += 1;
      return Reflect.get(pool, name, pool) as unknown;
    },
  });
  const policy = { name: 'requests' as const, capacity: 20, perSecond: 10, windowMs: null, lease: 5 };
  const buckets = new TokenBuckets(policy, counting, () => dateOfNanos(clock.nowNanos()).getTime());
  const { scopeId } = scopeOf('limits', 'leases');
  for (let i = 0; i < 20; i += 1) expect((await buckets.take({ scopeId, caller: 'a' })).admitted).toBe(true);
  expect(statements).toBe(4);
  for (let i = 0; i < 500; i += 1) expect((await buckets.take({ scopeId, caller: 'a' })).admitted).toBe(false);
  expect(statements).toBe(5);
  const many = await Promise.all(Array.from({ length: 19 }, () => buckets.take({ scopeId, caller: 'b' })));
  expect(many.every((one) => one.admitted)).toBe(true);
  expect(statements).toBe(6);
});

test('a key that is past its limit takes nothing from the others of its scope', async () => {
  const api = await replica(LIMITED, testClock());
  const [loud, quiet] = [await api.client('limits', 'one'), await api.client('limits', 'one')];
  const flood = admitted(300, loud);
  expect(await admitted(20, quiet)).toBe(20);
  expect(await flood).toBe(20);
});

test('a revoked key is told so, whatever it has left', async () => {
  const clock = testClock();
  const [a, b] = [await replica(LIMITED, clock), await replica(LIMITED, clock)];
  const client = await a.client('limits', 'revoked');
  expect(await admitted(30, client)).toBe(20);
  await revokeKey(a.database.dataSource, { actor: 'cli', requestId: uuidv7() }, client.keyId, new Date());
  const answer = await ask(b.with(client.key));
  expect([answer.status, ...fieldsOf(answer)]).toEqual([401, null, null]);
});

test('tokens of one subject share a bucket in their scope, and have another in the next', async () => {
  const issuer = await startJwtIssuer();
  const jwt = { JWT_JWKS_URL: issuer.url, JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_NAMESPACES: '*' };
  const api = await replica({ ...LIMITED, ...jwt }, testClock());
  const token = async (sub: string, agent: string): Promise<Client> =>
    api.with(await issuer.sign({ sub, namespace: 'limits', agent, permissions: ['recall'], jti: Math.random() }));
  expect(await admitted(20, await token('ana', 'jwt-1'), await token('ana', 'jwt-1'))).toBe(20);
  expect(await admitted(25, await token('ana', 'jwt-2'))).toBe(20);
  expect(await admitted(25, await token('bo', 'jwt-1'))).toBe(20);
  await issuer.stop();
});

test('a quota counts memories that are stored, and is whole again with the day of UTC', async () => {
  const clock = testClock(Date.UTC(2026, 10, 21, 23, 58, 30));
  const api = await replica({ QUOTA_MEMORIES_PER_DAY: '3' }, clock);
  const client = await api.client('limits', 'quota');
  const store = (id: string, text = id): Promise<Answer> =>
    client.post('/v1/memories', { text }, { 'idempotency-key': id });
  const first = await store('1');
  expect(fieldsOf(first)).toEqual(['"memories";q=3;w=86400', '"memories";r=2;t=90']);
  expect((await store('1')).headers.get('idempotency-replayed')).toBe('true');
  expect((await store('1', 'other')).status).toBe(409);
  expect((await store('2', ' ')).status).toBe(400);
  expect([(await store('2')).status, (await store('3')).status]).toEqual([200, 200]);

  const refused = await store('4');
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    ...[429, 'rate_limited', '90'],
  ]);
  const again = await store('3');
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  const read = await client.get('/v1/memories');
  expect([read.status, read.body.items.length, ...fieldsOf(read)]).toEqual([200, 3, null, null]);
  await until(async () => (await api.counts(REFUSED))['quota'] === 1);
  clock.pass(90_000);
  expect((await store('4')).status).toBe(200);
});

test('where a lease cannot be had, the answer is 503; what was counted ahead is served', async () => {
  const { statementTimeoutMs } = REQUEST_LIMITS;
  const api = await replica(LIMITED, testClock(), { ...PATIENT.requestLimits, statementTimeoutMs });
  const [known, unknown] = [await api.client('limits', 'known'), await api.client('limits', 'unknown')];
  expect((await ask(known)).status).toBe(200);
  const release = await holdUp(databaseUrl, 'rate_buckets');
  const [served, refused] = await Promise.all([ask(known), ask(unknown)]);
  await release();
  expect(served.status).toBe(200);
  expect([refused.status, refused.body.error.code]).toEqual([503, 'engine.unavailable']);
  expect((await ask(unknown)).status).toBe(200);
});
