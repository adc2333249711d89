import { isUtf8 } from 'node:buffer';
import type { Kafka } from 'kafkajs';
import { MalformedEvent, readCloudEvent } from '#contracts/messages/cloud-event-reader.js';
import type { StoredEvent } from '#contracts/events.js';
import type { ConsumerOptions, RawRecord } from './consumer-session.js';
import type { RejectedRecord } from './dead-letter-publisher.js';
import { type FeedState, GroupConsumer } from './group-consumer.js';
import { traceparentOfHeaders } from './trace-header.js';

/** Handler of the records of a chunk. Both methods resolve only when their effects are durable. */
export interface ChunkHandler {
  /**
   * Handles events of one partition, in order, each at least once. A rejected promise is an infrastructure error: the
   * chunk is delivered again.
   */
  handle(events: readonly StoredEvent[]): Promise<void>;
  /** Handles a record that is not a readable event; the other records of the chunk are still handled. */
  reject(record: RejectedRecord): Promise<void>;
}

/** Feeds the events of a topic to a handler, as a member of a consumer group. */
export class KafkaFeed {
  private readonly consumer: GroupConsumer;

  constructor(kafka: Kafka, options: ConsumerOptions) {
    this.consumer = new GroupConsumer(kafka, options);
  }

  get state(): FeedState {
    return this.consumer.state;
  }

  /** Returns at once; an unreachable broker is retried until it is back. */
  start(handler: ChunkHandler): void {
    this.consumer.start((records) => handleChunk(records, handler));
  }

  async stop(): Promise<void> {
    await this.consumer.stop();
  }
}

async function handleChunk(records: readonly RawRecord[], handler: ChunkHandler): Promise<void> {
  const events: StoredEvent[] = [];
  for (const record of records) {
    const event = read(record);
    if (event instanceof MalformedEvent) await handler.reject({ ...record, reason: event.reason });
    else events.push(event);
  }
  if (events.length > 0) await handler.handle(events);
}

function read({ value, headers }: RawRecord): StoredEvent | MalformedEvent {
  if (value === null) return new MalformedEvent('no value');
  if (!isUtf8(value)) return new MalformedEvent('not UTF-8');
  try {
    return { ...readCloudEvent(value.toString()), ...traceparentOfHeaders(headers) };
  } catch (error) {
    if (error instanceof MalformedEvent) return error;
    throw error;
  }
}
