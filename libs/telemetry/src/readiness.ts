import type { Pool } from 'pg';
import { isDatabaseUnavailable } from '#database/errors.js';
import { extractionProgress, type ExtractionProgress } from '#memories/extraction/extraction-progress.js';
import { readerState } from '#event-store/reader-state.js';
import type { Metrics } from './metrics.js';
import { kept } from './sampled.js';

/** How the reader of the log does that carries events on: the relay to Kafka, or the extractor's own feed. */
export interface LogReaderState {
  readonly reader: string;
  /** `late`: events wait for longer than half a minute. `stopped`: the leader met an event that its version does not know. */
  readonly state: 'ok' | 'late' | 'stopped';
  /** Age of the oldest event that it has not carried on yet. */
  readonly lag_seconds: number;
  /** Host and process of the leader, on whichever replica; null where nobody leads. */
  readonly leader: string | null;
  /** Type and version of the event that it stopped before. */
  readonly unknown_event: string | null;
}

/** What operators are told, and the body of an extractor's /health/ready with 200. */
export interface Ready {
  /** `degraded`: requests are served and memories kept, but what is stored is not carried on. */
  readonly status: 'ready' | 'degraded';
  readonly postgres: 'ok';
  /** Null where it could not be read, or where the process watches no reader. */
  readonly log_reader: LogReaderState | null;
  /** Null where it could not be read. */
  readonly extraction: { pending: number; oldest_pending_seconds: number; parked: number; stalled: boolean } | null;
}

/** What anybody may know of `Ready`: whether it goes on, and not how much other tenants do. */
export interface PublicReady {
  readonly status: Ready['status'];
  readonly postgres: 'ok';
  readonly log_reader: LogReaderState['state'] | null;
  readonly extraction: 'ok' | 'stalled' | null;
}

/** The same without numbers and names. */
export function publicReady({ status, postgres, log_reader, extraction }: Ready): PublicReady {
  const moves = extraction && (extraction.stalled ? 'stalled' : 'ok');
  return { status, postgres, log_reader: log_reader && log_reader.state, extraction: moves };
}

/** Body of /health/ready with 503: the error envelope, and what is missing. */
export const NOT_READY = {
  status: 'unavailable',
  postgres: 'out of reach',
  error: { code: 'engine.unavailable', message: 'Postgres is out of reach' },
} as const;

/** A relay that works is behind by less than a second, and a leader that is gone is replaced within 15 s. */
const LATE_SECONDS = 30;

/** Probes and scrapes within this time share one look at the queue. */
const KEPT_MS = 5_000;

export interface ReadinessOptions {
  /** What the process works with: must answer for it to be ready. */
  readonly pool: Pool;
  /** Of the owner, which sees the extractions of every scope. */
  readonly system: Pool;
  readonly now: () => Date;
  /** Reader of the log to tell of, where there is one. */
  readonly logReader?: string | undefined;
}

/** Whether a process can work, and how the extraction of the deployment goes. */
export class Readiness {
  /** The state of the queue, at most 5 s old. */
  readonly progress: () => Promise<ExtractionProgress>;
  private readonly reading: (() => Promise<LogReaderState>) | null;

  constructor(private readonly options: ReadinessOptions) {
    const { system, now, logReader } = options;
    this.reading = logReader === undefined ? null : kept(() => readLogReader(system, logReader), KEPT_MS);
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
    const [progress, reader] = await Promise.all([orNull(this.progress()), this.reading && orNull(this.reading())]);
    return {
      status: reader && reader.state !== 'ok' ? 'degraded' : 'ready',
      postgres: 'ok',
      log_reader: reader,
      extraction: progress && {
        pending: progress.pending,
        oldest_pending_seconds: Math.round(progress.oldestPendingSeconds),
        parked: progress.parked,
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
    metrics.sample('engraph_extractions_parked', {}, async () => (await this.progress()).parked);
    metrics.sample('engraph_extraction_stalled', {}, async () => Number((await this.progress()).stalled));
    const { reading } = this;
    const { logReader: reader } = this.options;
    if (!reading || reader === undefined) return;
    metrics.sample('engraph_log_reader_led', { reader }, async () => Number((await reading()).leader !== null));
    metrics.sample('engraph_log_reader_stopped', { reader }, async () => Number((await reading()).state === 'stopped'));
  }
}

async function orNull<T>(value: Promise<T>): Promise<T | null> {
  return value.catch(() => null);
}

async function readLogReader(system: Pool, reader: string): Promise<LogReaderState> {
  const { leader, unknownEvent, lagSeconds } = await readerState(system, reader);
  const late = lagSeconds > LATE_SECONDS ? 'late' : 'ok';
  return {
    reader,
    state: unknownEvent === null ? late : 'stopped',
    lag_seconds: Math.round(lagSeconds),
    leader,
    unknown_event: unknownEvent,
  };
}
