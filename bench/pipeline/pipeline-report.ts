import { figure, machineLine, markdownTable } from '../report.js';
import { median } from '../statistics.js';
import type { PipelineResults } from './pipeline.js';
import type { StageTimes } from './run-stages.js';

type Round = PipelineResults['rounds'][number];

/** Memories a second and core. */
const GOALS = { encoder: 150, perceptron: 1_500 };

/** The Markdown section of one `bench pipeline`. */
export function pipelineReport({ options, tokens, rounds }: PipelineResults, now: Date): string {
  const row = (what: string, secondsOf: (round: Round) => number, times?: (round: Round) => StageTimes) => {
    const rates = rounds.map((round) => options.memories / secondsOf(round));
    const ratios = rounds.map((round) => round.compromise.seconds / secondsOf(round));
    return [
      what,
      figure(median(rates)),
      figure(median(rates) * tokens),
      `${figure(median(ratios), 2)}×`,
      times ? figure(median(rounds.map((round) => times(round).residentMiB))) : '',
    ];
  };
  const model = (name: keyof typeof GOALS) => [
    ...['pattern', 'classifier'].map((stage) => row(`${name}: ${stage}`, (round) => round[name].stages[stage] ?? NaN)),
    row(
      `${name}: both stages`,
      (round) => round[name].seconds,
      (round) => round[name],
    ),
  ];
  return [
    machineLine(['compromise 14'], now),
    `Memories and tokens that one core reads in a second of CPU time, all threads of the process counted: chat messages of ${figure(tokens, 1)} tokens, ${String(options.memories)} a run, medians of ${String(rounds.length)} rounds in turns, each in a process of its own. compromise finds names of persons, places and organizations; the stages find those, their aliases, relations and statements. Resident memory is that of the process at the end.`,
    markdownTable(
      ['', 'memories/s', 'tokens/s', 'against compromise', 'resident MiB'],
      [
        ...model('perceptron'),
        ...model('encoder'),
        row(
          'compromise 14',
          (round) => round.compromise.seconds,
          (round) => round.compromise,
        ),
      ],
    ),
    Object.entries(GOALS)
      .map(([name, goal]) => {
        const rate = median(rounds.map((round) => options.memories / round[name as keyof typeof GOALS].seconds));
        return `- all stages but the LLM with the ${name}: **${figure(rate)}** memories/s and core (goal ≥ ${figure(goal)}: ${rate >= goal ? 'reached' : 'missed'})`;
      })
      .join('\n'),
  ].join('\n\n');
}
