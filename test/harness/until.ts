import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 25;

/**
 * Waits until `condition` returns something other than undefined or false, and returns that; polls every 25 ms. If it
 * throws, polling continues, and the error becomes the cause of the final one.
 *
 * Throws after `limitMs` milliseconds, naming `what`. It polls once more before: if this process was stopped beyond the
 * limit, the condition may hold meanwhile.
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
