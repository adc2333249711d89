import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startProgram } from '../harness/program.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import type { Flood, Target } from './floods.js';
import { connectQuietly, useQuietly } from './innocent.js';
import { prepareTarget } from './prepare-target.js';

/**
 * A short form of `npm run bench -- fairness`. That benchmark has limits in milliseconds; here the machine may be busy,
 * so what the flood adds to the quiet tenant's calls is compared with the flood itself. Under first come, first served
 * both would wait equally long. What a call takes without a flood tells how busy the machine is, and is no wait.
 */
const CONNECTIONS = 128;
const SECONDS = 3;
const HUB_MEMORIES = 300;

let engraph: RunningEngraph;
let target: Target;
let quietKey: string;

beforeAll(async () => {
  engraph = await runEngraph('log');
  const port = Number(new URL(engraph.baseUrl).port);
  quietKey = (await engraph.client('fair', 'quiet')).key;
  target = await prepareTarget(port, (await engraph.client('fair', 'noisy')).key, HUB_MEMORIES);
});
afterAll(async () => {
  await engraph.stop();
});

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;

test.each<{ flood: Flood; limit?: number }>([
  { flood: '1 MiB writes' },
  { flood: 'recall' },
  { flood: 'traversals' },
  { flood: 'forgets of a hub', limit: HUB_MEMORIES },
])('beside a flood of $flood a quiet tenant waits for its own turn, not for the flood', async ({ flood, limit }) => {
  const alone = await useQuietly(target.port, quietKey, SECONDS);
  const connections = await connectQuietly(target.port, quietKey);
  const program = startProgram('test/fairness/flood-program.ts', [
    JSON.stringify({ flood, target, connections: CONNECTIONS, limit }),
  ]);
  await program.prints('flooding');
  const met = await useQuietly(target.port, quietKey, SECONDS, connections);
  await program.end();
  const ofTheFlood = Number(program.lines.at(-1));
  expect(met.refused).toBe(0);
  expect(met.extractions).not.toContain(Infinity);
  expect(median(met.writes) - median(alone.writes)).toBeLessThan(ofTheFlood / 2);
  expect(median(met.recalls) - median(alone.recalls)).toBeLessThan(ofTheFlood / 2);
});
