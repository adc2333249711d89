import { expect, test } from '@jest/globals';
import { Turns } from './turns.js';

const LONG_MS = 6;

function workHard(): void {
  const until = performance.now() + LONG_MS;
  while (performance.now() < until);
}

test('of several long works one goes on in each turn of the event loop', async () => {
  const order: string[] = [];
  let working = true;
  const tick = () => {
    order.push('loop');
    if (working) setImmediate(tick);
  };
  const work = async (name: string) => {
    const turns = new Turns();
    workHard();
    for (let step = 0; step < 4; step += 1) {
      await turns.give();
      order.push(name);
      workHard();
    }
  };
  setImmediate(tick);
  await Promise.all([work('one'), work('other'), work('third')]);
  working = false;
  expect(order.filter((what) => what !== 'loop')).toHaveLength(12);
  const inARow = order.filter((what, i) => what !== 'loop' && i > 0 && order[i - 1] !== 'loop');
  expect(inARow).toEqual([]);
});
