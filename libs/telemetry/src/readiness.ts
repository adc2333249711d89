import type { Pool } from 'pg';
import { isDatabaseUnavailable } from '#database/errors.js';
import { extractionProgress, type ExtractionProgress } from '#event-store/extraction-progress.js';
import type { Metrics } from './metrics.js';
import { kept } from './sampled.js';

/** Body of /health/ready with 200. */
export interface Ready {
  readonly status: 'ready';
  readonly postgres: 'ok';
  /** Null where it could not be read. */
  readonly extraction: { pending: number; oldest_pending_seconds: number; stalled: boolean } | null;
}

/** Body of /health/ready with 503: the error envelope, and what is missing. */
export const NOT_READY = {
  status: 'unavailable',
  postgres: 'out of reach',
  error: { code: 'engine.unavailable', message: 'Postgres is out of reach' },
} as const;

/** Probes and scrapes within this time share one look at the queue. */
const KEPT_MS = 5_000;

export interface ReadinessOptions {
  /** What the process works with: must answer for it to be ready. */
  readonly pool: Pool;
  /** Of the owner, which sees the extractions of every scope. */
  readonly system: Pool;
  readonly now?: () => Date;
}

/** Whether a process can work, and how the extraction of the deployment goes. */
export class Readiness {
  /** The state of the queue, at most 5 s old. */
  readonly progress: () => Promise<ExtractionProgress>;

  constructor(private readonly options: ReadinessOptions) {
    const { system, now = () => new Date() } = options;
    this.progress = kept(() => extractionProgress(system, now()), KEPT_MS);
  }

  /** What to answer a probe; null while Postgres is out of reach. A queue that stands still does not change that. */
  async read(): Promise<Ready | null> {
    try {
      await this.options.pool.query('SELECT 1');
    } catch (error) {
      if (isDatabaseUnavailable(error)) return null;
      throw error;
    }
    const progress = await this.progress().catch(() => null);
    return {
      status: 'ready',
      postgres: 'ok',
      extraction: progress && {
        pending: progress.pending,
        oldest_pending_seconds: Math.round(progress.oldestPendingSeconds),
        stalled: progress.stalled,
      },
    };
  }

  /** Tells the same by metrics. */
  sampleInto(metrics: Metrics): void {
    metrics.sample('engraph_extractions_pending', {}, async () => (await this.progress()).pending);
    metrics.sample(
      'engraph_extraction_oldest_pending_seconds',
      {},
      async () => (await this.progress()).oldestPendingSeconds,
    );
    metrics.sample('engraph_extraction_stalled', {}, async () => Number((await this.progress()).stalled));
  }
}
