import type { Client, Pool } from 'pg';
import { runLoop } from '#event-store/run-loop.js';
import { maintainVectorIndexes, type MaintainOptions } from '#search/pgvector/maintain-vector-indexes.js';
import { planVectorIndexes } from '#search/pgvector/plan-vector-indexes.js';

export interface VectorIndexWorkerOptions extends MaintainOptions {
  /** Pool of the owner, for the sizes of all scopes. */
  readonly system: Pool;
  /** Opens a connection as the owner without statement timeout, used only while there is work. */
  readonly session: () => Promise<Client>;
  readonly onError: (error: unknown) => void;
  readonly intervalMs?: number;
}

const INTERVAL_MS = 60_000;

/** Maintains pgvector indexes of the largest scopes; one worker at a time. */
export class VectorIndexWorker {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private session: Client | null = null;

  constructor(private readonly options: VectorIndexWorkerOptions) {}

  start(): void {
    const { signal } = this.stopping;
    const { onError, intervalMs = INTERVAL_MS } = this.options;
    this.running = runLoop({ signal, intervalMs, onError }, () => this.workOnce());
  }

  /**
   * Does not wait for an index being built: Postgres completes it, or, if Postgres stops too, the next start builds it
   * again.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.session?.end();
    await this.running;
  }

  private async workOnce(): Promise<boolean> {
    const { drop, build } = await planVectorIndexes(this.options.system, this.options);
    if (drop.length === 0 && build.length === 0) return false;
    const session = await this.options.session();
    this.session = session;
    try {
      // `stop` may have been called while the connection was opening.
      if (!this.stopping.signal.aborted) await maintainVectorIndexes(session, this.options);
    } finally {
      this.session = null;
      await session.end();
    }
    return false;
  }
}
