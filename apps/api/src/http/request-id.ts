import type { Identity } from '#access/api-keys.js';
import type { AuthenticatedRequest } from './authenticated-request.js';
import { BadRequest } from './problems.js';

/**
 * The request id of a write: the client's Idempotency-Key, else the edge's own, in the space of those who may do as much.
 * @throws BadRequest when the header is not 1 to 255 visible ASCII characters
 */
export function requestIdOf(request: AuthenticatedRequest): string {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return request.id;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new BadRequest('Idempotency-Key must be 1 to 255 visible ASCII characters');
  return requestIdFor(request.identity, key);
}

/** No header can begin with it, so the two spaces do not meet. */
const OF_THOSE_WHO_MAY_NOT_ENCODE = '\u0001';

/** A key that may not encode neither learns which request ids were used for writes of memories, nor uses them up. */
export function requestIdFor({ permissions }: Pick<Identity, 'permissions'>, requestId: string): string {
  return permissions.has('encode') ? requestId : `${OF_THOSE_WHO_MAY_NOT_ENCODE}${requestId}`;
}
