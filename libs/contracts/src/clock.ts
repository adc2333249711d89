/** Wall clock in Unix nanoseconds; tests replace it. */
export interface Clock {
  nowNanos(): bigint;
}

/** The system clock, at millisecond resolution. */
export const systemClock: Clock = { nowNanos: () => nanosOfDate(new Date()) };

const NANOS_PER_MS = 1_000_000n;

/** Nanoseconds of a day. */
export const NANOS_PER_DAY = 86_400_000n * NANOS_PER_MS;

/** Unix nanoseconds of a time. */
export function nanosOfDate(date: Date): bigint {
  return nanosOfMs(date.getTime());
}

/** Nanoseconds of whole milliseconds. @throws RangeError for a fraction, NaN or Infinity */
export function nanosOfMs(ms: number): bigint {
  return BigInt(ms) * NANOS_PER_MS;
}

/** Milliseconds of nanoseconds, without their rest. */
export function msOfNanos(nanos: bigint): number {
  return Number(nanos / NANOS_PER_MS);
}

export function dateOfNanos(nanos: bigint): Date {
  return new Date(msOfNanos(nanos));
}

/** UTC day of a time in Unix nanoseconds, such as `2024-05-03`. */
export function dayOf(nanos: bigint): string {
  return dateOfNanos(nanos).toISOString().slice(0, 10);
}
