import { setImmediate } from 'node:timers/promises';

/** Work without a pause takes at most about this long: requests, heartbeats and other scopes get their turn. */
const LONGEST_STRETCH_MS = 5;

/** Who waits for the event loop goes on one at a time: stretches of several memories would add up in one turn of it. */
let last: Promise<void> = Promise.resolve();

/** Gives the event loop its turn in one piece of long work. */
export class Turns {
  private since = performance.now();

  /** Resolves at once, or after the others had their turn when that is due. */
  async give(): Promise<void> {
    if (performance.now() - this.since < LONGEST_STRETCH_MS) return;
    last = last.then(() => setImmediate());
    await last;
    this.since = performance.now();
  }

  /** To be told when the work waited for something: the others had their turn meanwhile. */
  had(): void {
    this.since = performance.now();
  }
}
