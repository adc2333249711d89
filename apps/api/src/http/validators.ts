import { ValidateBy, type ValidationArguments, type ValidationOptions } from 'class-validator';
import { uuidOfMemoryId } from '#contracts/memory-id.js';

const MAX_U64 = (1n << 64n) - 1n;
const MAX_I63 = (1n << 63n) - 1n;
const MAX_JSON_DEPTH = 32;

type Check = (value: unknown) => boolean;

type Message = (value: unknown) => string;

function check(
  name: string,
  message: string | Message,
  validate: Check,
  options?: ValidationOptions,
): PropertyDecorator {
  const says = typeof message === 'string' ? () => message : message;
  const defaultMessage = (args?: ValidationArguments): string => `$property ${says(args?.value)}`;
  return ValidateBy({ name, validator: { validate, defaultMessage } }, options);
}

/** Validates text that Postgres and JSON can store: no NUL, no lone surrogate, at most `maxBytes` of UTF-8. */
export function IsStorableText(maxBytes: number, options: { blank: boolean }): PropertyDecorator {
  const atMost = `at most ${String(maxBytes)} bytes of UTF-8`;
  const blank = options.blank ? '' : ', not blank';
  return check(
    'isStorableText',
    (value) => {
      if (value === undefined) return `is missing: a string of ${atMost}`;
      if (typeof value === 'string' && value.trim() === '' && !options.blank) return 'must not be blank';
      return `must be a string of ${atMost}${blank}, without NUL or lone surrogates`;
    },
    (value) => isStorable(value, maxBytes) && (options.blank || value.trim() !== ''),
  );
}

/** Validates an integer from 0 to 2^64 − 1, without loss of precision. */
export function IsU64(): PropertyDecorator {
  return check('isU64', 'must be an integer from 0 to 2^64 - 1', (value) => isIntegerUpTo(value, MAX_U64));
}

/** Validates Unix nanoseconds: an integer from 0 to 2^63 − 1, where 0 means unset. */
export function IsUnixNanos(): PropertyDecorator {
  return check('isUnixNanos', 'must be unix nanoseconds, an integer from 0 to 2^63 - 1', (value) =>
    isIntegerUpTo(value, MAX_I63),
  );
}

/** Validates a canonical decimal memory id below 2^128. */
export function IsMemoryId(): PropertyDecorator {
  return check(
    'isMemoryId',
    'must be a memory id: a decimal string below 2^128',
    (value) => typeof value === 'string' && uuidOfMemoryId(value) !== null,
  );
}

/** Validates a storable JSON object: finite numbers, storable strings, at most 32 levels. */
export function IsStorableObject(maxBytes: number): PropertyDecorator {
  return check(
    'isStorableObject',
    `must be a JSON object of at most ${String(maxBytes)} bytes and ${String(MAX_JSON_DEPTH)} levels, of storable values`,
    (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && storableBytes(value, 0) <= maxBytes,
  );
}

/** Whether a value is storable text, possibly blank. */
export function isStorable(value: unknown, maxBytes: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= maxBytes &&
    !value.includes('\0') &&
    value.isWellFormed() &&
    Buffer.byteLength(value) <= maxBytes
  );
}

function isIntegerUpTo(value: unknown, max: bigint): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  return typeof value === 'bigint' && value >= 0n && value <= max;
}

/** Approximate bytes of a JSON value; Infinity if it cannot be stored. */
function storableBytes(value: unknown, depth: number): number {
  if (depth > MAX_JSON_DEPTH) return Infinity;
  if (typeof value === 'string') return isStorable(value, Infinity) ? Buffer.byteLength(value) + 2 : Infinity;
  if (typeof value === 'number') return Number.isFinite(value) ? 8 : Infinity;
  if (typeof value === 'bigint') return value.toString().length <= 100 ? 20 : Infinity;
  if (typeof value !== 'object' || value === null) return 5;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.reduce((sum: number, part: unknown) => sum + storableBytes(part, depth + 1) + 1, 2);
}
