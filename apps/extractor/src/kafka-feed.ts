import type { Logger } from 'pino';
import { kafkaSettings, type KafkaConfig } from '#config/kafka-settings.js';
import type { Config } from '#config/settings.js';
import { topicName } from '#contracts/topics.js';
import { KafkaFeed } from '#messaging/consume-chunks.js';
import { ConsumerLag } from '#messaging/consumer-lag.js';
import { KafkaDeadLetters, type RejectedRecord } from '#messaging/dead-letter-publisher.js';
import { createKafka } from '#messaging/kafka.js';
import { NOOP_OBSERVER, type ExtractionObserver } from '#extraction-jobs/extraction-observer.js';
import type { EventBatchHandler, MemoryFeed } from './memory-feed.js';

/** Feeds the extractor from the memory topic, as a member of its consumer group. */
export class KafkaMemoryFeed implements MemoryFeed {
  private readonly feed: KafkaFeed;
  private readonly deadLetters: KafkaDeadLetters;
  private readonly consumerLag: ConsumerLag;
  readonly groupId: string;

  constructor(
    config: KafkaConfig & Pick<Config, 'EXTRACTOR_BATCH_SIZE' | 'EXTRACTOR_CONCURRENCY'>,
    log: Logger,
    private readonly observer: ExtractionObserver = NOOP_OBSERVER,
  ) {
    const topicPrefix = config.KAFKA_TOPIC_PREFIX;
    const topic = topicName('memoryEvents', topicPrefix);
    const groupId = (this.groupId = `${topicPrefix}engraph-extractor`);
    const kafka = createKafka({
      ...kafkaSettings(config),
      clientId: 'engraph-extractor',
      // At debug level: the client logs every failed connection; onError reports the consequence once.
      log: (level, message, details) => {
        log.debug({ kafka: { level, ...details } }, message);
      },
    });
    // maxValueBytes 0: an unreadable record may still contain the text of a memory.
    this.deadLetters = new KafkaDeadLetters(kafka, { topicPrefix, maxValueBytes: 0 });
    this.consumerLag = new ConsumerLag(kafka, { groupId, topic });
    this.feed = new KafkaFeed(kafka, {
      groupId,
      topic,
      chunkSize: config.EXTRACTOR_BATCH_SIZE,
      partitionsConsumedConcurrently: config.EXTRACTOR_CONCURRENCY,
      onError: (error) => {
        log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'extraction failed and will be retried');
      },
    });
  }

  start(handle: EventBatchHandler): Promise<void> {
    const reject = async (record: RejectedRecord): Promise<void> => {
      await this.deadLetters.publish(record);
      this.observer.deadLetter('record');
    };
    this.feed.start({ handle, reject });
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    await this.feed.stop();
    await Promise.all([this.deadLetters.disconnect(), this.consumerLag.disconnect()]);
  }

  /** Consumer lag of the group: records not yet consumed, over all partitions. */
  lag(): Promise<number> {
    return this.consumerLag.records();
  }

  /** State of the connection to the broker. */
  get state(): string {
    return this.feed.state;
  }
}
