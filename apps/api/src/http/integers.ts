import { ValidateBy } from 'class-validator';

/** Validates a JSON integer of any size; the value is clamped later, so it is never out of range. */
export function IsInteger(): PropertyDecorator {
  return ValidateBy({
    name: 'isInteger',
    validator: {
      validate: (value) => typeof value === 'bigint' || Number.isInteger(value),
      defaultMessage: () => '$property must be an integer',
    },
  });
}

/** Clamps an integer to 1..`max`. */
export function clampTo(value: number | bigint, max: number): number {
  return Math.max(1, Math.min(max, Number(value)));
}
