import * as z from 'zod';
import { fold } from '#contracts/fold.js';
import { TEXT } from '#contracts/schemas/json-schema.js';
import { FIELD_LIMITS } from './field-limits.js';
import { withKeywords } from './json-schema-of.js';
import { described, NON_EMPTY_TEXT } from './keywords.js';
import { refusing } from './refusal.js';

/**
 * Text that Postgres and JSON can store: no NUL, no lone surrogate, at most `maxBytes` of UTF-8; `blank` says whether
 * it may consist of white space.
 */
export function storableText(maxBytes: number, { blank, about }: { blank: boolean; about?: string }) {
  const atMost = `at most ${String(maxBytes)} bytes of UTF-8`;
  const type = z.custom<string>(
    (value) => isStorable(value, maxBytes) && (blank || value.trim() !== ''),
    refusing((value) => {
      if (value === undefined) return `$field is missing: a string of ${atMost}`;
      if (typeof value === 'string' && value.trim() === '' && !blank) return '$field must not be blank';
      return `$field must be a string of ${atMost}${blank ? '' : ', not blank'}, without NUL or lone surrogates`;
    }),
  );
  return withKeywords(type, described(blank ? TEXT : NON_EMPTY_TEXT, about));
}

/**
 * Entity name: storable text of at most `FIELD_LIMITS.name_bytes` with at least one visible character. Folding may
 * lengthen a name (one ligature can expand to a sentence), so its folded form, which is indexed, may have twice as many
 * bytes.
 */
export function entityName({ about, listed = false }: { about?: string; listed?: boolean } = {}) {
  const type = z.custom<string>(
    isEntityName,
    refusing(
      `${listed ? 'each of ' : ''}$field must be a string of at most ${String(FIELD_LIMITS.name_bytes)} bytes of UTF-8, ` +
        'not blank, without NUL or lone surrogates',
    ),
  );
  return withKeywords(type, described(NON_EMPTY_TEXT, about));
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

function isEntityName(value: unknown): boolean {
  if (!isStorable(value, FIELD_LIMITS.name_bytes)) return false;
  const folded = fold(value);
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(folded) && Buffer.byteLength(folded) <= 2 * FIELD_LIMITS.name_bytes;
}

/** Trims a name and collapses each run of white space to one space. */
export function cleanName(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}
