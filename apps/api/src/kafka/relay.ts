import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { StoredEvent } from '#contracts/events.js';
import { UnknownEventVersion } from '#contracts/upcast.js';
import { RELAY_READER } from '#event-store/checkpoints.js';
import { LogSubscription } from '#event-store/log-subscription.js';
import { Sweeper } from '#memories/extraction/sweeper.js';

/** @param assertMayPublish called just before each request to the broker; throws where none may go out any more */
export type Publish = (events: readonly StoredEvent[], assertMayPublish?: () => void) => Promise<void>;

export interface RelayOptions {
  readonly pool: Pool;
  /** By which it is judged what stayed pending for too long. */
  readonly now: () => Date;
  /** Resolves when the broker has acknowledged every event. */
  readonly publish: Publish;
  readonly pollMs: number;
  readonly sweepAfterMs: number;
  readonly log: Logger;
}

/** Events and bytes in hand between two checkpoints. */
const LIMITS = { events: 1_000, bytes: 8 * 1024 * 1024 };

/** Carries the log to Kafka, and what stayed pending too long once more. Kafka may be away: the log waits. */
export class Relay {
  private readonly follower: LogSubscription;
  private readonly sweeper: Sweeper;

  constructor({ pool, now, publish, pollMs, sweepAfterMs, log }: RelayOptions) {
    const onError = (error: unknown): void => {
      if (error instanceof UnknownEventVersion) {
        const { type, version } = error;
        log.error(
          { type, version },
          'the relay stops before an event that this version does not know: update this process',
        );
        return;
      }
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'the relay waits and tries again');
    };
    this.follower = new LogSubscription({
      pool,
      reader: RELAY_READER,
      types: null,
      limits: LIMITS,
      pollMs,
      handle: (events, term) =>
        publish(events, () => {
          term.assertHeld();
        }),
      onError,
      onLead: (fence) => {
        log.info({ fence: String(fence) }, 'this process carries the log to Kafka now');
      },
    });
    this.sweeper = new Sweeper({
      pool,
      now,
      sweepAfterMs,
      publish,
      behind: RELAY_READER,
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
