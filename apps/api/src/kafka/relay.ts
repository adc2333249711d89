import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { StoredEvent } from '#contracts/events.js';
import { UnknownEventVersion } from '#contracts/upcast.js';
import { RELAY_READER } from '#event-store/checkpoints.js';
import { LogSubscription } from '#event-store/log-subscription.js';
import { Sweeper } from '#memories/extraction/sweeper.js';

/**
 * Publishes events.
 * @param assertMayPublish called just before each request to the broker; throws if this process may no longer publish
 */
export type Publish = (events: readonly StoredEvent[], assertMayPublish?: () => void) => Promise<void>;

export interface RelayOptions {
  readonly pool: Pool;
  /** Clock of the sweeper. */
  readonly now: () => Date;
  /** Resolves when the broker has acknowledged every event. */
  readonly publish: Publish;
  readonly pollMs: number;
  readonly sweepAfterMs: number;
  readonly log: Logger;
}

/** Maximum events and bytes per batch, that is, between two checkpoints. */
const LIMITS = { events: 1_000, bytes: 8 * 1024 * 1024 };

/**
 * Publishes the event log to Kafka, and again memories that stay pending too long. While Kafka is unavailable, events
 * wait in the log.
 */
export class Relay {
  private readonly subscription: LogSubscription;
  private readonly sweeper: Sweeper;

  constructor({ pool, now, publish, pollMs, sweepAfterMs, log }: RelayOptions) {
    const onError = (error: unknown): void => {
      if (error instanceof UnknownEventVersion) {
        const { type, version } = error;
        log.error(
          { type, version },
          'the relay stopped at an event of an unknown type or version: update this process',
        );
        return;
      }
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'publishing failed and will be retried');
    };
    this.subscription = new LogSubscription({
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
        log.info({ fence: String(fence) }, 'this process leads the relay now');
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
        log.warn({ memories }, 'pending memories were published again');
      },
    });
  }

  start(): void {
    this.subscription.start();
    this.sweeper.start();
  }

  /** Reads the log now, because this process committed something. */
  nudge(): void {
    this.subscription.nudge();
  }

  async stop(): Promise<void> {
    await Promise.all([this.subscription.stop(), this.sweeper.stop()]);
  }
}
