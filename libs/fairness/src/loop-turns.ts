import { setImmediate } from 'node:timers/promises';

/** Lets those who wait for the event loop go on one at a time: stretches of several would add up in one turn of it. */
export class LoopTurnQueue {
  private last: Promise<void> = Promise.resolve();

  /** Resolves in a turn of the event loop in which nobody else of this queue goes on. */
  async next(): Promise<void> {
    this.last = this.last.then(() => setImmediate());
    await this.last;
  }
}

const longWork = new LoopTurnQueue();

/** Resolves in a turn of the event loop in which no other long work goes on. */
export const ownLoopTurn = (): Promise<void> => longWork.next();

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
