import { expect, test } from '@jest/globals';
import type { FaultsOptions } from './faults.js';
import { Faults } from './faults.js';
import { Model } from './model.js';
import { randomOf } from './random.js';
import { scheduleOf, type Fault } from './schedule.js';

const VICTIMS = {
  programs: ['api-1', 'extractor-1'],
  ...{ hasPostgres: true, hasBroker: true, hasDisk: false, hasOlder: false },
};

/** Only operators use it, and their commands fail. */
function failing(model: Model): Faults {
  const operator = { rebuild: () => Promise.reject(new Error('it cannot')) };
  const deployment = { mode: 'full', programs: [] };
  return new Faults({
    ...({ deployment, operator } as unknown as FaultsOptions),
    ...{ model, random: randomOf(1, 0, 'faults'), say: () => undefined },
  });
}

test('a finding has the step of the schedule that came last before it', async () => {
  const model = new Model();
  model.finding('slow', 'before any');
  const faults: Fault[] = [
    { atMs: 0, kind: 'kill', target: 'api-1', ms: 0 },
    { atMs: 5, kind: 'rebuild', target: '', ms: 0, failpoints: 'rebuild.after-scope=kill@1' },
  ];
  await failing(model).carryOut(faults, 20);
  expect(model.findings).toMatchObject([
    { kind: 'slow', step: 'before the faults' },
    { kind: 'fault', step: 'fault 2 of 2, 5 ms: rebuild rebuild.after-scope=kill@1' },
  ]);
});

test('the same seed and round give the same schedule, and others another', () => {
  const drawn = (seed: number, round: number): Fault[] =>
    scheduleOf(randomOf(seed, round, 'schedule'), VICTIMS, 45_000, 800);
  expect(drawn(7, 3)).toEqual(drawn(7, 3));
  expect(drawn(7, 3)).not.toEqual(drawn(7, 4));
  expect(drawn(7, 3)).not.toEqual(drawn(8, 3));
});
