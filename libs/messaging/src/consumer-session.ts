import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { CLIENT_RETRY } from './kafka.js';
import { failpoint } from '#failpoints/failpoints.js';

/** A record as the topic has it. */
export interface RawRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: KafkaMessage['headers'];
  /** When the broker took it, in unix milliseconds. */
  readonly timestamp: string;
}

/**
 * Handles records of one partition, in order. Resolves when their effects are durable; after that their offsets are
 * committed. A rejection means a fault of the surroundings: the same records come again later.
 */
export type ChunkWork = (records: readonly RawRecord[]) => Promise<void>;

export interface ConsumerOptions {
  readonly groupId: string;
  readonly topic: string;
  /** Most records per call of the work. */
  readonly chunkSize: number;
  /** Partitions worked on at the same time; 3 where it is not given. */
  readonly partitionsConsumedConcurrently?: number;
  /** Hears of every fault that leads to a retry. */
  readonly onError: (error: unknown) => void;
}

const SESSION_MS = 10_000;
const HEARTBEAT_MS = 1_000;
/** Members that stay wait this long for one that finishes its chunk. */
const REBALANCE_MS = 30_000;
/** Bounds how long an idle member takes to notice a rebalance, or its own stop. */
const FETCH_WAIT_MS = 250;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5_000;

/** Wait before the retry that follows this many failures in a row: 0.2 s, doubling up to 5 s. */
export function retryDelayMs(failures: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
}

/** One membership in a consumer group, from joining until it is stopped or crashes. */
export class ConsumerSession {
  private readonly consumer: Consumer;
  private readonly crashed: Promise<never>;
  private readonly stopped: Promise<void>;
  /** Lets `run` finish the chunks in hand, commit them, leave the group and resolve. */
  readonly stop: () => void;
  private readonly inHand = new Set<Promise<void>>();
  private readonly failures = new Map<number, number>();
  private readonly paused = new Map<number, NodeJS.Timeout>();
  /** Counts the rebalances: a batch fetched before one may belong to another member after it. */
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
      // The owner of this session starts another one; the client must not do so behind its back.
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
   * @throws what made the client give up
   */
  async run(): Promise<void> {
    try {
      // A join may take as long as a rebalance: stopping does not wait for it.
      const joining = this.join();
      joining.catch(() => undefined);
      await Promise.race([joining, this.stopped, this.crashed]);
      await Promise.race([this.stopped, this.crashed]);
    } finally {
      this.ended = true;
      for (const timer of this.paused.values()) clearTimeout(timer);
      await this.consumer.disconnect().catch(this.options.onError);
      // After a crash the client does not wait for the chunks that were in hand.
      await Promise.allSettled(this.inHand);
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
    this.inHand.add(batch);
    try {
      await batch;
    } finally {
      this.inHand.delete(batch);
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
   * Leaves the partition paused for a while. Nothing of the chunk was resolved, so the next fetch begins with it
   * again; until then the client's own loop keeps heartbeating and serves the other partitions.
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

/** Work may take longer than the session: heartbeats go on beside it. One that fails shows in the next one. */
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
