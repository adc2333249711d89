import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Allowance } from '#access/token-buckets.js';
import { mayHaveCommitted } from '#database/errors.js';

/** A request that stores a memory, with its allowance from the quota. */
type CountedRequest = FastifyRequest & {
  quota?: Allowance;
  /**
   * Set when the write starts. From then on the outcome of the write decides, not the response status: the response may
   * report an error although the memory was stored.
   */
  writes?: boolean;
};

/** Returns the allowance if the response closes before the write starts; after that see `countStored`. */
export function giveBackUnlessStored(allowance: Allowance, request: CountedRequest, reply: FastifyReply): void {
  request.quota = allowance;
  reply.raw.once('close', () => {
    if (!request.writes) allowance.giveBack();
  });
}

/**
 * Runs the write, and returns the allowance if it certainly stored no new memory. A write with unknown outcome counts
 * against the quota, so that a stored memory is never free.
 */
export async function countStored<T extends { readonly replayed: boolean }>(
  request: CountedRequest,
  write: () => Promise<T>,
): Promise<T> {
  request.writes = true;
  try {
    const outcome = await write();
    if (outcome.replayed) request.quota?.giveBack();
    return outcome;
  } catch (error) {
    if (!mayHaveCommitted(error)) request.quota?.giveBack();
    throw error;
  }
}
