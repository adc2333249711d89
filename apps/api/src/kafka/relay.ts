import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { EventType, StoredEvent } from '#contracts/events.js';
import { LogFollower } from '#event-store/follow-log.js';
import { Sweeper } from '#event-store/sweeper.js';

export interface RelayOptions {
  readonly pool: Pool;
  /** Resolves when the broker has acknowledged every event. */
  readonly publish: (events: readonly StoredEvent[]) => Promise<void>;
  readonly pollMs: number;
  readonly sweepAfterMs: number;
  readonly log: Logger;
}

/** Names the relay's place in the log. */
export const RELAY_READER = 'kafka-relay';

const EVERY_TYPE: readonly EventType[] = [
  'MemoryEncoded',
  'MemoryForgotten',
  'MemoryExtracted',
  'MemoryExtractionFailed',
  'GraphUpdated',
  'MemoriesLinked',
  'MemoriesUnlinked',
  'EntityCreated',
  'NameAssigned',
  'MemoryRestored',
  'ScopeErased',
];

/** Events and bytes in hand between two checkpoints. */
const LIMITS = { events: 1_000, bytes: 8 * 1024 * 1024 };

/** Carries the log to Kafka, and what stayed pending too long once more. Kafka may be away: the log waits. */
export class Relay {
  private readonly follower: LogFollower;
  private readonly sweeper: Sweeper;

  constructor({ pool, publish, pollMs, sweepAfterMs, log }: RelayOptions) {
    const onError = (error: unknown): void => {
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'the relay waits and tries again');
    };
    this.follower = new LogFollower({
      pool,
      reader: RELAY_READER,
      types: EVERY_TYPE,
      limits: LIMITS,
      pollMs,
      handle: publish,
      onError,
    });
    this.sweeper = new Sweeper({
      pool,
      sweepAfterMs,
      publish,
      onError,
      onSwept: (memories) => {
        log.warn({ memories }, 'memories stayed pending too long and were published again');
      },
    });
  }

  start(): void {
    this.follower.start();
    this.sweeper.start();
  }

  /** Looks at the log now: something was committed in this process. */
  nudge(): void {
    this.follower.nudge();
  }

  async stop(): Promise<void> {
    await Promise.all([this.follower.stop(), this.sweeper.stop()]);
  }
}
