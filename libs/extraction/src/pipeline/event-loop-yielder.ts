import { ownLoopTurn, untilNoShortWork } from '#fairness/loop-turns.js';
import type { Budget } from './budget.js';

/** Work without a pause takes at most about this long: requests, heartbeats and other scopes get their turn. */
const MAX_BLOCKING_MS = 5;
/** UTF-16 units; a longer text is read while no short one is in hand. */
export const LONG_TEXT = 32 * 1024;
/** A long text waits for short ones as long as it has worked, and this long besides: a flood of them does not stop it. */
const PATIENCE_MS = 500;

/** Gives the event loop its turn in one piece of long work. */
export class EventLoopYielder {
  private since = performance.now();
  private worked = 0;
  private waited = 0;

  /** @param long of a long text: the budget of the stage that reads it, which does not run while it gives way */
  constructor(private readonly long: Budget | null = null) {}

  /** The turns of a stage that reads a text. */
  static over(text: string, budget: Budget): EventLoopYielder {
    return new EventLoopYielder(text.length > LONG_TEXT ? budget : null);
  }

  /** Resolves at once, or after the others had their turn when that is due. */
  async yieldIfDue(): Promise<void> {
    const stretch = performance.now() - this.since;
    if (stretch < MAX_BLOCKING_MS) return;
    if (this.long !== null) await this.giveWay(this.long, stretch);
    await ownLoopTurn();
    this.since = performance.now();
  }

  /** To be told when the work waited for something: the others had their turn meanwhile. */
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
