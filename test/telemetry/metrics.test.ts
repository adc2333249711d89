import { createServer } from 'node:net';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from '@jest/globals';
import { topicName } from '#contracts/topics.js';
import { ConsumerLag } from '#messaging/consumer-lag.js';
import { createKafka } from '#messaging/kafka.js';
import { Metrics } from '#telemetry/metrics.js';
import { serveMetrics } from '#telemetry/metrics-server.js';
import { until } from '../harness/until.js';
import { freePort } from '../harness/free-port.js';
import { runEngraph, type Feed, type RunningEngraph } from '../path/run-engraph.js';

const running: RunningEngraph[] = [];

afterEach(async () => {
  for (const engraph of running.splice(0)) await engraph.stop();
});

async function run(feed: Feed) {
  const ports = { METRICS_PORT: String(await freePort()), EXTRACTOR_PORT: String(await freePort()) };
  const engraph = await runEngraph(feed, ports);
  running.push(engraph);
  return {
    engraph,
    api: () => scrape(ports.METRICS_PORT),
    extractor: () => scrape(feed === 'kafka' ? ports.EXTRACTOR_PORT : ports.METRICS_PORT),
  };
}

/** Values by series, as a scraper reads them. */
async function scrape(port: string): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

test.each(['log', 'kafka'] as const)('a memory shows in the metrics from request to graph (feed: %s)', async (feed) => {
  const { engraph, api, extractor } = await run(feed);
  const client = await engraph.client('acme', 'metrics');
  const again = { 'idempotency-key': 'once' };
  const body = { text: 'Maya Lindqvist lives in Oslo.' };
  await client.post('/v1/memories', body, again);
  await client.post('/v1/memories', body, { ...again, prefer: 'wait=20' });
  const { memory_id } = (await client.get('/v1/memories')).body.items[0];
  await client.get(`/v1/memories/${String(memory_id)}/inspect`);
  await client.get('/v1/nowhere/at-all');

  const seen = await api();
  const requests = (method: string, route: string, status: number) =>
    seen.get(
      `engraph_http_request_duration_seconds_count{method="${method}",route="${route}",status="${String(status)}"}`,
    );
  expect(requests('POST', '/v1/memories', 200)).toBe(2);
  expect(requests('GET', '/v1/memories/:id/inspect', 200)).toBe(1);
  expect(requests('GET', 'none', 404)).toBe(1);
  expect(seen.get('engraph_encode_batch_requests_sum')).toBe(2);
  expect(seen.get('engraph_encode_requests_deduplicated_total')).toBe(1);
  expect([...seen.keys()].filter((series) => series.includes(String(memory_id)) || series.includes('at-all'))).toEqual(
    [],
  );

  const stages = [...(await extractor())].filter(([series]) =>
    series.startsWith('engraph_extraction_stage_duration_seconds_count'),
  );
  expect(stages.map(([, count]) => count)).toEqual(stages.map(() => 1));
  expect(stages.length).toBeGreaterThanOrEqual(2);
  const reader = feed === 'log' ? 'extractor' : 'kafka-relay';
  await until(async () => (await api()).get(`engraph_log_reader_lag_events{reader="${reader}"}`) === 0);
  await until(async () => (await api()).get('engraph_extractions_pending') === 0);
  expect((await api()).get('engraph_extraction_stalled')).toBe(0);
});

test('records that the extractors have yet to take are counted, and those that cannot be read', async () => {
  const { engraph, extractor } = await run('kafka');
  if (!engraph.kafka) throw new Error('runs on Kafka');
  const { brokers, topicPrefix } = engraph.kafka;
  const kafka = createKafka({ brokers, clientId: 'metrics-test', log: () => undefined });
  const topic = topicName('memoryEvents', topicPrefix);
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic, messages: [{ value: 'not JSON' }, { value: '[]' }] });
  await producer.disconnect();

  const unread = new ConsumerLag(kafka, { groupId: `${topicPrefix}nobody`, topic });
  expect(await unread.records()).toBe(2);
  await unread.disconnect();
  await until(async () => (await extractor()).get('engraph_dead_letters_total{source="record"}') === 2);
  const lag = `engraph_consumer_lag_records{group="${topicPrefix}engraph-extractor"}`;
  await until(async () => (await extractor()).get(lag) === 0);
});

test('a gauge that cannot be read is left out, and the others are told all the same', async () => {
  const metrics = new Metrics();
  metrics.sample('engraph_extractions_pending', {}, () => Promise.reject(new Error('away')));
  metrics.sample('engraph_extraction_stalled', {}, () => Promise.resolve(1));
  const server = await serveMetrics(metrics.registry, await freePort(), '127.0.0.1');
  await server.close();
  const text = await metrics.registry.metrics();
  expect(text).toContain('\nengraph_extraction_stalled 1\n');
  expect(text).not.toMatch(/^engraph_extractions_pending /m);
});

test('a metrics port that is taken is told with the name of its setting, and 0 opens none', async () => {
  const port = await freePort();
  const holder = createServer().listen(port, '127.0.0.1');
  await once(holder, 'listening');
  const { registry } = new Metrics();
  await expect(serveMetrics(registry, port, '127.0.0.1')).rejects.toThrow(
    `port ${String(port)} is taken; choose another with METRICS_PORT=…, or 0 for none`,
  );
  holder.close();
  await (await serveMetrics(registry, 0, '127.0.0.1')).close();
});

test('docs/operations.md lists every metric of the code, with its kind, and no other', async () => {
  const told = [
    ...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `(engraph_\w+)` +\| (\w+) +\| (.*?) +\|/gm),
  ];
  const registered = await new Metrics().registry.getMetricsAsJSON();
  const own = registered.filter(({ name }) => name.startsWith('engraph_'));
  expect(told.map(([, name, kind]) => [name, kind]).sort()).toEqual(
    own.map(({ name, type }) => [name, String(type)]).sort(),
  );
});
