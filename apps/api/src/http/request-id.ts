import type { Identity } from '#access/api-keys.js';
import type { AuthenticatedRequest } from './authenticated-request.js';
import { BadRequest } from './problems.js';

/**
 * Request id of a write: the client's Idempotency-Key, else the id that the server generated. Keys of callers without
 * the permission encode have their own namespace.
 * @throws BadRequest if the header is not 1 to 255 visible ASCII characters
 */
export function requestIdOf(request: AuthenticatedRequest): string {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return request.id;
  if (typeof key !== 'string' || !isRequestId(key))
    throw new BadRequest('Idempotency-Key must be 1 to 255 visible ASCII characters');
  return requestIdFor(request.identity, key);
}

/** Whether a caller may choose this text as a request id: 1 to 255 visible ASCII characters. */
export function isRequestId(key: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(key);
}

/** Prefix of their namespace; no header can start with it, so the namespaces cannot collide. */
const NON_ENCODER_PREFIX = '\u0001';

/**
 * Puts a request id into the namespace of its caller. A caller without the permission encode can thus neither probe the
 * request ids of memory writes nor use them up.
 */
export function requestIdFor({ permissions }: Pick<Identity, 'permissions'>, requestId: string): string {
  return permissions.has('encode') ? requestId : `${NON_ENCODER_PREFIX}${requestId}`;
}
