import { dateOfNanos } from './clock.js';

/** Digits of the fraction of a second, in nanoseconds. */
const FRACTION_DIGITS = 9;
const NANOS_PER_SECOND = 1_000_000_000n;
const MAX_NANOS = (1n << 63n) - 1n;
const SUFFIX = '_unix_nanos';

const ISO_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?$/;

/** Why a text is no time that can be stored. */
export type IsoRefusal = 'no-time' | 'no-zone' | 'out-of-range';

/**
 * Time of an ISO 8601 text with its zone, such as `2026-05-01T12:00:00.5+02:00`, in Unix nanoseconds. A fraction may
 * have up to nine digits. Times before 1970 and from 2262-04-12 on are out of range, as is 1970-01-01T00:00:00Z, whose
 * number means unset.
 */
export function nanosOfIso(text: string): bigint | IsoRefusal {
  const found = ISO_TIME.exec(text);
  if (!found) return WITHOUT_ZONE.test(text) ? 'no-zone' : 'no-time';
  const ms = utcMs(found.slice(1, 7).map((digits: string | undefined) => Number(digits ?? 0)));
  const offset = offsetSeconds(found[8], found[9], found[10]);
  if (ms === null || offset === null) return 'no-time';
  const fraction = BigInt((found[7] ?? '').padEnd(FRACTION_DIGITS, '0'));
  const nanos = BigInt(ms / 1000 - offset) * NANOS_PER_SECOND + fraction;
  return nanos > 0n && nanos <= MAX_NANOS ? nanos : 'out-of-range';
}

/**
 * ISO 8601 text in UTC of a time in Unix nanoseconds, without loss: no fraction, or one of three, six or nine digits.
 * Null for 0, which means unset.
 */
export function isoOfNanos(nanos: bigint | number): string | null {
  const time = BigInt(nanos);
  if (time <= 0n) return null;
  const text = dateOfNanos(time).toISOString();
  const rest = Number(time % NANOS_PER_SECOND);
  if (rest === 0) return `${text.slice(0, -5)}Z`;
  if (rest % 1_000_000 === 0) return text;
  const digits = String(rest).padStart(FRACTION_DIGITS, '0');
  return `${text.slice(0, -4)}${rest % 1000 === 0 ? digits.slice(0, 6) : digits}Z`;
}

/** ISO texts of the fields of T that are times in Unix nanoseconds: `created_at` of `created_at_unix_nanos`. */
export type IsoTimesOf<T> = {
  readonly [K in keyof T as K extends `${infer Name}_unix_nanos` ? Name : never]: string | null;
};

/** Copy of an answer's object with the ISO text beside each of its own fields `…_unix_nanos`; null for 0, unset. */
export function withIsoTimes<T extends object>(view: T): T & IsoTimesOf<T> {
  const all: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(view)) {
    all[name] = value;
    if (name.endsWith(SUFFIX)) all[name.slice(0, -SUFFIX.length)] = isoOfNanos(value as bigint | number);
  }
  return all as T & IsoTimesOf<T>;
}

/** Milliseconds of a time in UTC, given as year, month, day, hour, minute, second; null if there is no such time. */
function utcMs(parts: readonly number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  return isSame && date.getUTCMinutes() === minute && date.getUTCSeconds() === second ? date.getTime() : null;
}

/** Seconds of an offset from UTC; null if there is no such offset. */
function offsetSeconds(sign = '+', hours = '0', minutes = '0'): number | null {
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60 : 60);
}
