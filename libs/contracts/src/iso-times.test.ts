import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isoOfNanos, nanosOfIso, withIsoTimes } from './iso-times.js';

const NOON = 1_777_636_800_000_000_000n;

describe('nanosOfIso', () => {
  test.each([
    ['2026-05-01T12:00:00Z', NOON],
    ['2026-05-01T12:00Z', NOON],
    ['2026-05-01t14:00:00+02:00', NOON],
    ['2026-05-01 06:30:00-0530', NOON],
    ['2026-05-01T14:00:00+02', NOON],
    ['2026-05-01T12:00:00.000000001Z', NOON + 1n],
    ['2026-05-01T12:00:00,5Z', NOON + 500_000_000n],
    ['1970-01-01T00:00:00.000000001Z', 1n],
    ['2262-04-11T23:47:16.854775807Z', (1n << 63n) - 1n],
    ['2024-02-29T00:00:00Z', 1_709_164_800_000_000_000n],
  ])('%s is read', (text, nanos) => {
    expect(nanosOfIso(text)).toBe(nanos);
  });

  test.each([
    ['2026-05-01T12:00:00', 'no-zone'],
    ['2026-05-01', 'no-zone'],
    ['2026-05-01T12:00:00.1234567891Z', 'no-time'],
    ['2026-02-29T00:00:00Z', 'no-time'],
    ['2026-05-01T24:00:00Z', 'no-time'],
    ['2026-05-01T12:00:60Z', 'no-time'],
    ['2026-05-01T12:00:00+24:00', 'no-time'],
    ['2026-13-01T12:00:00Z', 'no-time'],
    ['1777636800', 'no-time'],
    ['yesterday', 'no-time'],
    ['', 'no-time'],
    ['1970-01-01T00:00:00Z', 'out-of-range'],
    ['1969-12-31T23:59:59Z', 'out-of-range'],
    ['2262-04-11T23:47:16.854775808Z', 'out-of-range'],
    ['0001-01-01T00:00:00Z', 'out-of-range'],
  ])('%s is refused: %s', (text, refusal) => {
    expect(nanosOfIso(text)).toBe(refusal);
  });
});

test.each([
  [0n, null],
  [0, null],
  [NOON, '2026-05-01T12:00:00Z'],
  [NOON + 120_000_000n, '2026-05-01T12:00:00.120Z'],
  [NOON + 120_000n, '2026-05-01T12:00:00.000120Z'],
  [NOON + 1n, '2026-05-01T12:00:00.000000001Z'],
])('%s nanoseconds are written as %s', (nanos, text) => {
  expect(isoOfNanos(nanos)).toBe(text);
});

test('a time that is written is read again to the nanosecond', () => {
  const times = fc.bigInt({ min: 1n, max: (1n << 63n) - 1n });
  fc.assert(fc.property(times, (nanos) => nanosOfIso(isoOfNanos(nanos) ?? '') === nanos));
});

test('an answer gets ISO texts beside its times, and only its own', () => {
  const view = { created_at_unix_nanos: NOON, occurred_at_unix_nanos: 0, metadata: { at_unix_nanos: 5 } };
  expect(withIsoTimes(view)).toEqual({ ...view, created_at: '2026-05-01T12:00:00Z', occurred_at: null });
  expect(Object.keys(withIsoTimes(view)).slice(0, 2)).toEqual(['created_at_unix_nanos', 'created_at']);
});
