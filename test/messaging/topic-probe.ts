import { randomUUID } from 'node:crypto';
import type { Kafka, KafkaMessage } from 'kafkajs';
import { until } from '../harness/until.js';

export type ProbedRecord = KafkaMessage & { partition: number };

/** Reads a topic from the beginning until `enough` returns true, with a plain client instead of the code under test. */
export async function readTopic(
  kafka: Kafka,
  topic: string,
  enough: (records: readonly ProbedRecord[]) => boolean,
  limitMs = 60_000,
): Promise<ProbedRecord[]> {
  const consumer = kafka.consumer({ groupId: `probe-${randomUUID()}`, maxWaitTimeInMs: 100 });
  const records: ProbedRecord[] = [];
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      eachMessage: ({ message, partition }) => {
        records.push({ ...message, partition });
        return Promise.resolve();
      },
    });
    await until(() => Promise.resolve(enough(records)), limitMs, `the awaited records of ${topic}`);
    return records;
  } finally {
    await consumer.disconnect();
  }
}

/** Committed offsets of a group, summed over the partitions of a topic. */
export async function committed(kafka: Kafka, groupId: string, topic: string): Promise<bigint> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const [offsets] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const positions = offsets?.partitions.map(({ offset }) => (offset === '-1' ? 0n : BigInt(offset))) ?? [];
    return positions.reduce((sum, offset) => sum + offset, 0n);
  } finally {
    await admin.disconnect();
  }
}

/** Number of members of a group. */
export async function members(kafka: Kafka, groupId: string): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const { groups } = await admin.describeGroups([groupId]);
    return groups[0]?.members.length ?? 0;
  } finally {
    await admin.disconnect();
  }
}
