import { randomUUID } from 'node:crypto';
import { logLevel, Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import type { EventType } from '#contracts/events.js';
import { TOPICS, topicName, topicOfEvent, type Topic } from '#contracts/topics.js';
import { until } from '../../harness/until.js';
import type { Model } from './model.js';

const WATCHED = ['memoryEvents', 'extractionEvents', 'graphEvents'] as const satisfies readonly Topic[];
const CATCH_UP_MS = 120_000;

/** Ids of events by topic and scope, in the order of the topic. */
type Deliveries = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the topics from the beginning until every event of the log was read, and checks that each event occurs at least
 * once and that those of a scope are in log order. Uses a new consumer each time, which earlier faults did not affect.
 * @returns number of records
 */
export async function checkTopics(brokers: readonly string[], pool: Pool, model: Model): Promise<number> {
  const deliveries = await readTopics(brokers, pool, model);
  const places = new Map<string, string[]>();
  for (const { id, type, scope } of await readEvents(pool)) {
    const place = `${TOPICS[topicOfEvent(type)].name} ${scope}`;
    const log = places.get(place) ?? [];
    places.set(place, log);
    log.push(id);
  }
  for (const [place, log] of places) compare(place, log, deliveries.get(place) ?? [], model);
  return [...deliveries.values()].reduce((sum, list) => sum + list.length, 0);
}

async function readTopics(brokers: readonly string[], pool: Pool, model: Model): Promise<Deliveries> {
  const retry = { retries: 1_000, maxRetryTime: 2_000 };
  const kafka = new Kafka({ brokers: [...brokers], clientId: 'campaign', logLevel: logLevel.NOTHING, retry });
  const consumer = kafka.consumer({ groupId: `campaign-${randomUUID()}`, sessionTimeout: 10_000, retry });
  const deliveries = new Map<string, string[]>();
  const seen = new Set<string>();
  const missing = async (): Promise<LoggedEvent[]> => (await readEvents(pool)).filter(({ id }) => !seen.has(id));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: WATCHED.map((topic) => topicName(topic, '')), fromBeginning: true });
    await consumer.run({
      eachMessage: ({ topic, message: { key, value } }) => {
        const { id } = JSON.parse(String(value)) as { id: string };
        const place = `${topic} ${String(key)}`;
        const ids = deliveries.get(place) ?? [];
        deliveries.set(place, ids);
        ids.push(id);
        seen.add(id);
        return Promise.resolve();
      },
    });
    await until(async () => (await missing()).length === 0, CATCH_UP_MS, 'all events').catch(async () => {
      const never = (await missing()).map(({ id, type }) => `${type} ${id}`);
      if (never.length > 0)
        model.finding('not published', `${String(never.length)} events, as ${never.slice(0, 3).join(', ')}`);
    });
  } finally {
    await consumer.disconnect();
  }
  return deliveries;
}

/** Repeats may occur anywhere; first deliveries must be in log order. */
function compare(place: string, log: readonly string[], deliveries: readonly string[], model: Model): void {
  const known = new Set(log);
  const came = deliveries.filter((id) => known.has(id));
  const firsts = [...new Set(came)];
  if (firsts.length < log.length) return;
  let at = 0;
  for (const id of came) if (id === log[at]) at += 1;
  const about = `${place}: event ${String(at)} of ${String(log.length)}, ${String(log[at])}`;
  if (at < log.length) model.finding('out of order', about);
  const swapped = firsts.findIndex((id, i) => id !== log[i]);
  if (swapped >= 0)
    model.finding('first deliveries out of order', `${place}: event ${String(swapped)} of ${String(log.length)}`);
}

interface LoggedEvent {
  readonly id: string;
  readonly type: EventType;
  readonly scope: string;
}

async function readEvents(pool: Pool): Promise<LoggedEvent[]> {
  const { rows } = await pool.query<LoggedEvent>(
    `SELECT event_id AS id, type, scope_id AS scope FROM events WHERE type <> 'MemoryExtractionFailed'
     ORDER BY epoch, txid, position`,
  );
  return rows;
}
