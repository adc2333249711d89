import { createHash } from 'node:crypto';
import type { Identity } from './api-keys.js';
import type { RateCaller } from './lease-tokens.js';

/** Whose bucket a credential uses: an API key has its own, a JWT that of its subject in its scope. */
export function rateCallerOf({ auth, keyId, scope }: Identity): RateCaller {
  // A subject may be long, or say who a person is.
  const caller = auth === 'api_key' ? keyId : `jwt:${createHash('sha256').update(keyId).digest('hex')}`;
  return { scopeId: scope.scopeId, caller };
}
