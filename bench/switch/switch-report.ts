import { figure, limitLine, machineLine, markdownTable } from '../report.js';
import { PER_SCOPE, type Answers, type SwitchResults } from './switch.js';

const GOAL_S = 2;

/** The Markdown section of one `bench switch`. */
export function switchReport({ services, runs }: SwitchResults, now: Date): string {
  const rows = runs.map(({ scopes, seconds, reads, writes }) => [
    `${figure(scopes)} scopes`,
    figure(seconds, 1),
    ...cells(reads),
    ...cells(writes),
  ]);
  const longest = Math.max(...runs.map(({ reads }) => reads.longestMs));
  return [
    machineLine(services, now),
    `\`rebuild --switch\` beside an embedded service, with ${String(PER_SCOPE)} memories in each scope: what a reader of the graph and a writer met, 40 calls a second each. The longest wait is in milliseconds.`,
    markdownTable(['', 'command, s', 'reads', 'refused', 'longest wait', 'writes', 'refused', 'longest wait'], rows),
    limitLine('the longest wait of a reader', longest / 1_000, GOAL_S, ' s'),
  ].join('\n\n');
}

function cells({ count, refused, longestMs }: Answers): string[] {
  return [figure(count), figure(refused), figure(longestMs)];
}
