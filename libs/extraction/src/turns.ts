import { setImmediate } from 'node:timers/promises';

/** Work without a pause takes at most about this long: requests, heartbeats and other scopes get their turn. */
const LONGEST_STRETCH_MS = 5;

/** Since when this process's event loop has not had its turn, as far as the long work in it knows. */
let since = performance.now();
/** Who waits for the event loop goes on one at a time: stretches of several memories would add up in one turn of it. */
let last: Promise<void> = Promise.resolve();

/** Gives the event loop its turn in long work: resolves at once, or after the others had theirs when that is due. */
export async function giveTurn(): Promise<void> {
  if (performance.now() - since < LONGEST_STRETCH_MS) return;
  last = last.then(() => setImmediate());
  await last;
  since = performance.now();
}
