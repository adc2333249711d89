import type { Logger } from 'pino';
import type { Config } from '#config/settings.js';
import { topicName } from '#contracts/topics.js';
import { KafkaFeed } from '#messaging/consume-chunks.js';
import { KafkaDeadLetters } from '#messaging/dead-letter-publisher.js';
import { createKafka } from '#messaging/kafka.js';
import type { ChunkHandler, MemoryFeed } from './memory-feed.js';

/** Feeds the extractor from the memory topic, as a member of its consumer group. */
export class KafkaMemoryFeed implements MemoryFeed {
  private readonly feed: KafkaFeed;
  private readonly deadLetters: KafkaDeadLetters;

  constructor(
    config: Pick<Config, 'KAFKA_BROKERS' | 'KAFKA_TOPIC_PREFIX' | 'EXTRACTOR_CHUNK' | 'EXTRACTOR_CONCURRENCY'>,
    log: Logger,
  ) {
    const topicPrefix = config.KAFKA_TOPIC_PREFIX;
    const kafka = createKafka({
      brokers: config.KAFKA_BROKERS,
      clientId: 'engraph-extractor',
      // The client tells of every connection it cannot make; what follows from that, onError tells once.
      log: (level, message, details) => {
        log.debug({ kafka: { level, ...details } }, message);
      },
    });
    // What cannot be read may still hold the text of a memory.
    this.deadLetters = new KafkaDeadLetters(kafka, { topicPrefix, maxValueBytes: 0 });
    this.feed = new KafkaFeed(kafka, {
      groupId: `${topicPrefix}engraph-extractor`,
      topic: topicName('memoryEvents', topicPrefix),
      chunkSize: config.EXTRACTOR_CHUNK,
      partitionsConsumedConcurrently: config.EXTRACTOR_CONCURRENCY,
      onError: (error) => {
        log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'extraction waits and tries again');
      },
    });
  }

  start(handle: ChunkHandler): Promise<void> {
    this.feed.start({ handle, reject: (record) => this.deadLetters.publish(record) });
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    await this.feed.stop();
    await this.deadLetters.disconnect();
  }

  /** Whether it is connected to the broker. */
  get state(): string {
    return this.feed.state;
  }
}
