import type { RoundReport } from './round.js';

const COLUMNS = [
  'rounds',
  'acks',
  'kills',
  'freezes',
  'silences',
  'clockJumps',
  'upgrades',
  'erasures',
  'findings',
] as const;

/** Markdown table of a run's counts and findings, by mode. */
export function tableOf(reports: readonly RoundReport[]): string {
  const totals = new Map<string, Record<(typeof COLUMNS)[number], number>>();
  for (const [i, report] of reports.entries()) {
    const { mode, findings } = report;
    const total = totals.get(mode) ?? {
      rounds: 0,
      acks: 0,
      kills: 0,
      freezes: 0,
      silences: 0,
      clockJumps: 0,
      upgrades: 0,
      erasures: 0,
      findings: 0,
    };
    totals.set(mode, total);
    total.rounds += 1;
    total.findings += findings.length;
    const counts = sumOf(report);
    // Counts are per deployment, since its start.
    const before = reports[i - 1];
    const earlier =
      before?.mode === mode && (before.counts['acks'] ?? 0) <= (report.counts['acks'] ?? 0) ? sumOf(before) : null;
    for (const name of Object.keys(counts) as (keyof typeof counts)[])
      total[name] += counts[name] - (earlier?.[name] ?? 0);
  }
  const rows = [...totals].map(
    ([mode, total]) => `| ${[mode, ...COLUMNS.map((name) => String(total[name]))].join(' | ')} |`,
  );
  return [`| mode | ${COLUMNS.join(' | ')} |`, `|${' --- |'.repeat(COLUMNS.length + 1)}`, ...rows, ''].join('\n');
}

function sumOf({ counts }: RoundReport) {
  const of = (...names: string[]): number => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return {
    acks: of('acks', 'batches', 'revisions', 'imports', 'forgets', 'restores', 'links'),
    kills: of('kills', 'brokerKills', 'postgresKills'),
    freezes: of('freezes', 'postgresFreezes'),
    silences: of('silences'),
    clockJumps: of('clockJumps'),
    upgrades: of('upgrades'),
    erasures: of('erasures'),
  };
}
