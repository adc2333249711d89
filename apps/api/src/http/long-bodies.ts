import type { FastifyRequest } from 'fastify';
import type { Identity } from '#access/api-keys.js';
import { FairSemaphore } from '#fairness/fair-semaphore.js';
import { ownLoopIteration, untilNoShortWork } from '#fairness/event-loop-queue.js';

/** Size above which a body is long: parsing it takes milliseconds of the event loop. */
const LONG_BODY = 64 * 1024;
/**
 * Maximum time that a long body waits for the extraction of short memories. If such work never pauses, ten long bodies
 * a second are still parsed.
 */
const PATIENCE_MS = 100;

/**
 * Parses long bodies one at a time, fairly between scopes, each in its own iteration of the event loop. Parsing many at
 * once blocked the loop, and every other request and statement, for as long as all of them took.
 */
export class LongBodies {
  private readonly semaphore = new FairSemaphore({ capacity: 1, perKey: 1 });

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  /** Calls `read` at once for a short body, and when its turn has come for a long one. @param bytes size of the body */
  async read<T>(request: FastifyRequest & { readonly identity?: Identity }, bytes: number, read: () => T): Promise<T> {
    if (bytes <= LONG_BODY) return read();
    const release = await this.semaphore.acquire(request.identity?.scope.scopeId ?? '');
    try {
      await untilNoShortWork(this.patienceMs);
      await ownLoopIteration();
      return read();
    } finally {
      release();
    }
  }
}
