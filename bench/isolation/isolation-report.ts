import { figure, machineLine, markdownTable } from '../report.js';
import type { IsolationResults } from './isolation.js';

/** The Markdown section of one `bench isolation`. */
export function isolationReport({ options, services, samples }: IsolationResults, now: Date): string {
  const rows = samples.map(({ what, owner, service, ratio }) => [
    what,
    figure(owner, 2),
    figure(service, 2),
    `${figure(ratio, 2)}×`,
  ]);
  return [
    machineLine(services, now),
    `Milliseconds of one call, medians of ${String(options.rounds)} pairs in turns: by the owner's role, whom no policy binds, and by the service's, with its scope set. Five scopes of 20,000 entities and 60,000 relations.`,
    markdownTable(['', 'owner', 'service', 'service ÷ owner'], rows),
  ].join('\n\n');
}
