import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { LogTail } from '#event-store/log-tail.js';
import { pause, runLoop } from '#event-store/run-loop.js';
import { readLogEnd } from '#event-store/scope-log.js';
import { leaseWebhooks, scopesWithWebhooks, type LeasedWebhook } from '#event-store/webhooks/webhook-leases.js';
import { failpoint } from '#failpoints/failpoints.js';
import { EventPoster } from './post-event.js';
import { WebhookTurn, type WebhookTurnOptions } from './webhook-turn.js';

export interface WebhookDeliveriesOptions extends Pick<WebhookTurnOptions, 'readPage' | 'retries' | 'onAttempt'> {
  /** Pool of the owner: webhooks of all scopes. */
  readonly pool: Pool;
  readonly tail: LogTail;
  readonly allowsPrivate: boolean;
  readonly log: Logger;
}

/** Webhooks that one process serves at a time. A scope has fewer, so that those that hang leave room for others. */
const CONCURRENCY = 200;

/** Interval at which due retries and new webhooks are looked for, in milliseconds. */
const POLL_MS = 1_000;
/** The same while no webhook is active; one that is created here is looked for at once. */
const IDLE_POLL_MS = 10_000;

/**
 * Sends the events of scopes to their webhooks: each at least once, and in the order of the log. Any number of
 * processes share the webhooks by leases. A webhook that hangs or fails holds up nobody else.
 */
export class WebhookDeliveries {
  private readonly stopping = new AbortController();
  private readonly poster: EventPoster;
  private readonly following = new Map<string, () => void>();
  private readonly serving = new Set<Promise<void>>();
  private wake = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: WebhookDeliveriesOptions) {
    this.poster = new EventPoster(options.allowsPrivate);
  }

  start(): void {
    const onError = (error: unknown): void => {
      this.options.log.warn(
        { error: error instanceof Error ? error.name : 'unknown' },
        'looking for webhooks failed and will be retried',
      );
    };
    const { signal } = this.stopping;
    this.running = runLoop({ signal, intervalMs: 0, onError }, async () => {
      const woken = (this.wake = new AbortController());
      const pauseMs = await this.serveDue();
      if (pauseMs > 0) await pause(pauseMs, woken.signal);
      return true;
    });
  }

  /** Looks for due webhooks now. */
  nudge(): void {
    this.wake.abort();
  }

  /** Stops; attempts under way are given up, and made again by another process or at the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.nudge();
    for (const end of this.following.values()) end();
    await this.running;
    await Promise.all(this.serving);
    this.poster.close();
  }

  /** @returns milliseconds until webhooks are looked for again; 0 if there may be more to do at once */
  private async serveDue(): Promise<number> {
    const { pool } = this.options;
    const scopeIds = await scopesWithWebhooks(pool);
    await this.follow(scopeIds);
    if (scopeIds.size === 0) return IDLE_POLL_MS;
    const free = CONCURRENCY - this.serving.size;
    if (free <= 0) return POLL_MS;
    const due = await leaseWebhooks(pool, await readLogEnd(pool), free);
    if (due.length > 0) failpoint('webhook.after-lease');
    for (const webhook of due) {
      const served = this.serve(webhook).finally(() => {
        this.serving.delete(served);
        this.nudge();
      });
      this.serving.add(served);
    }
    return due.length > 0 ? 0 : POLL_MS;
  }

  /** Hears of the events of these scopes, and of no others. */
  private async follow(scopeIds: ReadonlySet<string>): Promise<void> {
    for (const [scopeId, end] of this.following)
      if (!scopeIds.has(scopeId)) {
        end();
        this.following.delete(scopeId);
      }
    for (const scopeId of scopeIds)
      if (!this.following.has(scopeId) && !this.stopping.signal.aborted) {
        const { end } = await this.options.tail.follow(scopeId, () => {
          this.nudge();
        });
        this.following.set(scopeId, end);
      }
  }

  /** Serves one webhook. What goes wrong with the database is left to the end of the lease. */
  private async serve(webhook: LeasedWebhook): Promise<void> {
    const { signal } = this.stopping;
    try {
      await new WebhookTurn(webhook, { ...this.options, poster: this.poster, stopping: signal }).run();
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      if (!signal.aborted) this.options.log.warn({ error: name }, 'serving a webhook failed and will be retried');
    }
  }
}
