import * as z from 'zod';
import type { Session } from '#contracts/session.js';
import { withKeywords } from './json-schema-of.js';
import { described, MAX_SESSION_CHARACTERS, MAX_U64, SESSION_FIELD } from './keywords.js';
import { refusing } from './refusal.js';
import { isStorable } from './text-fields.js';

/** What a session is, behind the name of a field. */
export const SESSION_FORMS =
  `must be an integer from 0 to 2^64 - 1, or a text of 1 to ${String(MAX_SESSION_CHARACTERS)} characters, ` +
  'not blank, without NUL or lone surrogates';

/** Session: an integer from 0 to 2^64 − 1 without loss of precision, or a text. */
export function sessionId(about?: string) {
  const type = z.custom<Session>(isSession, refusing(`$field ${SESSION_FORMS}`));
  return withKeywords(type, about === undefined ? SESSION_FIELD : described(SESSION_FIELD, about));
}

/**
 * Whether a value is a session. Parsed JSON has numbers up to 2^53 and bigint beyond; `1e17` is a number that may have
 * been rounded.
 */
export function isSession(value: unknown): value is Session {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  if (typeof value === 'bigint') return value >= 0n && value <= MAX_U64;
  if (!isStorable(value, 4 * MAX_SESSION_CHARACTERS) || value.trim() === '') return false;
  return value.length <= MAX_SESSION_CHARACTERS || Array.from(value).length <= MAX_SESSION_CHARACTERS;
}
