import type { Logger } from 'pino';
import { runLoop } from '#event-store/run-loop.js';

/** Work that comes round again: at once while `work` says that there is more, else after the interval. */
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
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, `${name} will be tried again`);
    };
    this.running = runLoop({ signal: this.stopping.signal, intervalMs, onError }, this.work);
  }

  /** Resolves when the round under way is over. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}
