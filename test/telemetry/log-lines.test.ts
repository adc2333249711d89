import { Writable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { pino, type Logger } from 'pino';
import { factsOf } from '#apps/api/src/http/problems.js';
import { scopeOf } from '#contracts/scope.js';
import { scopeHashOf } from '#apps/api/src/http/request-log.js';
import { topicName } from '#contracts/topics.js';
import { createKafka } from '#messaging/kafka.js';
import { startLlmStandIn, type LlmStandIn } from '../extractor/llm-stand-in.js';
import { query } from '../harness/postgres.js';
import { until } from '../harness/until.js';
import { FEEDS, runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** Occurs in texts, names, parameters and credentials; no log line may contain it. */
const CANARY = 'Kanarienvogel';

let engraph: RunningEngraph | undefined;
let llm: LlmStandIn | undefined;

afterEach(async () => {
  await engraph?.stop();
  await llm?.stop();
  engraph = llm = undefined;
});

/** A log at level debug, and its lines so far. */
function capturedLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { log: pino({ level: 'debug' }, stream), lines };
}

/** Makes Postgres reject rows with the word in a column, with a multi-line message that quotes them. */
async function refuse(url: string, table: string, column: string, word: string): Promise<void> {
  await query(
    url,
    `CREATE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION E'refused\n    at %\n%', NEW.${column}, NEW; END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON ${table} FOR EACH ROW WHEN (NEW.${column} LIKE '%${word}%')
       EXECUTE FUNCTION refuse_${table}()`,
  );
}

test.each(FEEDS)('nothing of a memory or a request gets into the log, whatever goes wrong (feed: %s)', async (feed) => {
  const { log, lines } = capturedLog();
  llm = await startLlmStandIn((response, text) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: text } }));
  });
  const settings = { LOG_REQUESTS: 'on', LLM_BASE_URL: llm.baseUrl, LLM_MODEL: 'stand-in', LLM_POLICY: 'always' };
  engraph = await runEngraph(feed, settings, undefined, { log });
  const client = await engraph.client('acme', 'log');
  await refuse(engraph.databaseUrl, 'memories', 'text', 'Verboten');
  await refuse(engraph.databaseUrl, 'mentions', 'surface', 'Gisela');

  const text = `Maya ${CANARY} lives in Oslo.`;
  await client.remember(text, { speaker: CANARY, metadata: { [CANARY]: CANARY } });
  const key = { 'idempotency-key': `${CANARY}-1` };
  await client.post('/v1/memories', { text }, key);
  expect((await client.post('/v1/memories', { text: `${text} No.` }, key)).status).toBe(409);
  expect((await client.post('/v1/memories', { text: `Verboten: ${text}` })).status).toBe(500);
  await client.post('/v1/memories', { text: `Gisela ${CANARY} lives in Oslo.` });
  expect((await client.post('/v1/memories', `{"text": "${CANARY}`)).status).toBe(400);
  expect((await client.post('/v1/memories', { text, role: CANARY })).status).toBe(400);
  expect((await client.post(`/v1/${CANARY}`, {})).status).toBe(404);
  expect((await client.get(`/v1/entities?prefix=${CANARY}&limit=${CANARY}`)).status).toBeLessThan(500);
  expect((await fetch(`${engraph.baseUrl}/v1/whoami`, { headers: { 'x-api-key': CANARY } })).status).toBe(401);
  if (engraph.kafka) await sendUnreadable(engraph.kafka);

  const told = (message: RegExp) => lines.filter(({ msg }) => message.test(String(msg)));
  await until(() => Promise.resolve(told(/parked/).length > 0), 60_000, 'the parked memory');
  await until(() => Promise.resolve((llm?.asked.length ?? 0) > 0), 60_000, 'the question to the LLM');
  expect(told(/unexpected/)).toHaveLength(1);
  await engraph.stop();
  engraph = undefined;
  expect(lines.filter((line) => JSON.stringify(line).includes(CANARY))).toEqual([]);
});

async function sendUnreadable({ brokers, topicPrefix }: { brokers: string[]; topicPrefix: string }): Promise<void> {
  const producer = createKafka({ brokers, clientId: 'log-test', log: () => undefined }).producer();
  await producer.connect();
  for (const topic of ['memoryEvents', 'commands'] as const)
    await producer.send({ topic: topicName(topic, topicPrefix), messages: [{ key: CANARY, value: CANARY }] });
  await producer.disconnect();
}

test('a request is a line with its id, route, status, duration and the hash of its scope', async () => {
  const { log, lines } = capturedLog();
  engraph = await runEngraph('log', { LOG_REQUESTS: 'on', EXTRACTION: 'off' }, undefined, { log });
  const client = await engraph.client('acme', 'log');
  const requests = () => lines.filter(({ msg }) => msg === 'request');
  const { headers } = await client.get('/v1/memories?limit=5');
  await client.get('/health/live');
  await until(() => Promise.resolve(requests().length === 2));
  const line = { level: 30, msg: 'request', status: 200, method: 'GET', duration_ms: expect.any(Number) };
  expect(requests()).toEqual([
    expect.objectContaining({
      ...{ ...line, request_id: headers.get('x-request-id'), route: '/v1/memories' },
      scope_hash: scopeHashOf(scopeOf('acme', 'log').scopeId),
    }),
    expect.objectContaining({ ...line, route: '/health/live', scope_hash: null }),
  ]);
  expect(scopeHashOf('')).toBe('e3b0c44298fc');
});

test('the place of an error is told without its message, however many lines that has', () => {
  const error = new RangeError(`first ${CANARY}\n    at ${CANARY} (here:1:2)\n${CANARY}`);
  expect(JSON.stringify(factsOf(error))).not.toContain(CANARY);
  expect(factsOf(error)).toMatchObject({
    error: 'RangeError',
    stack: expect.arrayContaining([expect.stringMatching(/^ +at /)]),
  });
});
