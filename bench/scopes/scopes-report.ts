import type { Extracted } from '../extract/throughput.js';
import { figure, goalLine, machineLine, markdownTable } from '../report.js';
import { median } from '../statistics.js';
import { MAX_IN_ONE, PER_SMALL_SCOPE, type ScopesResults } from './scopes.js';

const GOAL = 0.6;

/** The Markdown section of one `bench scopes`. */
export function scopesReport({ options, services, rounds }: ScopesResults, now: Date): string {
  const scopes = options.scopes.toLocaleString('en-US');
  return [
    machineLine(services, now),
    `Memories per second from topic to graph with one extractor, medians of ${String(rounds.length)} rounds in turns:` +
      ` ${scopes} scopes of ${String(PER_SMALL_SCOPE)} memories each, beside one scope of as many, at most` +
      ` ${MAX_IN_ONE.toLocaleString('en-US')}. CPU is in seconds per 1,000 memories; memory is what the extractor holds at the end.`,
    markdownTable(
      ['', 'memories/s', 'CPU extractor', 'CPU Postgres', 'MiB'],
      [
        row(
          'one scope',
          rounds.map((round) => round.one),
        ),
        row(
          `${scopes} scopes`,
          rounds.map((round) => round.many),
        ),
      ],
    ),
    goalLine(
      `${scopes} scopes against one`,
      median(rounds.map(({ one, many }) => many.perSecond / one.perSecond)),
      GOAL,
    ),
  ].join('\n\n');
}

function row(name: string, runs: readonly Extracted[]): string[] {
  const of = (value: (run: Extracted) => number, digits: number): string => figure(median(runs.map(value)), digits);
  return [
    name,
    of((run) => run.perSecond, 0),
    of((run) => run.extractorCpu, 2),
    of((run) => run.postgresCpu, 2),
    of((run) => run.memoryMiB, 0),
  ];
}
