import type { Pool } from 'pg';
import { inScope } from '#database/in-scope.js';
import { EmbedderUnavailable, type Embedder } from '#embeddings/embedder.js';
import { pause, runLoop } from '#event-store/run-loop.js';
import { failpoint } from '#failpoints/failpoints.js';
import { leaseDueVectors, postponeVectors } from '#search/vectors/due-vectors.js';
import { embedMemories } from '#search/vectors/embed-memories.js';

export interface VectorWorkerOptions {
  /** Pool of the service role, for memories. */
  readonly pool: Pool;
  /** Pool of the owner, for due vectors of all scopes. */
  readonly system: Pool;
  readonly embedder: Embedder;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

const BATCH_SIZE = 64;
const POLL_MS = 200;
const LEASE_MS = 120_000;
const OUTAGE_PAUSE_MS = 1_000;

/**
 * Computes the vectors that extraction deferred: all those of an endpoint, and those of parked and restored memories.
 * An unavailable endpoint blocks nothing else.
 */
export class VectorWorker {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: VectorWorkerOptions) {}

  start(): void {
    const { signal } = this.stopping;
    const { onError } = this.options;
    this.running = runLoop({ signal, intervalMs: POLL_MS, onError }, () => this.workOnce());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Computes one batch of due vectors. True if there were any. */
  private async workOnce(): Promise<boolean> {
    const { pool, system, embedder, now } = this.options;
    const due = await leaseDueVectors(system, embedder.version, {
      ...{ now: now(), leaseMs: LEASE_MS, limit: BATCH_SIZE },
    });
    if (due === null) return false;
    try {
      failpoint('vectors.after-lease');
      await embedMemories(inScope(pool, due.scopeId), due.scopeId, embedder, due.memoryIds, this.stopping.signal);
    } catch (error) {
      await postponeVectors(system, embedder.version, due, new Date(now().getTime() + OUTAGE_PAUSE_MS));
      if (!(error instanceof EmbedderUnavailable)) throw error;
      this.options.onError(error);
      await pause(OUTAGE_PAUSE_MS, this.stopping.signal);
    }
    return true;
  }
}
