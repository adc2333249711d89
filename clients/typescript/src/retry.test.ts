import { expect, test } from '@jest/globals';
import { ConnectionError, errorOf } from './errors.js';
import { DEFAULT_RETRY, pauseBeforeRetry, retryAfterMs } from './retry.js';

const unavailable = (afterMs: number | null) =>
  errorOf({ code: 'engine.unavailable', message: '', status: 503, requestId: null, retryAfterMs: afterMs });

test('pauses double from attempt to attempt, and at least half of each is kept', () => {
  const pauses = [1, 2, 3, 4].map((made) => [
    pauseBeforeRetry(DEFAULT_RETRY, made, new ConnectionError(''), 1),
    pauseBeforeRetry(DEFAULT_RETRY, made, new ConnectionError(''), 0),
  ]);
  expect(pauses).toEqual([
    [100, 200],
    [200, 400],
    [400, 800],
    [800, 1600],
  ]);
  expect(pauseBeforeRetry(DEFAULT_RETRY, 5, new ConnectionError(''), 0)).toBeNull();
});

test('no pause is longer than the policy allows', () => {
  expect(pauseBeforeRetry({ ...DEFAULT_RETRY, attempts: 99 }, 30, unavailable(null), 0)).toBe(DEFAULT_RETRY.maxPauseMs);
  expect(pauseBeforeRetry(DEFAULT_RETRY, 1, unavailable(DEFAULT_RETRY.maxPauseMs + 1), 0)).toBeNull();
});

test('a pause that the service asks for is never undercut', () => {
  for (const random of [0, 0.5, 1])
    expect(pauseBeforeRetry(DEFAULT_RETRY, 1, unavailable(3_000), random)).toBeGreaterThanOrEqual(3_000);
});

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(retryAfterMs('7', now)).toBe(7_000);
  expect(retryAfterMs('Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9_000);
  expect(retryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
  expect(retryAfterMs('soon', now)).toBeNull();
  expect(retryAfterMs(null, now)).toBeNull();
});
