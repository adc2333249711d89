import { figure, machineLine, markdownTable } from '../report.js';
import type { StudioResults, StudioSample } from './studio.js';

/** The Markdown section of one `bench studio`. */
export function studioReport({ options, services, samples, large }: StudioResults, now: Date): string {
  const sizes = samples.map(({ scope }) => `${figure(scope.size)} memories`);
  return [
    machineLine(services, now),
    `Medians of ${String(options.rounds)}. Each page was opened in a browser that had nothing of studio yet, and again with its files in the cache (second figure): milliseconds from the navigation to the paint that shows its content, then what was transferred the first time.`,
    markdownTable(['first view, ms', ...sizes, 'kB', 'requests'], viewRows(samples)),
    'An interaction: milliseconds from the input to the next paint (Event Timing, in steps of 8, 16 for anything shorter), and to the paint that shows the answer.',
    markdownTable(['interaction, ms', ...sizes], stepRows(samples)),
    'The calls of the pages, one after the other by one connection:',
    markdownTable(['call, ms', ...sizes, 'kB'], routeRows(samples)),
    ...(large.length === 0
      ? []
      : [
          `The same in a scope of ${figure(options.entities)} entities and as many relations, whose graph was filled directly:`,
          markdownTable(
            ['call, ms', `${figure(options.entities)} entities`, 'kB'],
            large.map(({ name, ms, bytes }) => [name, figure(ms, 1), figure(bytes / 1_000, 1)]),
          ),
        ]),
    ...samples.map(scopeLine),
    ...goalLines(samples),
  ].join('\n\n');
}

function viewRows(samples: readonly StudioSample[]): string[][] {
  const last = samples.at(-1);
  return (last?.views ?? []).map(({ name, bytes, requests }, i) => [
    name,
    ...samples.map(({ views }) => pair(views[i]?.shownMs, views[i]?.warmMs)),
    figure(bytes / 1_000),
    figure(requests),
  ]);
}

function stepRows(samples: readonly StudioSample[]): string[][] {
  return namesIn(samples, ({ steps }) => steps).map((name) => [
    name,
    ...samples.map(({ steps }) => {
      const step = steps.find((one) => one.name === name);
      return pair(step?.paintMs, step?.answerMs);
    }),
  ]);
}

function routeRows(samples: readonly StudioSample[]): string[][] {
  return namesIn(samples, ({ routes }) => routes).map((name) => {
    const own = samples.map(({ routes }) => routes.find((one) => one.name === name));
    return [name, ...own.map((route) => figure(route?.ms ?? null, 1)), figure((own.at(-1)?.bytes ?? NaN) / 1_000, 1)];
  });
}

function namesIn(
  samples: readonly StudioSample[],
  of: (sample: StudioSample) => readonly { readonly name: string }[],
): string[] {
  return [...new Set(samples.flatMap((sample) => of(sample).map(({ name }) => name)))];
}

function pair(one: number | undefined, other: number | undefined): string {
  return `${figure(one ?? null)} / ${figure(other ?? null)}`;
}

function scopeLine({ scope: { size, entities, hub } }: StudioSample): string {
  return `- ${figure(size)} memories: ${figure(entities)} entities; the one with most facts has ${figure(hub.relations)} relations, ${figure(hub.statements)} statements and ${figure(hub.mentions)} mentions.`;
}

/** Goals of the largest scope. */
function goalLines(samples: readonly StudioSample[]): string[] {
  const last = samples.at(-1);
  if (!last) return [];
  const slowest = last.views.reduce((a, b) => (b.shownMs > a.shownMs ? b : a));
  const [paint] = last.steps.toSorted((a, b) => b.paintMs - a.paintMs);
  const goal = (what: string, ms: number, limit: number): string =>
    `- ${what}: **${figure(ms)} ms** (goal < ${figure(limit)} ms: ${ms < limit ? 'reached' : 'missed'})`;
  return [
    goal(`the slowest first view (${slowest.name})`, slowest.shownMs, 1_000),
    ...(paint ? [goal(`the slowest paint after an input (${paint.name})`, paint.paintMs, 100)] : []),
  ];
}
