import { Injectable } from '@nestjs/common';
import { FairSemaphore, type Release } from '#fairness/fair-semaphore.js';

/** Limits of running and waiting requests, for all scopes together and for one scope, in units of `requestCost`. */
export interface RequestShareOptions {
  readonly running: number;
  readonly runningPerScope: number;
  readonly waiting: number;
  readonly waitingPerScope: number;
}

/** The client disconnected, or its request timed out. */
export class AnswerNotAwaited extends Error {
  override readonly name = 'AnswerNotAwaited';
}

/** Fair semaphore over requests: one scope's flood queues behind itself. */
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
   * Resolves when a request of the scope may start; call the returned function when it ends.
   * @param gone aborts when the client no longer waits
   * @throws TooManyWaiting if a queue is full
   * @throws AnswerNotAwaited if `gone` aborts first
   */
  begin(scopeId: string, cost: number, gone: AbortSignal): Promise<Release> {
    return this.semaphore.acquire(scopeId, cost, gone);
  }
}
