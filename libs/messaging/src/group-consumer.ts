import { setTimeout as delay } from 'node:timers/promises';
import type { Kafka } from 'kafkajs';
import { type ChunkWork, type ConsumerOptions, ConsumerSession, retryDelayMs } from './consumer-session.js';

/** State of a feed: `connecting` also while the broker is unreachable; `paused` while a partition waits for a retry. */
export type FeedState = 'stopped' | 'connecting' | 'running' | 'paused';

/** A lasting member of a consumer group: joins again after any failure, with growing delays. */
export class GroupConsumer {
  private readonly stopping = new AbortController();
  private session: ConsumerSession | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly kafka: Kafka,
    private readonly options: ConsumerOptions,
  ) {}

  get state(): FeedState {
    return this.session?.state ?? 'stopped';
  }

  /** Returns at once; `state` shows when it has joined. A stopped consumer cannot be started again. */
  start(work: ChunkWork): void {
    this.running = this.stayJoined(work);
  }

  /** Finishes the chunks in progress, commits them and leaves the group. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.session?.stop();
    await this.running;
  }

  private async stayJoined(work: ChunkWork): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 1; !signal.aborted; failures += 1) {
      const session = (this.session = new ConsumerSession(this.kafka, this.options, work));
      try {
        await session.run();
      } catch (error) {
        this.options.onError(error);
        if (session.joined) failures = 1;
        await delay(retryDelayMs(failures), undefined, { signal }).catch(() => undefined);
      }
    }
    this.session = undefined;
  }
}
