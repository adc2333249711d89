import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { CompletedRequest } from './completed-request.js';

const MAX_CACHED_HASHES = 10_000;

/** Logs one line per request: method, route, status, duration and hashed scope; never its content. */
export function requestLog(log: Logger): (request: CompletedRequest) => void {
  const hashes = new LRUCache<string, string>({ max: MAX_CACHED_HASHES });
  return ({ requestId, method, route, status, durationMs, scopeId }) => {
    let scope_hash = scopeId === null ? null : hashes.get(scopeId);
    if (scopeId !== null && scope_hash === undefined) hashes.set(scopeId, (scope_hash = scopeHashOf(scopeId)));
    const duration_ms = Math.round(durationMs * 100) / 100;
    log.info({ request_id: requestId, method, route, status, duration_ms, scope_hash }, 'request');
  };
}

/** First 12 hex digits of the SHA-256 of a scope id: distinguishes scopes in a log that leaves the deployment. */
export function scopeHashOf(scopeId: string): string {
  return createHash('sha256').update(scopeId).digest('hex').slice(0, 12);
}
