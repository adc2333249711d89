import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { pause, runLoop } from '#event-store/run-loop.js';
import type { LeasedQueue } from './leased-queue.js';
import { NO_SCOPE, type Job, type LeaseOptions } from './queue-table.js';

export interface QueueWorkerOptions {
  readonly queue: LeasedQueue;
  /** Pool of the owner, for jobs of all scopes. */
  readonly system: Pool;
  /** Maximum concurrent leases of this process. */
  readonly concurrency: number;
  /** Leases jobs of the queue. */
  readonly lease: (turn: Pick<LeaseOptions, 'now' | 'after'>) => Promise<Job[]>;
  /** Milliseconds for which there is no point in leasing jobs; 0: none. */
  readonly waitMs?: () => number;
  /** Processes the jobs of a lease: completes, fails or gives back each. Any other stays leased. */
  readonly work: (jobs: readonly Job[]) => Promise<void>;
  /** Whether jobs are to be given back after an error of `work`, because none of them caused it. */
  readonly isOutage: (error: unknown) => Promise<boolean>;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

const POLL_MS = 200;
const OUTAGE_PAUSE_MS = 1_000;

/** Works off a leased queue in concurrent loops, one lease after another. */
export class QueueWorker {
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  /** Serializes leasing: two concurrent leases would choose the same scope. */
  private readonly leasing = pLimit(1);
  private lastScope = NO_SCOPE;

  constructor(private readonly options: QueueWorkerOptions) {}

  /** Aborts when the worker stops. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  start(): void {
    const { concurrency, onError } = this.options;
    const loop = { signal: this.signal, intervalMs: POLL_MS, onError };
    this.running = Promise.all(Array.from({ length: concurrency }, () => runLoop(loop, () => this.workOnce())));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Gives back jobs of one scope, due after a pause, and pauses this loop for as long. */
  async giveBack(jobs: readonly Job[], pauseMs = OUTAGE_PAUSE_MS): Promise<void> {
    const { queue, system, now } = this.options;
    await queue.giveBack(system, jobs, new Date(now().getTime() + pauseMs));
    if (pauseMs > 0) await pause(pauseMs, this.signal);
  }

  /** Processes one lease. True if there was work. */
  private async workOnce(): Promise<boolean> {
    const waitMs = this.options.waitMs?.() ?? 0;
    if (waitMs > 0) {
      await pause(waitMs, this.signal);
      return true;
    }
    const jobs = await this.leasing(() => this.lease());
    if (jobs.length === 0) return false;
    try {
      await this.options.work(jobs);
    } catch (error) {
      if (!(await this.options.isOutage(error))) throw error;
      await this.giveBackLater(jobs, error);
    }
    return true;
  }

  private async lease(): Promise<Job[]> {
    const jobs = await this.options.lease({ now: this.options.now(), after: this.lastScope });
    this.lastScope = jobs[0]?.scopeId ?? this.lastScope;
    return jobs;
  }

  /** The database may be unreachable: jobs are given back after the pause. If it still is, they stay leased. */
  private async giveBackLater(jobs: readonly Job[], error: unknown): Promise<void> {
    const { queue, system, now, onError } = this.options;
    onError(error);
    await pause(OUTAGE_PAUSE_MS, this.signal);
    await queue.giveBack(system, jobs, now());
  }
}
