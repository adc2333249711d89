import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { DurableProducer } from '#messaging/durable-producer.js';
import { createKafka } from '#messaging/kafka.js';
import { quietLog, testTopics } from './kafka-setup.js';
import { testKafka } from '../harness/services.js';
import { readTopic } from './topic-probe.js';

const HOUR_MS = 3_600_000;
const LIMIT_MS = 60_000;
const trueNow = Date.now;
let server: Server | undefined;

afterEach(() => {
  Date.now = trueNow;
  server?.close();
});

/**
 * Address that leads to the broker, except for the first connection: that one is never answered, and calls `onRequest`
 * once a request has arrived on it.
 */
async function silentAtFirst(broker: string, onRequest: () => void): Promise<string> {
  const [host = '', port = ''] = broker.split(':');
  let connections = 0;
  server = createServer((client) => {
    client.on('error', () => undefined);
    connections += 1;
    if (connections === 1) {
      client.once('data', onRequest);
      return;
    }
    const upstream = connect(Number(port), host).on('error', () => undefined);
    client.pipe(upstream).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

test(
  'a send is repeated soon although the clock was set back while the broker was silent',
  async () => {
    const { kafka: direct, topicPrefix } = await testTopics();
    const topic = `${topicPrefix}engraph.memory.events`;
    const [broker = ''] = (await testKafka()).brokers;
    let requests = 0;
    const address = await silentAtFirst(broker, () => {
      requests += 1;
      Date.now = trueNow;
    });
    const kafka = createKafka({ brokers: [address], clientId: 'engraph-test', log: quietLog, silenceMs: 500 });
    const producer = new DurableProducer(kafka);
    Date.now = () => trueNow() + HOUR_MS;
    await producer.send([{ topic, messages: [{ value: 'sent' }] }]);
    await producer.disconnect();
    expect(requests).toBe(1);
    const records = await readTopic(direct, topic, (all) => all.length > 0);
    expect(records.map(({ value }) => String(value))).toEqual(['sent']);
  },
  LIMIT_MS,
);
