import { afterEach, expect, jest, test } from '@jest/globals';
import { DatabaseClock } from './database-clock.js';

const DAY_MS = 86_400_000;
let clock: DatabaseClock | undefined;

afterEach(() => {
  clock?.stop();
  jest.useRealTimers();
});

/** A server whose clock shows `nowMs` and whose replies take `underWayMs`. */
function server(nowMs: () => number, underWayMs: () => number = () => 0) {
  return {
    query: async () => {
      const ms = nowMs();
      if (underWayMs() > 0) await new Promise((resolve) => setTimeout(resolve, underWayMs()));
      return { rows: [{ ms }] };
    },
  };
}

test('the time is that of the server, and changes of the local clock do not affect it', async () => {
  jest.useFakeTimers({ now: 0 });
  const ahead = performance.now() + 5 * DAY_MS;
  clock = await DatabaseClock.start(server(() => ahead));
  expect(clock.now().getTime()).toBe(5 * DAY_MS);
  jest.setSystemTime(-DAY_MS);
  jest.advanceTimersByTime(250);
  expect(clock.now().getTime()).toBe(5 * DAY_MS + 250);
  expect(clock.nowNanos()).toBe(BigInt(5 * DAY_MS + 250) * 1_000_000n);
});

test('a slow measurement moves the time no further than its error bounds', async () => {
  jest.useFakeTimers({ now: 0 });
  let underWayMs = 0;
  let offMs = 0;
  clock = await DatabaseClock.start(
    server(
      () => performance.now() + offMs,
      () => underWayMs,
    ),
  );
  expect(clock.now().getTime() - performance.now()).toBe(0);
  // Within the error bounds of the measurement: kept.
  [underWayMs, offMs] = [400, 300];
  await jest.advanceTimersByTimeAsync(10_400);
  expect(clock.now().getTime() - performance.now()).toBe(0);
  // The server's clock was set back by an hour: followed.
  [underWayMs, offMs] = [0, -3_600_000];
  await jest.advanceTimersByTimeAsync(10_000);
  expect(clock.now().getTime() - performance.now()).toBe(-3_600_000);
});

test('the quickest of several measurements decides', async () => {
  jest.useFakeTimers({ now: 0 });
  let asked = 0;
  // Each request takes 400 ms before the server reads its clock, except one of 2 ms.
  const busy = {
    query: async () => {
      await new Promise((resolve) => setTimeout(resolve, ++asked === 5 ? 2 : 400));
      return { rows: [{ ms: performance.now() }] };
    },
  };
  const started = DatabaseClock.start(busy);
  await jest.advanceTimersByTimeAsync(8 * 400);
  clock = await started;
  expect(Math.abs(clock.now().getTime() - performance.now())).toBeLessThanOrEqual(2);
});

test('while the server is unreachable the clock keeps running', async () => {
  jest.useFakeTimers({ now: 0 });
  let isAway = false;
  const answers = server(() => performance.now());
  clock = await DatabaseClock.start({
    query: () => (isAway ? Promise.reject(new Error('away')) : answers.query()),
  });
  isAway = true;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(clock.now().getTime()).toBe(60_000);
});
