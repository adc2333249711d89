import { type Kafka, Partitioners, type Producer, type TopicMessages } from 'kafkajs';
import pLimit from 'p-limit';
import { CLIENT_RETRY } from './kafka.js';

/**
 * Sends records; `send` resolves when all in-sync replicas have them. One request is in flight at a time, so records of
 * one key stay in order. Connects with the first send.
 *
 * A producer whose send failed is dropped, and the next send starts a new producer session. The reason: kafkajs reuses
 * the sequence numbers of a refused request even when another partition of that request stored its records, and the
 * broker would acknowledge new records under those numbers as duplicates without storing them.
 */
export class DurableProducer {
  private producer: Producer | undefined;
  private readonly oneAtATime = pLimit(1);

  constructor(private readonly kafka: Kafka) {}

  /**
   * Sends records to topics.
   * @param assertMaySend called once connected, just before the request; when it throws, so does `send`
   * @throws the client's error; any part of the records may have been stored then
   */
  send(topicMessages: TopicMessages[], assertMaySend: () => void = () => undefined): Promise<void> {
    return this.oneAtATime(async () => {
      try {
        const producer = await this.connected();
        assertMaySend();
        await producer.sendBatch({ acks: -1, topicMessages });
      } catch (error) {
        await this.drop();
        throw error;
      }
    });
  }

  /** Waits for the sends in progress and disconnects. A later send connects again. */
  disconnect(): Promise<void> {
    return this.oneAtATime(() => this.drop());
  }

  private async connected(): Promise<Producer> {
    if (this.producer) return this.producer;
    this.producer = this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: CLIENT_RETRY,
    });
    await this.producer.connect();
    return this.producer;
  }

  private async drop(): Promise<void> {
    const { producer } = this;
    this.producer = undefined;
    // A connection that is already lost cannot be closed; the error that led here is the one to report.
    await producer?.disconnect().catch(() => undefined);
  }
}
