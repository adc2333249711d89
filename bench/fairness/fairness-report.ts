import { figure, machineLine, markdownTable } from '../report.js';
import { percentile } from '../statistics.js';
import type { Beside, FairnessResults } from './fairness.js';

/** Limits: multiple of the quiet time, milliseconds of a call, seconds of an extraction. */
const TIMES_QUIET = 5;
const CALL_MS = 500;
const EXTRACTION_S = 2;

/** The Markdown section of one `bench fairness`. */
export function fairnessReport({ options, services, modes }: FairnessResults, now: Date): string {
  const { seconds, connections } = options;
  return [
    machineLine(services, now),
    `What a tenant meets that makes one write and one recall at a time, ${String(seconds)} s for each row, while another floods the service on ${String(connections)} connections without a pause. Goals: p99 of write and recall at most ${String(TIMES_QUIET)}× quiet and below ${String(CALL_MS)} ms, extracted within ${String(EXTRACTION_S)} s, nothing refused.`,
    ...modes.flatMap(({ mode, runs }) => [
      `**${mode === 'embedded' ? 'In one process' : 'Over Kafka'}**`,
      markdownTable(
        ['flood', 'write p99', 'recall p99', 'extracted, p99', 'refused', ''],
        runs.map((run) => rowOf(run, runs[0])),
      ),
    ]),
  ].join('\n\n');
}

function rowOf({ flood, met }: Beside, quiet: Beside | undefined): string[] {
  const write = p99(met.writes);
  const recall = p99(met.recalls);
  const extracted = p99(met.extractions) / 1_000;
  const writeRatio = write / p99(quiet?.met.writes);
  const recallRatio = recall / p99(quiet?.met.recalls);
  const isFast = Math.max(writeRatio, recallRatio) <= TIMES_QUIET && Math.max(write, recall) < CALL_MS;
  const isReached = isFast && extracted <= EXTRACTION_S && met.refused === 0;
  return [
    flood ?? 'none',
    `${figure(write, 1)} ms (${figure(writeRatio, 1)}×)`,
    `${figure(recall, 1)} ms (${figure(recallRatio, 1)}×)`,
    Number.isFinite(extracted) ? `${figure(extracted, 2)} s` : 'not within 30 s',
    String(met.refused),
    isReached ? 'reached' : 'missed',
  ];
}

const p99 = (times: readonly number[] = []): number => percentile(times, 0.99);
