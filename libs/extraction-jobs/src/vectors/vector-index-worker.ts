import type { Client, Pool } from 'pg';
import { runLoop } from '#event-store/run-loop.js';
import { maintainVectorIndexes, type MaintainOptions } from '#search/pgvector/maintain-vector-indexes.js';
import { planVectorIndexes } from '#search/pgvector/plan-vector-indexes.js';

export interface VectorIndexWorkerOptions extends MaintainOptions {
  /** Of the owner: which scopes are large. */
  readonly system: Pool;
  /** A connection of the owner's without a limit of time, which is there only while there is work. */
  readonly session: () => Promise<Client>;
  readonly onError: (error: unknown) => void;
  readonly intervalMs?: number;
}

const LOOK_EVERY_MS = 60_000;

/** Keeps the indexes of pgvector's of the largest scopes; of any number of workers one is at it. */
export class VectorIndexWorker {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private session: Client | null = null;

  constructor(private readonly options: VectorIndexWorkerOptions) {}

  start(): void {
    const { signal } = this.stopping;
    const { onError, intervalMs = LOOK_EVERY_MS } = this.options;
    this.running = runLoop({ signal, intervalMs, onError }, () => this.workOnce());
  }

  /** Does not wait for an index that is being built: Postgres finishes it, and where it ends too, the next start begins anew. */
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
      // A stop while the connection was made did not see it.
      if (!this.stopping.signal.aborted) await maintainVectorIndexes(session, this.options);
    } finally {
      this.session = null;
      await session.end();
    }
    return false;
  }
}
