import type { FastifyReply } from 'fastify';
import { FairSemaphore } from '#fairness/fair-semaphore.js';
import { AnswerNotAwaited } from './request-shares.js';

/** Limits of request bodies in memory. A body counts from before it arrives until its request is answered. */
export interface BodyShareOptions {
  /** Maximum bytes, for all scopes together and for one scope. */
  readonly bytes: number;
  readonly bytesPerScope: number;
  /** Maximum requests that wait to send their body, for all scopes together and for one scope. */
  readonly waiting: number;
  readonly waitingPerScope: number;
}

const MIB = 1024 * 1024;

/** Room for 16 bodies of maximum size, 4 of them of one scope. */
export const BODY_SHARES: BodyShareOptions = {
  bytes: 128 * MIB,
  bytesPerScope: 32 * MIB,
  waiting: 4096,
  waitingPerScope: 1024,
};

/** Minimum cost of a request, which also bounds the number of connections whose bodies never arrive. */
const MIN_BYTES = 16 * 1024;

/** Fair semaphore over bytes of request bodies: a scope cannot take the room of another. */
export class BodyShares {
  private readonly semaphore: FairSemaphore;

  constructor({ bytes, bytesPerScope, waiting, waitingPerScope }: BodyShareOptions) {
    this.semaphore = new FairSemaphore({
      ...{ capacity: bytes, perKey: bytesPerScope, reserve: bytesPerScope },
      ...{ maxWaiting: waiting, maxWaitingPerKey: waitingPerScope },
    });
  }

  /** Bytes currently reserved. */
  get bytes(): number {
    return this.semaphore.heldCount;
  }

  /**
   * Reserves bytes for a body; resolves when it may be read. The reservation ends when the response closes.
   * @throws TooManyWaiting if a queue is full
   * @throws AnswerNotAwaited if the client disconnects first
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
