import { setImmediate } from 'node:timers/promises';

/** Resumes one waiter per event loop iteration: several long tasks in one iteration would add up. */
export class EventLoopQueue {
  private last: Promise<void> = Promise.resolve();

  /** Resolves in an event loop iteration in which no other waiter of this queue resumes. */
  async next(): Promise<void> {
    this.last = this.last.then(() => setImmediate());
    await this.last;
  }
}

const longWork = new EventLoopQueue();

/** Resolves in an event loop iteration of its own, in which no other caller of this function resumes. */
export const ownLoopIteration = (): Promise<void> => longWork.next();

let runningShortWork = 0;
let idle: (() => void)[] = [];

/** Runs short work, before which long work gives way. */
export async function whileLongWorkWaits<T>(work: () => Promise<T>): Promise<T> {
  runningShortWork += 1;
  try {
    return await work();
  } finally {
    runningShortWork -= 1;
    if (runningShortWork === 0) for (const wake of idle.splice(0)) wake();
  }
}

/** Resolves when no short work is running, or after `mostMs`. */
export async function untilNoShortWork(mostMs: number): Promise<void> {
  if (runningShortWork === 0 || mostMs <= 0) return;
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
