import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { CLIENT_RETRY } from './kafka.js';
import { failpoint } from '#failpoints/failpoints.js';

/** A record as read from the topic. */
export interface RawRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: KafkaMessage['headers'];
  /** When the broker appended it, in Unix milliseconds. */
  readonly timestamp: string;
}

/**
 * Handles records of one partition, in order. Resolves when their effects are durable; then their offsets are
 * committed. A rejected promise means an infrastructure error: the same records are delivered again later.
 */
export type ChunkWork = (records: readonly RawRecord[]) => Promise<void>;

export interface ConsumerOptions {
  readonly groupId: string;
  readonly topic: string;
  /** Maximum number of records per call. */
  readonly chunkSize: number;
  /** Number of partitions handled at the same time; 3 by default. */
  readonly partitionsConsumedConcurrently?: number;
  /** Called with every error that leads to a retry. */
  readonly onError: (error: unknown) => void;
}

const SESSION_MS = 10_000;
const HEARTBEAT_MS = 1_000;
/** How long other members wait for one that is finishing its chunk, in milliseconds. */
const REBALANCE_MS = 30_000;
/** Upper bound of the time until an idle member notices a rebalance or its own stop, in milliseconds. */
const FETCH_WAIT_MS = 250;
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 5_000;

/** Delay before a retry after this number of consecutive failures, in milliseconds: 200, doubling up to 5,000. */
export function retryDelayMs(failures: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
}

/** One membership in a consumer group, from joining until it is stopped or crashes. */
export class ConsumerSession {
  private readonly consumer: Consumer;
  private readonly crashed: Promise<never>;
  private readonly stopped: Promise<void>;
  /** Makes `run` finish the chunks in progress, commit them, leave the group and resolve. */
  readonly stop: () => void;
  private readonly inProgress = new Set<Promise<void>>();
  private readonly failures = new Map<number, number>();
  private readonly paused = new Map<number, NodeJS.Timeout>();
  /** Counts rebalances: a batch fetched before one may belong to another member afterwards. */
  private generation = 0;
  private ended = false;

  constructor(
    kafka: Kafka,
    private readonly options: ConsumerOptions,
    private readonly work: ChunkWork,
  ) {
    this.consumer = kafka.consumer({
      groupId: options.groupId,
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      rebalanceTimeout: REBALANCE_MS,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      maxBytesPerPartition: 1_048_576,
      allowAutoTopicCreation: false,
      // The owner of this session starts another one, so the client must not restart by itself.
      retry: { ...CLIENT_RETRY, restartOnFailure: () => Promise.resolve(false) },
    });
    this.consumer.on(this.consumer.events.GROUP_JOIN, () => {
      this.generation += 1;
    });
    this.crashed = new Promise((_resolve, reject) => {
      this.consumer.on(this.consumer.events.CRASH, ({ payload }) => {
        reject(payload.error);
      });
    });
    this.crashed.catch(() => undefined);
    let stop = (): void => undefined;
    this.stopped = new Promise((resolve) => (stop = resolve));
    this.stop = stop;
  }

  /** Whether it was ever a member of the group. */
  get joined(): boolean {
    return this.generation > 0;
  }

  get state(): 'connecting' | 'running' | 'paused' {
    if (!this.joined || this.ended) return 'connecting';
    return this.paused.size > 0 ? 'paused' : 'running';
  }

  /**
   * Consumes until it is stopped.
   * @throws the error with which the client crashed
   */
  async run(): Promise<void> {
    try {
      // A join may take as long as a rebalance, so stopping does not wait for it.
      const joining = this.join();
      joining.catch(() => undefined);
      await Promise.race([joining, this.stopped, this.crashed]);
      await Promise.race([this.stopped, this.crashed]);
    } finally {
      this.ended = true;
      for (const timer of this.paused.values()) clearTimeout(timer);
      await this.consumer.disconnect().catch(this.options.onError);
      // After a crash the client does not wait for the chunks in progress.
      await Promise.allSettled(this.inProgress);
    }
  }

  private async join(): Promise<void> {
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: [this.options.topic], fromBeginning: true });
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: this.options.partitionsConsumedConcurrently ?? 3,
      eachBatch: (payload) => this.track(this.consume(payload)),
    });
  }

  private async track(batch: Promise<void>): Promise<void> {
    this.inProgress.add(batch);
    try {
      await batch;
    } finally {
      this.inProgress.delete(batch);
    }
  }

  private async consume(payload: EachBatchPayload): Promise<void> {
    const { topic, partition } = payload.batch;
    const { generation } = this;
    const heartbeat = (): Promise<void> => payload.heartbeat();
    for (const chunk of chunksOf(payload.batch, this.options.chunkSize)) {
      if (!payload.isRunning() || payload.isStale() || generation !== this.generation) return;
      try {
        await whileHeartbeating(heartbeat, () => this.work(chunk.records));
      } catch (error) {
        this.retryLater(partition, payload.pause(), error);
        return;
      }
      this.failures.delete(partition);
      if (generation !== this.generation) return;
      failpoint('consume.before-offset');
      payload.resolveOffset(chunk.lastOffset);
      const offset = (BigInt(chunk.lastOffset) + 1n).toString();
      await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] });
      failpoint('consume.after-offset');
      await heartbeat();
    }
  }

  /**
   * Pauses the partition for a while. No offset of the chunk was resolved, so the next fetch begins with it again.
   * Until then the client's own loop keeps sending heartbeats and serves the other partitions.
   */
  private retryLater(partition: number, resume: () => void, error: unknown): void {
    const failures = (this.failures.get(partition) ?? 0) + 1;
    this.failures.set(partition, failures);
    const timer = setTimeout(() => {
      this.paused.delete(partition);
      resume();
    }, retryDelayMs(failures));
    this.paused.set(partition, timer);
    this.options.onError(error);
  }
}

function* chunksOf(batch: EachBatchPayload['batch'], size: number) {
  const { topic, partition, messages } = batch;
  for (let from = 0; from < messages.length; from += size) {
    const records = messages.slice(from, from + size).map(({ offset, key, value, headers, timestamp }): RawRecord => ({
      ...{ topic, partition, offset, key, value, headers, timestamp },
    }));
    const last = records.at(-1);
    if (last) yield { records, lastOffset: last.offset };
  }
}

/**
 * Sends heartbeats while the work runs, since it may take longer than the session timeout. A failed heartbeat shows in
 * the next one.
 */
async function whileHeartbeating(heartbeat: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => {
    heartbeat().catch(() => undefined);
  }, HEARTBEAT_MS / 2);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
