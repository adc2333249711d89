import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign/campaign.js';
import { tableOf } from './campaign/report.js';
import { killNine, startInstallation } from './kill-nine.js';

/**
 * `npm run faults -- --seed S --minutes N [--round R] [--mode full|embedded] [--from COMMIT] [--report DIR]` runs a
 * campaign. With a round, it runs only that round. With a commit, each deployment starts with the programs of that
 * commit and is upgraded during the run.
 *
 * `npm run faults -- --writes N` runs the kill -9 test with N writes.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '10' },
    round: { type: 'string' },
    mode: { type: 'string' },
    from: { type: 'string' },
    report: { type: 'string', default: 'faults-report' },
    writes: { type: 'string' },
  },
});
const say = (line: string): void => {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};

async function campaign(): Promise<boolean> {
  const { seed, minutes, round, mode, from, report } = values;
  if (mode !== undefined && mode !== 'full' && mode !== 'embedded') throw new Error('--mode is full or embedded');
  say(`seed ${seed}`);
  const reports = await runCampaign({
    ...{ seed: Number(seed), minutes: Number(minutes), mode: mode ?? null, from: from ?? null, reportDir: report, say },
    firstRound: Number(round ?? 0),
    rounds: round === undefined ? Number.POSITIVE_INFINITY : 1,
    root: fileURLToPath(new URL('../../', import.meta.url)),
  });
  process.stdout.write(tableOf(reports));
  return reports.every(({ findings }) => findings.length === 0);
}

async function kills(writes: number): Promise<boolean> {
  const installation = await startInstallation();
  const report = await killNine(installation, writes, say).finally(() => installation.stop());
  say(JSON.stringify(report));
  const { acknowledged, unanswered, ...faults } = report;
  return Object.values(faults).every((count) => count === 0) && acknowledged + unanswered === writes;
}

process.exitCode = (await (values.writes === undefined ? campaign() : kills(Number(values.writes)))) ? 0 : 1;
