import { figure, goalLine, machineLine, markdownTable } from '../report.js';
import { median } from '../statistics.js';
import { API_OFF, BATCH_OFF, type EncodeResults, type Sample } from './encode.js';

const ROUND_TRIP_GOAL = 3;
const PGBENCH_GOAL = 0.6;
const BATCH_GOAL = 2;

/** The Markdown section of one `bench encode`. */
export function encodeReport(results: EncodeResults, now: Date): string {
  const { options, rounds, sweep, services } = results;
  const { seconds, connections } = options;
  return [
    machineLine(services, now),
    `Medians of ${String(rounds.length)} rounds in turns, ${String(seconds)} s each after a warm-up, fsync and synchronous_commit on;` +
      ` ${String(connections)} HTTP connections. The load generator shares the cores. CPU is in seconds per 1,000 memories.`,
    summaryTable(rounds),
    [
      ...['pgbench', 'pg,'].map((family) => ratioLine(rounds, family)),
      batchLine(rounds, 1, 'those of one writer'),
      batchLine(rounds, connections, `those of ${String(connections)} writers at once`),
    ].join('\n'),
    'Client counts tried for the comparisons (memories/s in a short run); the two best took part in the rounds:',
    sweepTable(sweep),
    'In every run the rows of memories, MemoryEncoded events, request ledger and extraction states were as many as the writes acknowledged.',
  ].join('\n\n');
}

function summaryTable(rounds: EncodeResults['rounds']): string {
  const header = ['variant', 'clients', 'memories/s', 'p50 ms', 'p99 ms', 'CPU server', 'CPU Postgres', 'CPU client'];
  const rows = (rounds[0] ?? []).map(({ variant, clients }) => {
    const runs = rounds.flatMap((round) => round.filter((s) => s.variant === variant && s.clients === clients));
    const of = (value: (sample: Sample) => number | null): number => median(runs.map((run) => value(run) ?? NaN));
    return [
      variant,
      String(clients),
      figure(of((s) => s.perSecond)),
      figure(
        of((s) => s.p50Ms),
        1,
      ),
      figure(
        of((s) => s.p99Ms),
        1,
      ),
      figure(
        of((s) => s.processCpu),
        3,
      ),
      figure(
        of((s) => s.postgresCpu),
        3,
      ),
      figure(
        of((s) => s.clientCpu),
        3,
      ),
    ];
  });
  return markdownTable(header, rows);
}

/** The median of the ratios within each round, against the better of the family's contenders. */
function ratioLine(rounds: EncodeResults['rounds'], family: string): string {
  const ratios = rounds.map((round) => {
    const ours = round.find((s) => s.variant === API_OFF)?.perSecond ?? NaN;
    return ours / Math.max(...round.filter((s) => s.variant.startsWith(family)).map((s) => s.perSecond));
  });
  return family === 'pgbench'
    ? goalLine('the service with extraction off, against one call by pgbench', median(ratios), PGBENCH_GOAL)
    : goalLine(
        'the service with extraction off, against a transaction by round trips',
        median(ratios),
        ROUND_TRIP_GOAL,
      );
}

/** Memories in batches against single writes by so many clients: the median of the ratios within each round. */
function batchLine(rounds: EncodeResults['rounds'], clients: number, writes: string): string {
  const ratios = rounds.map((round) => {
    const single = round.find((s) => s.variant === API_OFF && s.clients === clients);
    return (round.find((s) => s.variant === BATCH_OFF)?.perSecond ?? NaN) / (single?.perSecond ?? NaN);
  });
  return goalLine(`memories in batches, against ${writes}`, median(ratios), BATCH_GOAL);
}

function sweepTable(sweep: readonly Sample[]): string {
  const counts = [...new Set(sweep.map((s) => s.clients))];
  const variants = [...new Set(sweep.map((s) => s.variant))];
  const rows = variants.map((variant) => [
    variant,
    ...counts.map((n) => figure(sweep.find((s) => s.variant === variant && s.clients === n)?.perSecond ?? NaN)),
  ]);
  return markdownTable(['clients', ...counts.map(String)], rows);
}
