import { Injectable } from '@nestjs/common';
import { FairSemaphore, type Release } from '#fairness/fair-semaphore.js';

/** How much of all requests, and of those of one scope, may be under way and wait; units are those of `costOf`. */
export interface RequestShareOptions {
  readonly running: number;
  readonly runningPerScope: number;
  readonly waiting: number;
  readonly waitingPerScope: number;
}

/** Nobody waits for the answer any more: the client went away, or was told that it took too long. */
export class AnswerNotAwaited extends Error {
  override readonly name = 'AnswerNotAwaited';
}

/** Lets requests work by turns of their scopes: one scope's flood waits behind itself. */
@Injectable()
export class RequestShares {
  private readonly semaphore: FairSemaphore;

  constructor({ running, runningPerScope, waiting, waitingPerScope }: RequestShareOptions) {
    this.semaphore = new FairSemaphore({
      capacity: running,
      perKey: Math.min(running, runningPerScope),
      maxWaiting: waiting,
      maxWaitingPerKey: waitingPerScope,
    });
  }

  /**
   * Resolves when a request of the scope may begin; what it gives is called at its end.
   * @param gone aborts when nobody waits for the answer
   * @throws TooManyWaiting, AnswerNotAwaited
   */
  begin(scopeId: string, cost: number, gone: AbortSignal): Promise<Release> {
    return this.semaphore.acquire(scopeId, cost, gone);
  }
}
