import { figure, machineLine, markdownTable } from '../report.js';
import type { Filtered, FilterResults } from './filter.js';

const GOAL = 1.5;

/** The Markdown section of one `bench filter`. */
export function filterReport({ options, services, filters }: FilterResults, now: Date): string {
  const worst = Math.max(...filters.map(({ ratio }) => ratio));
  return [
    machineLine(services, now),
    `POST /v1/recall in a scope of ${figure(options.size)} memories, by one connection: ${figure(options.questions)} questions with each filter in turns, ${figure(options.rounds)} times after a warm-up. Ratio: the median over the questions of the duration with the filter, relative to that without.`,
    markdownTable(['filter on metadata', 'memories that pass', 'p50 ms', 'p90 ms', 'ratio'], filters.map(row)),
    `- the dearest filter: **${figure(worst, 2)}×** (goal ≤ ${String(GOAL)}×: ${worst <= GOAL ? 'reached' : 'missed'})`,
  ].join('\n\n');
}

function row({ filter, share, p50Ms, p90Ms, ratio }: Filtered): string[] {
  return [filter, `${figure(share * 100, 1)} %`, figure(p50Ms, 1), figure(p90Ms, 1), figure(ratio, 2)];
}
