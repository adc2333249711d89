import { expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { saying, startLlmStandIn } from '../../extractor/llm-stand-in.js';
import { bundledPrograms } from '../../harness/programs.js';
import { LIGHT } from './campaign.js';
import type { Deployment } from './deployment.js';
import type { DeploymentOptions } from './full-deployment.js';
import { Trial } from './round.js';

const SEED = 20;
const LENGTH_MS = 60_000;
const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A short form of `npm run faults` over one mode: a minute of faults, with a fixed seed. Nothing that was
 * acknowledged may be lost, doubled, forgotten or changed. Latency is not checked here.
 * @param everyMs average time between two faults
 * @returns names of the failpoints that were reached
 */
export async function runShortCampaign(
  start: (options: DeploymentOptions) => Promise<Deployment>,
  everyMs: number,
): Promise<Set<string>> {
  const llm = await startLlmStandIn(saying({ people: ['Number Seven'] }));
  const env = {
    ...LIGHT,
    LLM_BASE_URL: llm.baseUrl,
    LLM_MODEL: 'stand-in',
    LLM_POLICY: 'always',
    LLM_API_KEY: 'none',
  };
  const trial = await Trial.start(await start({ root, env, programs: await bundledPrograms() }), 500);
  try {
    const lines: string[] = [];
    const round = {
      seed: SEED,
      round: 0,
      lengthMs: LENGTH_MS,
      everyMs,
      callers: 6,
      say: (line: string) => lines.push(line),
    };
    const { findings, counts, checked } = await trial.run(round);
    expect({ findings, lines }).toEqual({ findings: [], lines });
    // Four tenants with four memories each before the faults; the number of others depends on the machine.
    expect(checked).toBeGreaterThanOrEqual(16);
    expect((counts['kills'] ?? 0) + (counts['freezes'] ?? 0)).toBeGreaterThan(10);
    await trial.reachTheRest();
    expect(trial.model.findings).toEqual([]);
    return new Set((await readFile(trial.deployment.reachedFile, 'utf8')).split('\n'));
  } finally {
    await trial.stop();
    await llm.stop();
  }
}
