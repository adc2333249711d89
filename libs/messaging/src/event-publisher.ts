import type { Kafka, TopicMessages } from 'kafkajs';
import pLimit from 'p-limit';
import { type EventRecord, toCloudEvent, toCloudEventReference } from '#contracts/messages/cloud-event.js';
import type { StoredEvent } from '#contracts/events.js';
import { stringifyExact } from '#contracts/exact-json.js';
import { groupBy } from '#contracts/group-by.js';
import { topicName, topicOfEvent } from '#contracts/topics.js';
import { failpoint } from '#failpoints/failpoints.js';
import { DurableProducer } from './durable-producer.js';

export interface EventPublisherOptions {
  readonly topicPrefix: string;
  /** Values larger than this, in bytes, are published as a reference without trying the broker. */
  readonly maxRecordBytes: number;
  /** Whether all records are references, without any text. */
  readonly referencesOnly: boolean;
}

/** Default of `maxRecordBytes`: the topics accept 8 MiB. */
export const MAX_RECORD_BYTES = 7.5 * 1024 * 1024;

/**
 * Bytes of values in one request: about a thousand ordinary events, and below the brokers' default limit of 1 MiB.
 * Measured with events of 0.8 KB: 33,000 events/s; with requests of 250 KB: 27,000.
 */
const REQUEST_BYTES = 900_000;

interface OutgoingRecord {
  readonly event: StoredEvent;
  readonly topic: string;
  readonly value: Buffer;
  readonly isReference: boolean;
}

/** Publishes events of the log, each to the topic of its type, with the scope as key. */
export class KafkaEventPublisher {
  private readonly producer: DurableProducer;
  private readonly oneAtATime = pLimit(1);

  constructor(
    kafka: Kafka,
    private readonly options: EventPublisherOptions,
  ) {
    this.producer = new DurableProducer(kafka);
  }

  /**
   * Publishes events; resolves when the broker has acknowledged all of them. Events of one scope keep their order.
   * After a failure, publish the same events again: readers drop repeated ones by id.
   * @param assertMayPublish called just before each request; when it throws, publishing ends
   * @throws the client's error, also for a topic that does not exist
   */
  publish(events: readonly StoredEvent[], assertMayPublish: () => void = () => undefined): Promise<void> {
    return this.oneAtATime(async () => {
      const records = events.map((event) => this.recordOf(event));
      for (const batch of batchesByBytes(records)) {
        failpoint('publish.before-send');
        await this.send(batch, assertMayPublish);
        failpoint('publish.after-send');
      }
    });
  }

  async disconnect(): Promise<void> {
    await this.producer.disconnect();
  }

  private recordOf(event: StoredEvent): OutgoingRecord {
    if (this.options.referencesOnly) return this.outgoing(event, toCloudEventReference(event), true);
    const full = this.outgoing(event, toCloudEvent(event), false);
    return full.value.length > this.options.maxRecordBytes ? this.referenceTo(event) : full;
  }

  private referenceTo(event: StoredEvent): OutgoingRecord {
    return this.outgoing(event, toCloudEventReference(event), true);
  }

  private outgoing(event: StoredEvent, record: EventRecord, isReference: boolean): OutgoingRecord {
    const topic = topicName(topicOfEvent(event.type), this.options.topicPrefix);
    return { event, topic, value: Buffer.from(stringifyExact(record)), isReference };
  }

  /**
   * Sends a batch. The broker does not say which record of a request is too large, so a refused batch is halved until
   * one record is left, which is then published as a reference.
   */
  private async send(batch: readonly OutgoingRecord[], assertMayPublish: () => void): Promise<void> {
    try {
      await this.producer.send(byTopic(batch), assertMayPublish);
    } catch (error) {
      const [first] = batch;
      if (!isTooLarge(error) || first === undefined) throw error;
      if (batch.length > 1) {
        const middle = Math.ceil(batch.length / 2);
        await this.send(batch.slice(0, middle), assertMayPublish);
        await this.send(batch.slice(middle), assertMayPublish);
      } else {
        if (first.isReference) throw error;
        await this.send([this.referenceTo(first.event)], assertMayPublish);
      }
    }
  }
}

function* batchesByBytes(records: readonly OutgoingRecord[]): Generator<OutgoingRecord[]> {
  let batch: OutgoingRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    if (batch.length > 0 && bytes + record.value.length > REQUEST_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(record);
    bytes += record.value.length;
  }
  if (batch.length > 0) yield batch;
}

function byTopic(batch: readonly OutgoingRecord[]): TopicMessages[] {
  const topics = groupBy(batch, (record) => record.topic);
  return [...topics].map(([topic, records]) => ({
    topic,
    messages: records.map(({ event: { scope, traceparent }, value }) => ({
      key: scope.scopeId,
      value,
      ...(traceparent !== undefined && { headers: { traceparent } }),
    })),
  }));
}

/**
 * Whether the broker refused for size: a record batch beyond the limit of the topic, or one that no segment can hold.
 */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const type = 'type' in error ? error.type : undefined;
  return type === 'MESSAGE_TOO_LARGE' || type === 'RECORD_LIST_TOO_LARGE' || isTooLarge(error.cause);
}
