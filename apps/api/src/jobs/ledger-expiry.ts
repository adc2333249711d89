import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { expireLedger } from '#event-store/ledger.js';
import { runLoop } from '#event-store/run-loop.js';

const INTERVAL_MS = 5 * 60 * 1000;
const ROWS_AT_A_TIME = 5_000;

/** Removes request ids past their 24 hours; they stopped counting when they were read, not when they go. */
export class LedgerExpiry {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly now: () => Date,
    private readonly log: Logger,
  ) {}

  start(): void {
    const onError = (error: unknown): void => {
      this.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'ledger expiry will be tried again');
    };
    this.running = runLoop({ signal: this.stopping.signal, intervalMs: INTERVAL_MS, onError }, async () => {
      return (await expireLedger(this.pool, this.now(), ROWS_AT_A_TIME)) === ROWS_AT_A_TIME;
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}
