import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FAILPOINTS } from '#failpoints/failpoints.js';
import { saying, startLlmStandIn, type LlmStandIn } from '../../extractor/llm-stand-in.js';
import { LIGHT } from './campaign.js';
import { startEmbeddedDeployment } from './embedded-deployment.js';
import { startFullDeployment } from './full-deployment.js';
import { Trial } from './round.js';

/**
 * A short form of `npm run faults`: a minute and a half in each mode, with a fixed seed. Latency is not checked here.
 */
const SEED = 20;
const root = fileURLToPath(new URL('../../../', import.meta.url));
const reached = new Set<string>();
let llm: LlmStandIn;

beforeAll(async () => {
  llm = await startLlmStandIn(saying({ people: ['Number Seven'] }));
});
afterAll(async () => {
  await llm.stop();
});

test.each([
  { mode: 'full', start: startFullDeployment, lengthMs: 90_000, everyMs: 1_500 },
  { mode: 'embedded', start: startEmbeddedDeployment, lengthMs: 90_000, everyMs: 3_000 },
])(
  'a campaign over $mode mode loses, doubles, forgets and changes nothing that was acknowledged',
  async ({ start, lengthMs, everyMs }) => {
    const env = {
      ...LIGHT,
      LLM_BASE_URL: llm.baseUrl,
      LLM_MODEL: 'stand-in',
      LLM_POLICY: 'always',
      LLM_API_KEY: 'none',
    };
    const trial = await Trial.start(await start({ root, env }), 500);
    try {
      const lines: string[] = [];
      const round = { seed: SEED, round: 0, lengthMs, everyMs, callers: 6, say: (line: string) => lines.push(line) };
      const { findings, counts, checked } = await trial.run(round);
      expect({ findings, lines }).toEqual({ findings: [], lines });
      // Four tenants with four memories each before the faults; the number of others depends on the machine.
      expect(checked).toBeGreaterThanOrEqual(16);
      expect((counts['kills'] ?? 0) + (counts['freezes'] ?? 0)).toBeGreaterThan(10);
      await trial.reachTheRest();
      expect(trial.model.findings).toEqual([]);
      for (const name of readFileSync(trial.deployment.reachedFile, 'utf8').split('\n')) reached.add(name);
    } finally {
      await trial.stop();
    }
  },
  900_000,
);

test('every failpoint was reached', () => {
  expect(FAILPOINTS.filter((name) => !reached.has(name))).toEqual([]);
});
