import { ownLoopIteration, untilNoShortWork } from '#fairness/event-loop-queue.js';
import type { Budget } from './budget.js';

/** Maximum time of uninterrupted work, so that requests, heartbeats and other scopes are served. */
const MAX_BLOCKING_MS = 5;
/** UTF-16 units above which a text is long, and gives way to short ones. */
export const LONG_TEXT = 32 * 1024;
/**
 * A long text waits for short ones at most as long as it has worked, plus this time, so that a flood of them cannot
 * starve it.
 */
const PATIENCE_MS = 500;

/** Yields to the event loop during long work. */
export class EventLoopYielder {
  private since = performance.now();
  private worked = 0;
  private waited = 0;

  /** @param long budget of the stage if it reads a long text; the budget is paused while the text gives way */
  constructor(private readonly long: Budget | null = null) {}

  /** Yielder for a stage that reads a text. */
  static over(text: string, budget: Budget): EventLoopYielder {
    return new EventLoopYielder(text.length > LONG_TEXT ? budget : null);
  }

  /** Resolves at once, or after yielding if MAX_BLOCKING_MS has passed. */
  async yieldIfDue(): Promise<void> {
    const stretch = performance.now() - this.since;
    if (stretch < MAX_BLOCKING_MS) return;
    if (this.long !== null) await this.giveWay(this.long, stretch);
    await ownLoopIteration();
    this.since = performance.now();
  }

  /** Restarts the interval; call it after an await, during which the event loop ran. */
  reset(): void {
    this.since = performance.now();
  }

  private async giveWay(budget: Budget, stretch: number): Promise<void> {
    this.worked += stretch;
    const startedAt = performance.now();
    await untilNoShortWork(this.worked + PATIENCE_MS - this.waited);
    const paused = performance.now() - startedAt;
    this.waited += paused;
    budget.extend(paused);
  }
}
