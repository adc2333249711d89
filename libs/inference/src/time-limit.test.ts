import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withTimeLimit } from './time-limit.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Work that ends with the reason of its signal, or never. */
const forever = async (signal: AbortSignal): Promise<never> => {
  const ended = once(signal, 'abort');
  for (let i = 0; i < 5; i += 1) {
    await setImmediate();
    collectGarbage();
  }
  if (!signal.aborted) await ended;
  throw signal.reason;
};

test('work ends at its limit, whatever garbage is collected meanwhile', async () => {
  await expect(withTimeLimit(200, new AbortController().signal, forever)).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

test('the caller ends it before, with a reason of its own, also when that came first', async () => {
  const caller = new AbortController();
  const running = withTimeLimit(60_000, caller.signal, forever);
  caller.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  await expect(withTimeLimit(60_000, caller.signal, forever)).rejects.toThrow('enough');
});

test('a result comes back', async () => {
  expect(await withTimeLimit(60_000, undefined, () => Promise.resolve(7))).toBe(7);
});
