import * as z from 'zod';
import { FIELD_LIMITS } from './field-limits.js';
import { listOf } from './fields.js';
import { withKeywords } from './json-schema-of.js';
import { refusing } from './refusal.js';
import { isStorable } from './text-fields.js';

const A_TAG =
  `$field must be a list of at most ${String(FIELD_LIMITS.tags)} tags: strings of 1 to ${String(FIELD_LIMITS.tag_characters)} ` +
  'characters, without white space at the ends';
const BYTES_PER_CHARACTER = 4;

/** Tags of a memory. One that is given twice counts once. */
export function tagList() {
  return listOf(tagField(A_TAG), {
    refusal: A_TAG,
    atMost: [FIELD_LIMITS.tags, A_TAG],
    about:
      `Tags: at most ${String(FIELD_LIMITS.tags)}, each of 1 to ${String(FIELD_LIMITS.tag_characters)} characters, without white ` +
      'space at the ends. One that is given twice counts once.',
  });
}

/** One tag. */
export function tagField(refusal: string) {
  const type = z.custom<string>(
    (value) =>
      isStorable(value, FIELD_LIMITS.tag_characters * BYTES_PER_CHARACTER) &&
      value !== '' &&
      value === value.trim() &&
      Array.from(value).length <= FIELD_LIMITS.tag_characters,
    refusing(refusal),
  );
  return withKeywords(type, { type: 'string', minLength: 1, maxLength: FIELD_LIMITS.tag_characters });
}
