import type { Pool } from 'pg';
import type { LogPosition, StoredEvent } from '#contracts/events.js';
import { isAfter, type LogPage } from '#event-store/read-log.js';
import { readLogEnd, type ScopeLogRange } from '#event-store/scope-log.js';
import {
  advanceWebhook,
  failWebhook,
  releaseWebhook,
  WEBHOOK_LEASE_MS,
  type LeasedWebhook,
} from '#event-store/webhooks/webhook-leases.js';
import { failpoint } from '#failpoints/failpoints.js';
import type { WebhookRetries } from '../options/api-options.js';
import { publicEventJson } from '../events/event-frames.js';
import { ATTEMPT_MS, type EventPoster } from './post-event.js';

/** The pauses between 15 attempts last about four hours in all. */
export const WEBHOOK_RETRIES: WebhookRetries = { firstMs: 5_000, mostMs: 3_600_000, attempts: 15 };

export interface WebhookTurnOptions {
  readonly pool: Pool;
  readonly readPage: (scopeId: string, range: ScopeLogRange) => Promise<LogPage>;
  readonly poster: EventPoster;
  readonly retries: WebhookRetries;
  readonly stopping: AbortSignal;
  readonly onAttempt: (isDelivered: boolean) => void;
}

/** A webhook with much to send gives its place to others after this long, in milliseconds. */
const TURN_MS = 20_000;

/** Whoever answers with it wants no more events. */
const GONE = 410;

/** What a process does with a webhook that it leased: delivers events in order, until one fails or the turn is over. */
export class WebhookTurn {
  private failures: number;
  private after: LogPosition;
  /** When the lease was last renewed, by the monotonic clock. */
  private renewedAt = performance.now();

  constructor(
    private readonly webhook: LeasedWebhook,
    private readonly options: WebhookTurnOptions,
  ) {
    this.failures = webhook.failures;
    this.after = webhook.after;
  }

  /** @throws the driver's error; then the lease ends by itself */
  async run(): Promise<void> {
    const { pool } = this.options;
    const until = await readLogEnd(pool);
    const endsAt = performance.now() + TURN_MS;
    while (isAfter(until, this.after) && performance.now() < endsAt && !this.options.stopping.aborted)
      if (!(await this.deliverPage(until, endsAt))) return;
    await releaseWebhook(pool, this.webhook);
  }

  /** @returns false when the turn is over, and the lease with it */
  private async deliverPage(until: LogPosition, endsAt: number): Promise<boolean> {
    const { scopeId, types } = this.webhook;
    const { events, end, unreadable } = await this.options.readPage(scopeId, { after: this.after, until, types });
    for (const event of events) {
      if (performance.now() > endsAt || this.options.stopping.aborted) return true;
      if (!(await this.deliver(event))) return false;
    }
    // Events that nobody wants are passed over.
    if (isAfter(end, this.after) && !(await this.advance(end, false))) return false;
    if (unreadable) throw unreadable;
    return true;
  }

  private async deliver(event: StoredEvent): Promise<boolean> {
    // After a freeze another process may hold the lease.
    if (performance.now() - this.renewedAt > WEBHOOK_LEASE_MS - 2 * ATTEMPT_MS) return false;
    const outcome = await this.attempt(event);
    failpoint('webhook.after-post');
    if (!this.options.stopping.aborted) this.options.onAttempt(outcome === null);
    if (outcome === null) return this.advance(event.at, true);
    if (this.options.stopping.aborted) await releaseWebhook(this.options.pool, this.webhook);
    else await this.fail(outcome);
    return false;
  }

  /** @returns why the attempt failed, without anything that the endpoint said; null if it did not */
  private async attempt(event: StoredEvent): Promise<string | null> {
    const { webhook, options } = this;
    const message = { id: event.id, body: publicEventJson(event), secret: webhook.secret };
    try {
      const status = await options.poster.post(new URL(webhook.url), message, options.stopping);
      return status >= 200 && status < 300 ? null : `status ${String(status)}`;
    } catch (error) {
      return reasonOf(error);
    }
  }

  private async advance(position: LogPosition, delivered: boolean): Promise<boolean> {
    if (!(await advanceWebhook(this.options.pool, this.webhook, position, delivered))) return false;
    failpoint('webhook.after-position');
    this.after = position;
    this.renewedAt = performance.now();
    if (delivered) this.failures = 0;
    return true;
  }

  private async fail(reason: string): Promise<void> {
    const { firstMs, mostMs, attempts } = this.options.retries;
    this.failures += 1;
    const pauseMs = Math.min(mostMs, firstMs * 2 ** (this.failures - 1)) * (1 - Math.random() / 2);
    const isDead = this.failures >= attempts || reason === `status ${String(GONE)}`;
    await failWebhook(this.options.pool, this.webhook, this.failures, isDead ? null : pauseMs, reason);
  }
}

/** Codes and names, such as ECONNREFUSED: messages may quote what an endpoint sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'PrivateAddress') return 'private address';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
