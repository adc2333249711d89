import { setImmediate } from 'node:timers/promises';

/** Work without a pause takes at most about this long: requests, heartbeats and other scopes get their turn. */
const LONGEST_STRETCH_MS = 10;

/** Gives the event loop its turn in long work. */
export class Turns {
  private since = performance.now();

  /** Resolves at once, or after the others had their turn when that is due. */
  async give(): Promise<void> {
    if (performance.now() - this.since < LONGEST_STRETCH_MS) return;
    await setImmediate();
    this.since = performance.now();
  }
}
