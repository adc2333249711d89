import { ConnectionError, type EngraphError } from './errors.js';

/** When a failed attempt is made again. */
export interface RetryPolicy {
  /** Attempts in all, the first included; 1 for no retry. */
  readonly attempts: number;
  /** The pause before the second attempt, in milliseconds; each further one is twice as long. */
  readonly firstPauseMs: number;
  /** No pause is longer, in milliseconds. A service that asks for a longer one ends the call with its error. */
  readonly maxPauseMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 5, firstPauseMs: 200, maxPauseMs: 20_000 };

/** Statuses that say "later": the service's own 429 and 503, and those of proxies before it. */
const TRANSIENT = new Set([429, 502, 503, 504]);

/**
 * Milliseconds to wait before another attempt; null when the error stands. What the service asks for (Retry-After) is
 * never undercut. Up to half of a pause is random, so that clients that failed together do not come back together.
 * @param made attempts made so far, at least 1
 * @param random from 0 to 1
 */
export function pauseBeforeRetry(
  policy: RetryPolicy,
  made: number,
  error: EngraphError,
  random: number,
): number | null {
  if (made >= policy.attempts) return null;
  if (!(error instanceof ConnectionError) && !TRANSIENT.has(error.status)) return null;
  const asked = error.retryAfterMs ?? 0;
  if (asked > policy.maxPauseMs) return null;
  const backoff = Math.min(policy.maxPauseMs, policy.firstPauseMs * 2 ** (made - 1));
  const jittered = backoff * (1 - random / 2);
  return Math.min(policy.maxPauseMs, asked > 0 ? asked + (random * policy.firstPauseMs) / 2 : jittered);
}

/** Milliseconds of a Retry-After header, seconds or a date; null where there is none that can be read. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
