import type { Pool } from 'pg';
import type { Database } from '#database/database.js';
import { readerLag } from '#event-store/reader-state.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';
import { cached } from './sampled.js';

/** Cache time: both gauges of one scrape share one query. */
const CACHE_MS = 1_000;

/**
 * Creates metrics and readiness of a process on one database.
 * @param logReader log reader whose lag the process reports, if any
 */
export function observeProcess(
  { system, probes, clock }: Database,
  logReader?: string,
): { metrics: Metrics; readiness: Readiness } {
  const metrics = new Metrics();
  const readiness = new Readiness({ pool: probes, system: probes, now: clock.now, logReader });
  readiness.sampleInto(metrics);
  if (logReader !== undefined) sampleLogReader(metrics, system, logReader);
  return { metrics, readiness };
}

function sampleLogReader(metrics: Metrics, system: Pool, reader: string): void {
  const lag = cached(() => readerLag(system, reader), CACHE_MS);
  metrics.sample('engraph_log_reader_lag_events', { reader }, async () => (await lag()).events);
  metrics.sample('engraph_log_reader_lag_seconds', { reader }, async () => (await lag()).seconds);
}
