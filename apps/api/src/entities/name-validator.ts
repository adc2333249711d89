import { ValidateBy, type ValidationOptions } from 'class-validator';
import { fold } from '#contracts/fold.js';
import { LIMITS } from '../shared/request-limits.js';

/**
 * Entity name: storable text of at most `LIMITS.name_bytes` with at least one visible character. Folding may lengthen a
 * name (one ligature can expand to a sentence), so its folded form, which is indexed, may have twice as many bytes.
 */
export function IsEntityName(options?: ValidationOptions): PropertyDecorator {
  const atMost = `${String(LIMITS.name_bytes)} bytes of UTF-8`;
  const defaultMessage = (): string =>
    `${options?.each ? 'each of $property' : '$property'} must be a string of at most ${atMost}, not blank, without NUL or lone surrogates`;
  return ValidateBy({ name: 'isEntityName', validator: { validate: isEntityName, defaultMessage } }, options);
}

/** Trims a name and collapses each run of white space to one space. */
export function cleanName(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}

function isEntityName(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > LIMITS.name_bytes) return false;
  if (value.includes('\0') || !value.isWellFormed() || Buffer.byteLength(value) > LIMITS.name_bytes) return false;
  const folded = fold(value);
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(folded) && Buffer.byteLength(folded) <= 2 * LIMITS.name_bytes;
}
