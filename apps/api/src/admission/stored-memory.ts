import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Allowance } from '#access/token-buckets.js';
import { mayHaveCommitted } from '#database/errors.js';

/** A request that is to store a memory, and what of the quota was taken for it. */
type CountedRequest = FastifyRequest & {
  quota?: Allowance;
  /** From here on the write decides, not the status: an answer may say less than was stored. */
  writes?: boolean;
};

/** Gives back what a request took of the quota, if it is over before its write begins; see `countStored`. */
export function giveBackUnlessStored(allowance: Allowance, request: CountedRequest, reply: FastifyReply): void {
  request.quota = allowance;
  reply.raw.once('close', () => {
    if (!request.writes) allowance.giveBack();
  });
}

/**
 * Does the write of a request, and gives back what it took of the quota where that stored no memory for certain. A write
 * of which nobody knows counts: a memory that is there must not be free.
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
