import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 25;

/**
 * Waits until `condition` gives something other than undefined or false, and returns that; asks again every 25 ms. An
 * error that it throws is a "not yet" too, and the cause of the error at the end.
 *
 * Throws after `limitMs` milliseconds, naming `what` was waited for. It looks once more then: where this process was
 * stopped until past the limit, what it waits for may have come meanwhile.
 */
export async function until<T>(
  condition: () => Promise<T | undefined | false>,
  limitMs = 60_000,
  what = 'the condition',
): Promise<T> {
  const limit = Date.now() + limitMs;
  let cause: unknown;
  for (;;) {
    const isLast = Date.now() > limit;
    try {
      const value = await condition();
      if (value !== undefined && value !== false) return value;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (isLast) throw new Error(`${what} did not come within ${limitMs} ms`, { cause });
    await delay(POLL_MS);
  }
}
