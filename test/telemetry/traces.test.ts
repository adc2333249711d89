import { afterEach, expect, test } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import { saying, startLlmStandIn } from '../extractor/llm-stand-in.js';
import { query } from '../harness/postgres.js';
import { until } from '../harness/until.js';
import { FEEDS, runEngraph } from '../path/run-engraph.js';
import { startTraceCollector, type CollectedSpan } from './trace-collector.js';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const TEXT = 'Maria Oliveira works at Contoso in Lisbon.';

async function collector() {
  const started = await startTraceCollector();
  stops.push(() => started.stop());
  return started;
}

async function llm() {
  const standIn = await startLlmStandIn(saying({ people: ['Maria Oliveira'] }));
  stops.push(() => standIn.stop());
  return { LLM_BASE_URL: standIn.baseUrl, LLM_MODEL: 'stand-in', LLM_POLICY: 'always' };
}

/** Names of the spans from the root to a span. */
function wayTo(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? wayTo(parent, spans) : []), span.name];
}

test.each(FEEDS)('one trace follows a memory from the request into the graph, by the %s feed', async (feed) => {
  const { endpoint, spans } = await collector();
  const engraph = await runEngraph(feed, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...(await llm()) });
  const client = await engraph.client('traces', feed);
  const body = { text: TEXT, speaker: 'Ana Secreta' };
  await client.post('/v1/memories', body, { traceparent: `00-${TRACE}-${CALLER}-01` });
  const projected = () => Promise.resolve(spans.filter(({ name }) => name === 'project').length === 2);
  await until(projected, 60_000, 'the spans of both projections');
  await engraph.stop();

  const own = spans.filter(({ traceId }) => traceId === TRACE);
  const ways = own.map((span) => wayTo(span, own).join(' > '));
  const request = 'POST /v1/memories > EncodeMemory';
  const extract = feed === 'log' ? `${request} > extract` : `${request} > publish MemoryEncoded > extract`;
  for (const way of ['stage pattern', 'stage classifier', 'project', 'stage llm'])
    expect(ways).toContain(`${extract} > ${way}`);
  const [root] = own.filter(({ name }) => name.startsWith('POST'));
  expect(root?.parentSpanId).toBe(CALLER);
  const services = feed === 'log' ? ['engraph'] : ['engraph-api', 'engraph-extractor'];
  expect([...new Set(own.map(({ service }) => service))].sort()).toEqual(services);

  const told = JSON.stringify(spans);
  for (const secret of [TEXT, 'Maria', 'Contoso', 'Lisbon', 'Ana Secreta', client.key])
    expect(told).not.toContain(secret);
});

test('a trace that the caller does not record is not recorded here, and ends there', async () => {
  const { endpoint, spans } = await collector();
  const engraph = await runEngraph('log', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const client = await engraph.client('traces', 'unsampled');
  const wait = { prefer: 'wait=20' };
  await client.post('/v1/memories', { text: TEXT }, { ...wait, traceparent: `00-${TRACE}-${CALLER}-00` });
  await client.post('/v1/memories', { text: TEXT }, { ...wait, traceparent: 'nonsense' });
  await engraph.stop();
  const requests = spans.filter(({ name }) => name === 'POST /v1/memories');
  expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined]);
  expect(spans.filter(({ traceId }) => traceId === TRACE)).toEqual([]);
});

test('a collector that is away holds up neither requests nor the end', async () => {
  const gone = await startTraceCollector();
  await gone.stop();
  const engraph = await runEngraph('log', { OTEL_EXPORTER_OTLP_ENDPOINT: gone.endpoint });
  const client = await engraph.client('traces', 'away');
  await client.remember(TEXT);
  const startedAt = performance.now();
  await engraph.stop();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('a command over Kafka continues the trace of its record', async () => {
  const { endpoint, spans } = await collector();
  const engraph = await runEngraph('kafka', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const { key } = await engraph.client('traces', 'commands');
  const data = { request_id: 'traced', text: TEXT };
  const value = { specversion: '1.0', id: 'traced', source: 'test', type: 'engraph.EncodeMemory', data };
  const { brokers, topicPrefix } = engraph.kafka ?? { brokers: [], topicPrefix: '' };
  const producer = new Kafka({ brokers, logLevel: logLevel.NOTHING }).producer();
  await producer.connect();
  const headers = { authorization: `Bearer ${key}`, traceparent: `00-${TRACE}-${CALLER}-01` };
  await producer.send({
    topic: `${topicPrefix}engraph.commands`,
    messages: [{ value: JSON.stringify(value), headers }],
  });
  await producer.disconnect();
  const projected = () => Promise.resolve(spans.some(({ name }) => name === 'project'));
  await until(projected, 60_000, 'the span of the projection');
  await engraph.stop();
  const own = spans.filter(({ traceId }) => traceId === TRACE);
  const way = 'command EncodeMemory > EncodeMemory > publish MemoryEncoded > extract > project';
  expect(own.map((span) => wayTo(span, own).join(' > '))).toContain(way);
});

test('without a collector nothing is traced, whatever the caller sends', async () => {
  const engraph = await runEngraph('log');
  const client = await engraph.client('traces', 'off');
  const headers = { prefer: 'wait=20', traceparent: `00-${TRACE}-${CALLER}-01` };
  await client.post('/v1/memories', { text: TEXT }, headers);
  const events = await query(engraph.databaseUrl, 'SELECT DISTINCT type, traceparent FROM events ORDER BY type');
  await engraph.stop();
  expect(events).toContainEqual({ type: 'MemoryEncoded', traceparent: null });
  expect(events).toContainEqual({ type: 'MemoryExtracted', traceparent: null });
  expect(events.filter(({ traceparent }) => traceparent !== null)).toEqual([]);
});
