import { figure, machineLine, markdownTable } from '../report.js';
import type { GrowthResults, GrowthSample } from './growth.js';

/** The Markdown section of one `bench growth`; the statements that took the longest go to standard error. */
export function growthReport({ options, services, samples }: GrowthResults, now: Date): string {
  const { sizes, rounds } = options;
  const kinds = [...new Set(samples.map(({ what }) => what))];
  const of = (what: string, size: number): GrowthSample | undefined =>
    samples.find((sample) => sample.what === what && sample.size === size);
  const rows = kinds.map((what) => {
    const own = sizes.map((size) => of(what, size));
    const ratio = (own.at(-1)?.ms ?? NaN) / (own[0]?.ms ?? NaN);
    const statements = `${figure(own[0]?.statements ?? null)} – ${figure(own.at(-1)?.statements ?? null)}`;
    return [what, ...own.map((sample) => figure(sample?.ms ?? null, 1)), `${figure(ratio, 2)}×`, statements];
  });
  process.stderr.write(samples.map(slowestOf).join(''));
  return [
    machineLine(services, now),
    `Milliseconds that one more memory costs, medians of ${String(rounds)}, with its transaction: stored, projected, indexed and linked. The history names the hub in every memory, says the same two relations and the same statement of it each time, and where it works is another place in each.`,
    markdownTable(['', ...sizes.map((size) => `${figure(size)} mentions`), 'most ÷ least', 'statements'], rows),
  ].join('\n\n');
}

function slowestOf({ what, size, ms, slowest }: GrowthSample): string {
  const lines = slowest.map((s) => `    ${figure(s.ms / s.calls, 2)} ms × ${String(s.calls)}: ${s.statement}\n`);
  return `${what}, ${String(size)}: ${figure(ms, 1)} ms\n${lines.join('')}`;
}
