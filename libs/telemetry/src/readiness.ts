import type { Pool } from 'pg';
import { isDatabaseUnavailable } from '#database/errors.js';
import { extractionProgress, type ExtractionProgress } from '#memories/extraction/extraction-progress.js';
import { readerState } from '#event-store/reader-state.js';
import type { Metrics } from './metrics.js';
import { cached } from './sampled.js';

/** State of the log reader that passes events on: the relay to Kafka, or the extractor's own feed. */
export interface LogReaderState {
  readonly reader: string;
  /**
   * `late`: events wait longer than half a minute. `stopped`: the leader met an event that its version does not know.
   */
  readonly state: 'ok' | 'late' | 'stopped';
  /** Age of the oldest event that it has not handled yet. */
  readonly lag_seconds: number;
  /** Host and process of the leader, on any replica; null if there is none. */
  readonly leader: string | null;
  /** Type and version of the event at which it stopped. */
  readonly unknown_event: string | null;
}

/** Readiness for operators, and body of the extractor's /health/ready with 200. */
export interface Ready {
  /** `degraded`: requests are served and memories stored, but events are not passed on. */
  readonly status: 'ready' | 'degraded';
  readonly postgres: 'ok';
  /** Null if it could not be read, or the process observes no reader. */
  readonly log_reader: LogReaderState | null;
  /** Null if it could not be read. */
  readonly extraction: { pending: number; oldest_pending_seconds: number; parked: number; stalled: boolean } | null;
}

/** Public part of `Ready`: states only, without the activity of other tenants. */
export interface PublicReady {
  readonly status: Ready['status'];
  readonly postgres: 'ok';
  readonly log_reader: LogReaderState['state'] | null;
  readonly extraction: 'ok' | 'stalled' | null;
}

/** Removes numbers and names from readiness. */
export function publicReady({ status, postgres, log_reader, extraction }: Ready): PublicReady {
  const moves = extraction && (extraction.stalled ? 'stalled' : 'ok');
  return { status, postgres, log_reader: log_reader && log_reader.state, extraction: moves };
}

/** Body of /health/ready with 503: the error envelope and the reason. */
export const NOT_READY = {
  status: 'unavailable',
  postgres: 'out of reach',
  error: { code: 'engine.unavailable', message: 'Postgres is out of reach' },
} as const;

/**
 * Lag from which a reader is late. A working relay lags less than a second, and a dead leader is replaced within 15 s.
 */
const LATE_SECONDS = 30;

/** Cache time: probes and scrapes within it share one query. */
const CACHE_MS = 5_000;

export interface ReadinessOptions {
  /** Pool that must respond for the process to be ready. */
  readonly pool: Pool;
  /** Pool of the owner, which sees the extractions of every scope. */
  readonly system: Pool;
  readonly now: () => Date;
  /** Log reader to report, if any. */
  readonly logReader?: string | undefined;
}

/** Readiness of a process, and progress of the deployment's extraction. */
export class Readiness {
  /** State of the extraction queue, at most 5 s old. */
  readonly progress: () => Promise<ExtractionProgress>;
  private readonly reading: (() => Promise<LogReaderState>) | null;

  constructor(private readonly options: ReadinessOptions) {
    const { system, now, logReader } = options;
    this.reading = logReader === undefined ? null : cached(() => readLogReader(system, logReader), CACHE_MS);
    this.progress = cached(() => extractionProgress(system, now()), CACHE_MS);
  }

  /** Answer to a probe; null while Postgres cannot be reached. A stalled queue does not make a process unready. */
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

  /** Exports the same as metrics. */
  sampleInto(metrics: Metrics): void {
    metrics.sample('engraph_extractions_pending', {}, async () => (await this.progress()).pending);
    metrics.sample(
      'engraph_extraction_oldest_pending_age_seconds',
      {},
      async () => (await this.progress()).oldestPendingSeconds,
    );
    metrics.sample('engraph_extractions_parked', {}, async () => (await this.progress()).parked);
    metrics.sample('engraph_extraction_stalled', {}, async () => Number((await this.progress()).stalled));
    const { reading } = this;
    const { logReader: reader } = this.options;
    if (!reading || reader === undefined) return;
    metrics.sample('engraph_log_reader_has_leader', { reader }, async () => Number((await reading()).leader !== null));
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
