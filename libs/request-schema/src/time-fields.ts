import * as z from 'zod';
import { nanosOfIso, type IsoRefusal } from '#contracts/iso-times.js';
import { withKeywords } from './json-schema-of.js';
import { described, MAX_I64, SMALLEST_NANOS, SMALLEST_SECONDS, TIME_FIELD } from './keywords.js';
import { refusing } from './refusal.js';

/**
 * Time of a request, read as Unix nanoseconds: an integer up to 2^63 − 1, 0 for unset, or ISO 8601 text with its zone.
 * An integer from 10^8 to 10^17 is refused: it must be in seconds, milliseconds or microseconds.
 */
export function unixNanos(about?: string) {
  const type = z
    .custom<number | bigint | string>(
      (value) => typeof readTime(value) !== 'string',
      refusing((value) => `$field ${String(readTime(value))}`),
    )
    .transform((value) => readTime(value) as number | bigint);
  return withKeywords(type, about === undefined ? TIME_FIELD : described(TIME_FIELD, about));
}

const FORMS = 'must be unix nanoseconds, an integer below 2^63, or an ISO 8601 time such as 2026-05-01T12:00:00Z';
const ISO_REFUSALS: Readonly<Record<IsoRefusal, string>> = {
  'no-time': FORMS,
  'no-zone': 'needs a time of day and a time zone: end it with Z or an offset, such as 2026-05-01T12:00:00+02:00',
  'out-of-range': 'must be after 1970-01-01T00:00:00Z and before 2262-04-12; 0 means unset',
};

/** Time of a value in Unix nanoseconds, or why it is none. Parsed JSON has integers beyond 2^53 as bigint. */
function readTime(value: unknown): number | bigint | string {
  if (typeof value === 'string') {
    const nanos = nanosOfIso(value);
    return typeof nanos === 'string' ? ISO_REFUSALS[nanos] : nanos;
  }
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return FORMS;
  const nanos = BigInt(value as number | bigint);
  if (nanos < 0n || nanos > MAX_I64) return FORMS;
  return nanos < SMALLEST_SECONDS || nanos >= SMALLEST_NANOS ? (value as number | bigint) : smallerUnit(nanos);
}

/** Units that a number may be in, what makes nanoseconds of them, and the smallest number too large for it. */
const UNITS = [
  ['seconds', '1000000000', 10n ** 11n],
  ['milliseconds', '1000000', 10n ** 14n],
  ['microseconds', '1000', SMALLEST_NANOS],
] as const;

/** Hint about a number that is no time in nanoseconds: which unit it is in, by its size. */
function smallerUnit(value: bigint): string {
  const [unit, factor] = UNITS.find(([, , below]) => value < below) ?? UNITS[2];
  return `must be in nanoseconds; ${String(value)} looks like ${unit}: multiply by ${factor}, or write an ISO 8601 time`;
}
