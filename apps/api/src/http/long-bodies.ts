import type { FastifyRequest } from 'fastify';
import type { Identity } from '#access/api-keys.js';
import { FairSemaphore } from '#fairness/fair-semaphore.js';
import { ownLoopTurn, untilNoShortWork } from '#fairness/loop-turns.js';

/** Bytes from which a body counts as long: what is made of it takes milliseconds of the event loop. */
const LONG_BODY = 64 * 1024;
/** A long body waits so long for the extraction of short memories: of those alone ten a second are read beside it. */
const PATIENCE_MS = 100;

/**
 * Long bodies are read one at a time, in turns of their scopes, each in a turn of the event loop of its own: many at once
 * held it for as long as all of them took, and every other request and statement with it.
 */
export class LongBodies {
  private readonly turns = new FairSemaphore({ capacity: 1, perKey: 1 });

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  /** Does the reading of a body of so many bytes when its turn has come. */
  async read<T>(request: FastifyRequest & { readonly identity?: Identity }, bytes: number, read: () => T): Promise<T> {
    if (bytes <= LONG_BODY) return read();
    const release = await this.turns.acquire(request.identity?.scope.scopeId ?? '');
    try {
      await untilNoShortWork(this.patienceMs);
      await ownLoopTurn();
      return read();
    } finally {
      release();
    }
  }
}
