import type { Provider } from '@nestjs/common';
import type { Pool } from 'pg';
import { SYSTEM_POOL } from '#database/database.module.js';
import { LogTail } from '#event-store/log-tail.js';
import type { ApiOptions } from '../options/api-options.js';
import { EventPositions } from './event-positions.js';
import { EventStreams } from './event-streams.js';
import { ScopePages } from './scope-pages.js';

const DEFAULT_POLL_MS = 100;

/** Providers of event streams. */
export function eventProviders({ log, logPollMs: pollMs = DEFAULT_POLL_MS }: ApiOptions): Provider[] {
  const onError = (error: unknown): void => {
    log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'reading events failed and will be retried');
  };
  return [
    { provide: LogTail, useFactory: (pool: Pool) => new LogTail({ pool, pollMs, onError }), inject: [SYSTEM_POOL] },
    ...[ScopePages, EventPositions, EventStreams],
  ];
}

/** Reads events at once when this process commits something. */
export function onCommitOf({ onCommit }: ApiOptions, tail: LogTail): () => void {
  return () => {
    tail.nudge();
    onCommit?.();
  };
}
