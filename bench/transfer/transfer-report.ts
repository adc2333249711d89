import { figure, machineLine, markdownTable } from '../report.js';
import type { Moved, TransferResults } from './transfer.js';

/** The Markdown section of one `bench transfer`. */
export function transferReport({ services, runs }: TransferResults, now: Date): string {
  const header = [
    '',
    'events',
    'MB',
    'export, s',
    'memories/s',
    'import, s',
    'memories/s',
    'until projected, s',
    'again, s',
  ];
  return [
    machineLine(services, now),
    'GET /v1/export of a scope to a file, and POST /v1/import of that file on an empty instance with a database of its own, by one TypeScript client that shares the cores. Afterwards both have the same memories, entities and facts.',
    markdownTable(header, runs.map(row)),
    ...runs.filter(({ extracted }) => extracted).map(comparison),
  ].join('\n\n');
}

function row(moved: Moved): string[] {
  const { memories, extracted, events, megabytes, exportSeconds, importSeconds, projectedSeconds, againSeconds } =
    moved;
  return [
    `${figure(memories)} memories${extracted ? ', extracted' : ''}`,
    figure(events),
    figure(megabytes, 1),
    figure(exportSeconds, 1),
    figure(memories / exportSeconds),
    figure(importSeconds, 1),
    figure(memories / importSeconds),
    figure(projectedSeconds, 1),
    figure(againSeconds, 1),
  ];
}

function comparison({ memories, readSeconds, projectedSeconds }: Moved): string {
  return `To read the ${figure(memories)} memories took the source ${figure(readSeconds, 1)} s; from their import to the whole graph it took ${figure(projectedSeconds, 1)} s, since no model runs again.`;
}
