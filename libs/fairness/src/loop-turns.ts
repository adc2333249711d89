import { setImmediate } from 'node:timers/promises';

/** Who waits for the event loop goes on one at a time: long stretches of several would add up in one turn of it. */
let last: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop in which nobody else goes on who asked for one. */
export async function ownLoopTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  await last;
}

let shortInHand = 0;
let idle: (() => void)[] = [];

/** Does work that is soon over, before which long work gives way. */
export async function whileLongWorkWaits<T>(work: () => Promise<T>): Promise<T> {
  shortInHand += 1;
  try {
    return await work();
  } finally {
    shortInHand -= 1;
    if (shortInHand === 0) for (const wake of idle.splice(0)) wake();
  }
}

/** Resolves when no short work is in hand, or after so long. */
export async function untilNoShortWork(mostMs: number): Promise<void> {
  if (shortInHand === 0 || mostMs <= 0) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, mostMs);
    function end(): void {
      clearTimeout(timer);
      idle = idle.filter((wake) => wake !== end);
      resolve();
    }
    idle.push(end);
  });
}
