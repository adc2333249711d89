import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saying, startLlmStandIn, type LlmStandIn } from '../../extractor/llm-stand-in.js';
import { startEmbeddedDeployment } from './embedded-deployment.js';
import { startFullDeployment } from './full-deployment.js';
import { randomOf } from './random.js';
import { tableOf } from './report.js';
import { buildOlderVersion } from './older-version.js';
import { Trial, type RoundReport } from './round.js';

export interface CampaignOptions {
  readonly seed: number;
  readonly minutes: number;
  /** First round; it gets a new deployment. */
  readonly firstRound: number;
  readonly rounds: number;
  readonly mode: 'full' | 'embedded' | null;
  readonly reportDir: string;
  /** Root of the built repository. */
  readonly root: string;
  /** Earlier commit from which every deployment is upgraded during the run; null: no upgrade. */
  readonly from: string | null;
  readonly say: (line: string) => void;
}

const ROUNDS_A_DEPLOYMENT = 6;
const ROUND_MS = 45_000;
/** Mean time between two faults; a single process needs time to be available at all. */
const EVERY_MS = { full: 800, embedded: 2_200 };
const CALLERS = 6;
const QUIET_MS = 6_000;
/** Latency limit of an innocent tenant, and its limit relative to the time without faults. */
const SLOW_MS = 500;
const SLOWER = 5;

/** Settings of most deployments: models that load fast. */
export const LIGHT = { CLASSIFIER_MODEL: 'perceptron', EMBEDDING_MODEL: 'static', SWEEP_AFTER_MS: '5000' };

/** Runs rounds on one deployment after the other until the time is up; returns the findings. */
export async function runCampaign(options: CampaignOptions): Promise<RoundReport[]> {
  const { seed, minutes, firstRound, rounds, reportDir, root, from, say } = options;
  mkdirSync(reportDir, { recursive: true });
  const end = Date.now() + minutes * 60_000;
  const reports: RoundReport[] = [];
  const older = from === null ? undefined : await buildOlderVersion(root, from);
  const llm = await startLlmStandIn(saying({ people: ['Number Seven'] }));
  try {
    for (let round = firstRound; Date.now() < end && round < firstRound + rounds;) {
      const trial = await startTrial({ ...options, olderRoot: older?.root }, round, llm);
      try {
        for (; Date.now() < end && round < firstRound + rounds;) {
          const report = judged(
            await trial.run({
              seed,
              round,
              say,
              lengthMs: ROUND_MS,
              everyMs: EVERY_MS[trial.deployment.mode],
              callers: CALLERS,
            }),
          );
          reports.push(report);
          appendFileSync(join(reportDir, `seed-${String(seed)}.jsonl`), `${JSON.stringify(report)}\n`);
          writeFileSync(join(reportDir, `seed-${String(seed)}.md`), tableOf(reports));
          for (const { kind, detail, step } of report.findings)
            say(`FOUND ${kind}, again by --seed ${String(seed)} --round ${String(round)}: ${detail} (after ${step})`);
          const { acks, kills, freezes } = report.counts;
          say(
            `round ${String(round)} (${report.mode}): ${String(acks)} acks, ${String(kills)} kills, ${String(freezes)} freezes so far; ${String(report.checked)} looked at, ${String(report.findings.length)} found, p99 ${String(report.innocent.p99)} ms (quiet ${String(report.quiet.p99)} ms), ${String(report.ms)} ms`,
          );
          round += 1;
          if (round % ROUNDS_A_DEPLOYMENT === 0) break;
        }
      } finally {
        await trial.stop();
      }
    }
  } finally {
    await llm.stop();
    await older?.remove();
  }
  return reports;
}

/**
 * Adds a finding if an innocent tenant's p99 exceeds its limit during the faults: 500 ms or, on a slow machine, five
 * times the value before the faults.
 */
function judged(report: RoundReport): RoundReport {
  const { innocent, quiet, findings } = report;
  const bar = Math.max(SLOW_MS, SLOWER * quiet.p99);
  if (innocent.p99 <= bar) return report;
  const slow = {
    kind: 'slow',
    detail: `p99 of an innocent tenant was ${String(innocent.p99)} ms, its bar ${String(bar)} ms`,
    step: `all ${String(report.faults.length)} faults`,
  };
  return { ...report, findings: [...findings, slow] };
}

async function startTrial(
  { seed, mode, root, olderRoot, say }: CampaignOptions & { readonly olderRoot: string | undefined },
  round: number,
  llm: LlmStandIn,
): Promise<Trial> {
  const block = Math.floor(round / ROUNDS_A_DEPLOYMENT);
  const random = randomOf(seed, block, 'deployment');
  const chosen = mode ?? (block % 2 === 0 ? 'full' : 'embedded');
  const asksLlm = random.chance(0.5);
  const models = random.chance(0.2) ? { SWEEP_AFTER_MS: '5000' } : LIGHT;
  const env = {
    ...models,
    ...(asksLlm && { LLM_BASE_URL: llm.baseUrl, LLM_MODEL: 'stand-in', LLM_POLICY: 'always', LLM_API_KEY: 'none' }),
  };
  say(`a deployment: ${chosen}, ${JSON.stringify(models)}, ${asksLlm ? 'with' : 'without'} LLM`);
  const deployment = await (chosen === 'full' ? startFullDeployment : startEmbeddedDeployment)({
    root,
    olderRoot,
    env,
  });
  if (deployment.disk === null) say('no disk of its own could be mounted: none is filled');
  return Trial.start(deployment, QUIET_MS).catch(async (error: unknown) => {
    await deployment.stop();
    throw error;
  });
}
