import { expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { whileLongWorkWaits } from '#fairness/event-loop-queue.js';
import { LongBodies } from './long-bodies.js';

const MIB = 1024 * 1024;
const of = (scopeId: string) => ({ identity: { scope: { scopeId } } }) as unknown as FastifyRequest;

test('parses one long body per event loop iteration, fairly between scopes, and short bodies at once', async () => {
  const bodies = new LongBodies();
  const order: string[] = [];
  const read = (scope: string, bytes = MIB) => bodies.read(of(scope), bytes, () => void order.push(scope));
  const flood = Array.from({ length: 8 }, () => read('flood'));
  const others = [read('other'), read('third'), read('short', 1_000)];
  const over = new AbortController();
  const loop = (async () => {
    while (!over.signal.aborted) {
      await setImmediate();
      order.push('loop');
    }
  })();
  await Promise.all([...flood, ...others]);
  over.abort();
  await loop;
  expect(order[0]).toBe('short');
  const long = order.filter((what) => what !== 'loop').slice(1);
  expect(long.slice(0, 3).sort()).toEqual(['flood', 'other', 'third']);
  expect(order.slice(1).filter((what, i, all) => what !== 'loop' && i > 0 && all[i - 1] !== 'loop')).toEqual([]);
});

test('a long body waits for the extraction of short memories', async () => {
  const bodies = new LongBodies(60_000);
  let wasRead = false;
  const beside = async (): Promise<void> => {
    reading = bodies.read(of('flood'), MIB, () => void (wasRead = true));
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    expect(wasRead).toBe(false);
  };
  let reading: Promise<void> | undefined;
  await whileLongWorkWaits(beside);
  await reading;
  expect(wasRead).toBe(true);
});

test('a long body does not wait for ever', async () => {
  await whileLongWorkWaits(async () => {
    expect(await new LongBodies(1).read(of('flood'), MIB, () => 'read')).toBe('read');
  });
});

test('rejects with the error of a body, and parses the next one', async () => {
  const bodies = new LongBodies();
  const fail = () => {
    throw new Error('not JSON');
  };
  await expect(bodies.read(of('a'), MIB, fail)).rejects.toThrow('not JSON');
  expect(await bodies.read(of('a'), MIB, () => 'read')).toBe('read');
});
