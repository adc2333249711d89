/** Wall clock in unix nanoseconds; tests put their own in its place. */
export interface Clock {
  nowNanos(): bigint;
}

/** The machine's clock, at millisecond resolution. */
export const systemClock: Clock = { nowNanos: () => BigInt(Date.now()) * 1_000_000n };

export function dateOfNanos(nanos: bigint): Date {
  return new Date(Number(nanos / 1_000_000n));
}

/** The UTC day of a time in unix nanoseconds, `2024-05-03`. */
export function dayOf(nanos: bigint): string {
  return dateOfNanos(nanos).toISOString().slice(0, 10);
}
