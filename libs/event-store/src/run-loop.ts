import { setTimeout as delay } from 'node:timers/promises';

/** Waits; returns early when the signal aborts; never throws. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

export interface LoopOptions {
  readonly signal: AbortSignal;
  readonly intervalMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs `work` until the signal aborts, `intervalMs` after each run. A run that returns true is followed by the next at
 * once. One that throws is reported and followed by a pause, which doubles with each failure up to 5 s.
 */
export async function runLoop(options: LoopOptions, work: () => Promise<boolean>): Promise<void> {
  let failures = 0;
  const isAborted = (): boolean => options.signal.aborted;
  while (!isAborted()) {
    try {
      const more = await work();
      failures = 0;
      if (!more) await pause(options.intervalMs, options.signal);
    } catch (error) {
      failures += 1;
      if (isAborted()) return;
      options.onError(error);
      await pause(Math.min(5_000, 100 * 2 ** failures), options.signal);
    }
  }
}
