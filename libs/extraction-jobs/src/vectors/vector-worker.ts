import type { Pool } from 'pg';
import { inScope } from '#database/in-scope.js';
import { EmbedderUnavailable, type Embedder } from '#embeddings/embedder.js';
import { pause, runLoop } from '#event-store/run-loop.js';
import { failpoint } from '#failpoints/failpoints.js';
import { leaseDueVectors, postponeVectors } from '#search/vectors/due-vectors.js';
import { embedMemories } from '#search/vectors/embed-memories.js';

export interface VectorWorkerOptions {
  /** Of the service: what it reads and writes of memories. */
  readonly pool: Pool;
  /** Of the owner: what is due, over all scopes. */
  readonly system: Pool;
  readonly embedder: Embedder;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

const VECTORS_AT_ONCE = 64;
const POLL_MS = 200;
const LEASE_MS = 120_000;
const OUTAGE_PAUSE_MS = 1_000;

/**
 * Makes the vectors that extraction left for later: all of an endpoint's, those of memories whose extraction failed, and
 * of restored ones. An endpoint that is away holds up nothing else.
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

  /** True when there was something to do. */
  private async workOnce(): Promise<boolean> {
    const { pool, system, embedder, now } = this.options;
    const due = await leaseDueVectors(system, embedder.version, {
      ...{ now: now(), leaseMs: LEASE_MS, limit: VECTORS_AT_ONCE },
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
