import type { Logger } from 'pino';
import { runLoop } from '#event-store/run-loop.js';

/** Runs `work` repeatedly: again at once while it returns true (more to do), else after the interval. */
export class PeriodicJob {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: { readonly name: string; readonly intervalMs: number; readonly log: Logger },
    private readonly work: () => Promise<boolean>,
  ) {}

  start(): void {
    const { name, intervalMs, log } = this.options;
    const onError = (error: unknown): void => {
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, `${name} failed and will be retried`);
    };
    this.running = runLoop({ signal: this.stopping.signal, intervalMs, onError }, this.work);
  }

  /** Stops the job; resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}
