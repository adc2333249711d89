import type { FastifyReply } from 'fastify';
import { FairSemaphore } from '#fairness/fair-semaphore.js';
import { AnswerNotAwaited } from './request-shares.js';

/** How much of bodies one api holds: from before they arrive until their requests are answered. */
export interface BodyShareOptions {
  /** Bytes of all scopes, and of one. */
  readonly bytes: number;
  readonly bytesPerScope: number;
  /** Requests that wait to send theirs, of all scopes and of one. */
  readonly waiting: number;
  readonly waitingPerScope: number;
}

const MIB = 1024 * 1024;

/** Sixteen of the longest bodies, four of them of one scope. */
export const BODY_SHARES: BodyShareOptions = {
  bytes: 128 * MIB,
  bytesPerScope: 32 * MIB,
  waiting: 4096,
  waitingPerScope: 1024,
};

/** A request costs this much besides its body: connections whose bodies do not come are bounded in number too. */
const MIN_BYTES = 16 * 1024;

/** Bodies that are held, by turns of their scopes: what one sends takes no room from another. */
export class BodyShares {
  private readonly semaphore: FairSemaphore;

  constructor({ bytes, bytesPerScope, waiting, waitingPerScope }: BodyShareOptions) {
    this.semaphore = new FairSemaphore({
      ...{ capacity: bytes, perKey: bytesPerScope, reserve: bytesPerScope },
      ...{ maxWaiting: waiting, maxWaitingPerKey: waitingPerScope },
    });
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.semaphore.heldCount;
  }

  /**
   * Resolves once a body of so many bytes may be read; they are given back with the answer.
   * @throws TooManyWaiting, AnswerNotAwaited
   */
  async hold(scopeId: string, bytes: number, reply: FastifyReply): Promise<void> {
    const gone = new AbortController();
    let release = (): void => undefined;
    reply.raw.once('close', () => {
      gone.abort(new AnswerNotAwaited('nobody waits for the answer'));
      release();
    });
    release = await this.semaphore.acquire(scopeId, Math.max(MIN_BYTES, bytes), gone.signal);
    if (gone.signal.aborted) release();
  }
}
