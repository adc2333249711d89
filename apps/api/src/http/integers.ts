import { ValidateBy } from 'class-validator';

/** A JSON integer of any size: a bound that clamps is never out of range. */
export function IsInteger(): PropertyDecorator {
  return ValidateBy({
    name: 'isInteger',
    validator: {
      validate: (value) => typeof value === 'bigint' || Number.isInteger(value),
      defaultMessage: () => '$property must be an integer',
    },
  });
}

/** An integer set to the nearest of 1 to `max`. */
export function clampTo(value: number | bigint, max: number): number {
  return Math.max(1, Math.min(max, Number(value)));
}
