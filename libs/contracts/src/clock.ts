/** Wall clock in Unix nanoseconds; tests replace it. */
export interface Clock {
  nowNanos(): bigint;
}

/** The system clock, at millisecond resolution. */
export const systemClock: Clock = { nowNanos: () => nanosOfDate(new Date()) };

/** Unix nanoseconds of a time. */
export function nanosOfDate(date: Date): bigint {
  return BigInt(date.getTime()) * 1_000_000n;
}

export function dateOfNanos(nanos: bigint): Date {
  return new Date(Number(nanos / 1_000_000n));
}

/** UTC day of a time in Unix nanoseconds, such as `2024-05-03`. */
export function dayOf(nanos: bigint): string {
  return dateOfNanos(nanos).toISOString().slice(0, 10);
}
