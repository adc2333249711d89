import * as z from 'zod';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { Cue } from '#reasoning/cue.js';
import { withKeywords } from '#request-schema/json-schema-of.js';
import { described, input, MEMORY_ID_FIELD, NON_EMPTY_TEXT } from '#request-schema/keywords.js';
import { refusing } from '#request-schema/refusal.js';
import { isStorable } from '#request-schema/text-fields.js';
import { LIMITS } from '../shared/request-limits.js';

/** Cue in a request body: a text or a memory id. */
interface CueBody {
  readonly text?: string | null;
  /** Memory id in canonical decimal. */
  readonly memory_id?: string | null;
}

/** Object with exactly one of `text` and `memory_id`; null counts as absent. */
export function cue(about: string) {
  const type = z.custom<CueBody>(
    isCue,
    refusing(
      `$field must be an object with either text (a string of at most ${String(LIMITS.cue_bytes)} bytes of UTF-8, ` +
        'not blank, without NUL or lone surrogates) or memory_id (a decimal string below 2^128)',
    ),
  );
  const forms = [
    input(['text'], { text: described(NON_EMPTY_TEXT, 'Text of at most 64 KiB, not blank.') }),
    input(['memory_id'], { memory_id: MEMORY_ID_FIELD }),
  ];
  return withKeywords(type, { oneOf: forms, description: about });
}

/** Cue of a validated field. @throws TypeError if the field was not validated */
export function cueOf({ text, memory_id }: CueBody): Cue {
  if (typeof text === 'string') return { text };
  const memoryId = uuidOfMemoryId(memory_id ?? '');
  if (memoryId === null) throw new TypeError('a validated cue has a text or the id of a memory');
  return { memoryId };
}

function isCue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { text = null, memory_id = null } = value as { text?: unknown; memory_id?: unknown };
  if (text === null) return typeof memory_id === 'string' && uuidOfMemoryId(memory_id) !== null;
  return memory_id === null && isStorable(text, LIMITS.cue_bytes) && text.trim() !== '';
}
