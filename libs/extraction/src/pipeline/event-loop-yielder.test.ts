import { expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { whileLongWorkWaits } from '#fairness/event-loop-queue.js';
import { Budget } from './budget.js';
import { LONG_TEXT, EventLoopYielder } from './event-loop-yielder.js';

const LONG_MS = 6;

function workHard(): void {
  const until = performance.now() + LONG_MS;
  while (performance.now() < until);
}

test('one of several long tasks continues in each iteration of the event loop', async () => {
  const order: string[] = [];
  let working = true;
  const tick = () => {
    order.push('loop');
    if (working) globalThis.setImmediate(tick);
  };
  const work = async (name: string) => {
    const turns = new EventLoopYielder();
    workHard();
    for (let step = 0; step < 4; step += 1) {
      await turns.yieldIfDue();
      order.push(name);
      workHard();
    }
  };
  globalThis.setImmediate(tick);
  await Promise.all([work('one'), work('other'), work('third')]);
  working = false;
  expect(order.filter((what) => what !== 'loop')).toHaveLength(12);
  const inARow = order.filter((what, i) => what !== 'loop' && i > 0 && order[i - 1] !== 'loop');
  expect(inARow).toEqual([]);
});

const NEVER = 60_000;

/** Works until `isOver`; resolves with the milliseconds by which its budget was extended. */
async function readLong(text: string, isOver: () => boolean, worked: () => void): Promise<number> {
  let extended = 0;
  const budget = new Budget(NEVER);
  budget.extend = (ms) => (extended += ms);
  const turns = EventLoopYielder.over(text, budget);
  while (!isOver()) {
    workHard();
    worked();
    await turns.yieldIfDue();
  }
  return extended;
}

test('a long text gives way to short ones, and its budget is paused meanwhile', async () => {
  const during = { long: 0, short: 0 };
  let isShortInHand = false;
  let isOver = false;
  const note = (which: keyof typeof during) => () => {
    if (isShortInHand) during[which] += 1;
  };
  const long = readLong('a'.repeat(LONG_TEXT + 1), () => isOver, note('long'));
  const short = readLong('a'.repeat(LONG_TEXT), () => isOver, note('short'));
  const startedAt = performance.now();
  await whileLongWorkWaits(async () => {
    isShortInHand = true;
    while (during.short < 10) await setImmediate();
    isShortInHand = false;
  });
  const took = performance.now() - startedAt;
  isOver = true;
  const extended = await long;
  expect(await short).toBe(0);
  // One stretch may have started before.
  expect(during.long).toBeLessThanOrEqual(1);
  expect(extended).toBeGreaterThan(0);
  expect(extended).toBeLessThanOrEqual(took + LONG_MS);
});

test('endless short texts do not starve a long one', async () => {
  let stretches = 0;
  await whileLongWorkWaits(() => readLong('a'.repeat(LONG_TEXT + 1), () => (stretches += 1) > 3, workHard));
  expect(stretches).toBeGreaterThan(3);
});
