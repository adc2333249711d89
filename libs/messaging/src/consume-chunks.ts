import { isUtf8 } from 'node:buffer';
import type { Kafka } from 'kafkajs';
import { MalformedEvent, readCloudEvent } from '#contracts/messages/cloud-event-reader.js';
import type { StoredEvent } from '#contracts/events.js';
import type { ConsumerOptions, RawRecord } from './consumer-session.js';
import type { RejectedRecord } from './dead-letter-publisher.js';
import { type FeedState, GroupConsumer } from './group-consumer.js';
import { traceparentOfHeaders } from './trace-header.js';

/** What a feed does with the records of a chunk. Both resolve only when their effects are durable. */
export interface ChunkHandler {
  /** Events of one partition, in order, each at least once. A rejection is a fault: the chunk comes again. */
  handle(events: readonly StoredEvent[]): Promise<void>;
  /** A record that is no readable event; its neighbours go on. */
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

  /** Returns at once; a broker that is out of reach is tried again until it is back. */
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
