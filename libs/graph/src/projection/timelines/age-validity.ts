import { NANOS_PER_DAY } from '#contracts/clock.js';

/** How long an age holds after it was last told, in nanoseconds: the birthday is not known, but comes within a year. */
export const AGE_VALIDITY_NANOS = 365n * NANOS_PER_DAY;

/**
 * End of an interval of ages in Unix nanoseconds: a year after its last claim, or when it is superseded or ends before.
 * @param closedAt end by other claims; 0 if there is none
 * @param toldAt time of the last claim; an unknown time, 0 or less, leaves the end as it is
 */
export function endOfAge(closedAt: bigint, toldAt: bigint): bigint {
  if (toldAt <= 0n) return closedAt;
  const lapsesAt = toldAt + AGE_VALIDITY_NANOS;
  return closedAt === 0n || closedAt > lapsesAt ? lapsesAt : closedAt;
}
