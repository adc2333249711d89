import type { Pool } from 'pg';
import { inScope } from '#database/in-scope.js';
import { EmbedderUnavailable, type Embedder } from '#embeddings/embedder.js';
import { failpoint } from '#failpoints/failpoints.js';
import { NO_LIMITS, type Job } from '#leased-queue/queue-table.js';
import { QueueWorker } from '#leased-queue/queue-worker.js';
import { embedMemories } from '#search/vectors/embed-memories.js';
import { vectorQueue } from '#search/vectors/vector-queue.js';

export interface VectorWorkerOptions {
  /** Pool of the service role, for memories. */
  readonly pool: Pool;
  /** Pool of the owner, for due vectors of all scopes. */
  readonly system: Pool;
  readonly embedder: Embedder;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

/** Memories of a lease: one request to an endpoint; few for a local model, which needs ten seconds for a long one. */
const REMOTE_BATCH = 64;
const LOCAL_BATCH = 4;
const LEASE_MS = 120_000;

/**
 * Computes the vectors that extraction deferred: all those of an endpoint, and those of parked and restored memories.
 * An unavailable endpoint blocks nothing else.
 */
export class VectorWorker {
  private readonly worker: QueueWorker;

  constructor(private readonly options: VectorWorkerOptions) {
    const { system, embedder, now, onError } = options;
    const queue = vectorQueue(embedder.version);
    const terms = { leaseMs: LEASE_MS, jobs: embedder.local ? LOCAL_BATCH : REMOTE_BATCH, limits: NO_LIMITS };
    this.worker = new QueueWorker({
      ...{ queue, system, now, onError },
      lease: (turn) => queue.lease(system, { ...terms, ...turn }),
      // One batch at a time: a local model has one thread, and an endpoint is called with the whole batch.
      concurrency: 1,
      work: (jobs) => this.embed(jobs),
      isOutage: () => Promise.resolve(true),
    });
  }

  start(): void {
    this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async embed(jobs: readonly Job[]): Promise<void> {
    const { pool, embedder, onError } = this.options;
    const scopeId = jobs[0]?.scopeId ?? '';
    const memoryIds = jobs.map((job) => job.memoryId);
    try {
      failpoint('vectors.after-lease');
      await embedMemories(inScope(pool, scopeId), scopeId, embedder, memoryIds, this.worker.signal);
    } catch (error) {
      if (!(error instanceof EmbedderUnavailable)) throw error;
      onError(error);
      await this.worker.giveBack(jobs);
    }
  }
}
