import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { CompletedRequest } from './completed-request.js';

const SCOPES_KEPT = 10_000;

/** Writes a line per request: what was asked, by whom as a hash, and how it ended; nothing of what was sent. */
export function requestLog(log: Logger): (request: CompletedRequest) => void {
  const hashes = new LRUCache<string, string>({ max: SCOPES_KEPT });
  return ({ requestId, method, route, status, durationMs, scopeId }) => {
    let scopeHash = scopeId === null ? null : hashes.get(scopeId);
    if (scopeId !== null && scopeHash === undefined) hashes.set(scopeId, (scopeHash = scopeHashOf(scopeId)));
    const duration_ms = Math.round(durationMs * 100) / 100;
    log.info({ requestId, method, route, status, duration_ms, scopeHash }, 'request');
  };
}

/** First 12 hex digits of a scope id's SHA-256: tells scopes apart in a log that leaves the deployment. */
export function scopeHashOf(scopeId: string): string {
  return createHash('sha256').update(scopeId).digest('hex').slice(0, 12);
}
