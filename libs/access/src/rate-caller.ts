import { createHash } from 'node:crypto';
import type { Identity } from './api-keys.js';
import type { RateCaller } from './lease-tokens.js';

/** Bucket of a credential: one per API key; for JWTs, one per subject and scope. */
export function rateCallerOf({ auth, keyId, scope }: Identity): RateCaller {
  // A subject is hashed because it may be long or identify a person.
  const caller = auth === 'api_key' ? keyId : `jwt:${createHash('sha256').update(keyId).digest('hex')}`;
  return { scopeId: scope.scopeId, caller };
}
