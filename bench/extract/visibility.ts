import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { surname } from '../chat-texts.js';
import type { Closing } from '../closing.js';
import { createKey } from '../create-key.js';
import { startApp } from '../processes.js';
import { makeTopics, newTopicPrefix, untilJoined, type Engines } from './throughput.js';

/** Milliseconds from the acknowledgement of each memory to the first answer that has its entity. */
export type Delays = readonly number[];

interface Service {
  readonly baseUrl: string;
  readonly key: string;
  stop(): Promise<void>;
}

const REQUESTS_PER_SECOND = 5;
const WARM_UP = 10;
const POLL_MS = 5;
const VISIBLE_LIMIT_MS = 10_000;
/** Surnames below this number are those of other benchmarks' texts. */
const FIRST_SURNAME = 4_096;

/** Measures with one api and one extractor, over Kafka. */
export async function measureFull(closing: Closing, engines: Engines, seconds: number): Promise<Delays> {
  const topicPrefix = newTopicPrefix();
  await makeTopics(engines.kafka, topicPrefix);
  const databaseUrl = await engines.databases.create();
  const settings = {
    DATABASE_URL: databaseUrl,
    KAFKA_BROKERS: engines.brokers.join(','),
    KAFKA_TOPIC_PREFIX: topicPrefix,
  };
  const key = await createKey(databaseUrl);
  const api = await startApp(closing, 'api', settings);
  const extractor = await startApp(closing, 'extractor', settings);
  await untilJoined(engines.kafka, `${topicPrefix}engraph-extractor`, 1);
  return measure(
    {
      baseUrl: `http://127.0.0.1:${String(api.port)}`,
      key,
      stop: async () => {
        await Promise.all([api.stop(), extractor.stop()]);
        await engines.databases.drop(databaseUrl);
      },
    },
    seconds,
  );
}

/** Measures with everything in one process, without Kafka. */
export async function measureEmbedded(closing: Closing, engines: Engines, seconds: number): Promise<Delays> {
  const databaseUrl = await engines.databases.create();
  const dataDir = await mkdtemp(join(tmpdir(), 'engraph-bench-'));
  closing.add(() => rm(dataDir, { recursive: true, force: true }));
  const app = await startApp(closing, 'standalone', { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const key = await createKey(databaseUrl);
  const stop = async (): Promise<void> => {
    await app.stop();
    await engines.databases.drop(databaseUrl);
  };
  return measure({ baseUrl: `http://127.0.0.1:${String(app.port)}`, key, stop }, seconds);
}

/** A memory every 200 ms, whether the one before is visible or not; the first few do not count. */
async function measure(service: Service, seconds: number): Promise<Delays> {
  try {
    for (let n = 0; n < WARM_UP; n += 1) await delayOf(service, FIRST_SURNAME + n);
    const delays: Promise<number>[] = [];
    const startedAt = performance.now();
    for (let n = 0; n < seconds * REQUESTS_PER_SECOND; n += 1) {
      await delay(Math.max(0, startedAt + (n * 1000) / REQUESTS_PER_SECOND - performance.now()));
      delays.push(delayOf(service, FIRST_SURNAME + WARM_UP + n));
    }
    return await Promise.all(delays);
  } finally {
    await service.stop();
  }
}

/** @throws when the entity does not come within 10 s */
async function delayOf({ baseUrl, key }: Service, n: number): Promise<number> {
  const name = `Alice ${surname(n)}`;
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ text: `I had lunch with ${name} today, she works at Acme Corp in Lisbon.` });
  const response = await fetch(`${baseUrl}/v1/memories`, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`POST /v1/memories answered ${String(response.status)}`);
  await response.arrayBuffer();
  const acknowledgedAt = performance.now();
  const url = `${baseUrl}/v1/entities?prefix=${encodeURIComponent(name)}`;
  for (;;) {
    const found = (await (await fetch(url, { headers })).json()) as { count?: number };
    const waited = performance.now() - acknowledgedAt;
    if ((found.count ?? 0) > 0) return waited;
    if (waited > VISIBLE_LIMIT_MS) throw new Error('an entity did not become visible within 10 s');
    await delay(POLL_MS);
  }
}
