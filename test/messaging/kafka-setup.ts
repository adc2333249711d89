import type { Kafka } from 'kafkajs';
import { createKafka } from '#messaging/kafka.js';
import { ensureTopics } from '#messaging/ensure-topics.js';
import { testKafka } from '../harness/services.js';

export const quietLog = (): void => undefined;

export interface TestTopics {
  readonly kafka: Kafka;
  readonly topicPrefix: string;
}

/** A client of the shared broker, and topics of the caller's own. */
export async function testTopics(partitions = 3): Promise<TestTopics> {
  const { brokers, topicPrefix } = await testKafka();
  const kafka = createKafka({ brokers, clientId: 'engraph-test', log: quietLog });
  await ensureTopics(kafka, { topicPrefix, partitions });
  return { kafka, topicPrefix };
}
