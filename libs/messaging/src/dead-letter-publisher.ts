import type { Kafka } from 'kafkajs';
import { v5 as uuidv5 } from 'uuid';
import type { CloudEvent } from '#contracts/messages/cloud-event.js';
import { stringifyExact } from '#contracts/exact-json.js';
import { schemaUrn } from '#contracts/schemas/json-schema.js';
import { ENGRAPH_NAMESPACE } from '#contracts/scope.js';
import { topicName } from '#contracts/topics.js';
import { DurableProducer } from './durable-producer.js';

/** A record that could not be read. */
export interface RejectedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** Human-readable reason; never contains text of the record. */
  readonly reason: string;
}

/** Data of `engraph.RecordRejected`, version 1. Headers are left out, because they may contain credentials. */
export interface RecordRejected {
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
  readonly reason: string;
  /** In base64; null when there was none or it is too large. */
  readonly key: string | null;
  /** In base64; null when there was none, it is too large, or values are not kept. */
  readonly value: string | null;
  readonly value_bytes: number;
}

export interface DeadLetterOptions {
  readonly topicPrefix: string;
  /** Maximum size of a kept value in bytes; 512 KiB by default, 0 keeps none. */
  readonly maxValueBytes?: number;
}

const MAX_VALUE_BYTES = 512 * 1024;
const MAX_KEY_BYTES = 1024;

/** Publishes unreadable records to the dead-letter topic. */
export class KafkaDeadLetters {
  private readonly producer: DurableProducer;

  constructor(
    kafka: Kafka,
    private readonly options: DeadLetterOptions,
  ) {
    this.producer = new DurableProducer(kafka);
  }

  /**
   * Resolves when the broker has stored the record. A repeat has the same id, derived from topic, partition and offset.
   */
  async publish(record: RejectedRecord): Promise<void> {
    const value = stringifyExact(rejection(record, this.options.maxValueBytes ?? MAX_VALUE_BYTES));
    const topic = topicName('deadLetters', this.options.topicPrefix);
    await this.producer.send([{ topic, messages: [{ key: record.key, value }] }]);
  }

  async disconnect(): Promise<void> {
    await this.producer.disconnect();
  }
}

/** Dead letter of an unreadable record. */
export function rejection(record: RejectedRecord, maxValueBytes: number): CloudEvent<RecordRejected> {
  const { topic, partition, offset, reason, key, value } = record;
  return {
    specversion: '1.0',
    id: uuidv5(`rejected\0${topic}\0${String(partition)}\0${offset}`, ENGRAPH_NAMESPACE),
    source: 'engraph',
    type: 'engraph.RecordRejected',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataschema: schemaUrn('RecordRejected', 1),
    data: {
      topic,
      partition,
      offset: BigInt(offset),
      reason,
      key: base64(key, MAX_KEY_BYTES),
      value: base64(value, maxValueBytes),
      value_bytes: value?.length ?? 0,
    },
  };
}

function base64(bytes: Buffer | null, limit: number): string | null {
  return bytes === null || bytes.length > limit ? null : bytes.toString('base64');
}
