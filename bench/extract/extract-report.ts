import { figure, goalLine, machineLine, markdownTable } from '../report.js';
import { median, percentile } from '../statistics.js';
import { EXTRACTOR_COUNTS, LLM_DELAY_MS, SCOPES, type ExtractResults, type Throughput } from './extract.js';
import { PARTITIONS } from './throughput.js';
import type { Delays } from './visibility.js';

type Round = ExtractResults['rounds'][number];

const GOALS = [
  { extractors: 2, goal: 1.8 },
  { extractors: 4, goal: 3 },
];

/** The Markdown section of one `bench extract`. */
export function extractReport(results: ExtractResults, now: Date): string {
  const { options, rounds, services, visibleFull, visibleEmbedded } = results;
  return [
    machineLine(services, now),
    `Memories per second from topic to graph: ${String(SCOPES)} scopes on ${String(PARTITIONS)} partitions, medians of` +
      ` ${String(rounds.length)} rounds in turns; ${String(SCOPES * options.perScope)} memories a run without the LLM,` +
      ` ${String(SCOPES * options.llmPerScope)} with a stand-in LLM that answers after ${String(LLM_DELAY_MS)} ms,` +
      ' is asked about every memory, and is asked by each extractor one question at a time. CPU is in seconds per 1,000 memories.',
    throughputTable(rounds),
    GOALS.map(({ extractors, goal }) =>
      goalLine(`${String(extractors)} extractors against one, with the LLM`, ratioOf(rounds, true, extractors), goal),
    ).join('\n'),
    `Milliseconds from the acknowledgement of a memory to the first GET /v1/entities that has its entity, asked every 5 ms,` +
      ` at 5 memories/s for ${String(options.visibleSeconds)} s:`,
    markdownTable(
      ['mode', 'memories', 'p50 ms', 'p99 ms'],
      [delayRow('full: api and extractor over Kafka', visibleFull), delayRow('embedded: one process', visibleEmbedded)],
    ),
  ].join('\n\n');
}

function throughputTable(rounds: ExtractResults['rounds']): string {
  const header = ['', 'extractors', 'memories/s', 'against one', 'CPU extractors', 'CPU Postgres'];
  const rows = [false, true].flatMap((llm) =>
    EXTRACTOR_COUNTS.map((n) => {
      const runs = rounds.flatMap((round) => runsOf(round, llm, n));
      return [
        llm ? 'with the LLM' : 'without an LLM',
        String(n),
        figure(median(runs.map((run) => run.perSecond))),
        `${figure(ratioOf(rounds, llm, n), 2)}×`,
        figure(median(runs.map((run) => run.extractorCpu)), 2),
        figure(median(runs.map((run) => run.postgresCpu)), 2),
      ];
    }),
  );
  return markdownTable(header, rows);
}

/** The median of the ratios within each round. */
function ratioOf(rounds: ExtractResults['rounds'], llm: boolean, extractors: number): number {
  const speed = (round: Round, n: number): number => runsOf(round, llm, n)[0]?.perSecond ?? NaN;
  return median(rounds.map((round) => speed(round, extractors) / speed(round, 1)));
}

function runsOf(round: Round, llm: boolean, extractors: number): Throughput[] {
  return round.filter((run) => run.llm === llm && run.extractors === extractors);
}

function delayRow(mode: string, delays: Delays): string[] {
  return [mode, String(delays.length), figure(percentile(delays, 0.5), 1), figure(percentile(delays, 0.99), 1)];
}
