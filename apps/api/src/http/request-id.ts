import type { FastifyRequest } from 'fastify';
import { BadRequest } from './problems.js';

/**
 * The request id of a write: the client's Idempotency-Key, else the edge's own.
 * @throws BadRequest when the header is not 1 to 255 visible ASCII characters
 */
export function requestIdOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return request.id;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new BadRequest('Idempotency-Key must be 1 to 255 visible ASCII characters');
  return key;
}
