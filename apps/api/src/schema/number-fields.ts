import * as z from 'zod';
import { withKeywords } from './json-schema-of.js';
import { described, MAX_U64, SESSION_FIELD, SHARE } from './keywords.js';
import { refusing, type RefusalText } from './refusal.js';

/** Integer of a request that is clamped to 1..`most`, with its default. */
export interface Clamped {
  readonly fallback: number;
  readonly most: number;
}

/** Session id: an integer from 0 to 2^64 − 1, without loss of precision. */
export function sessionId(about?: string) {
  return withKeywords(
    exactInteger(MAX_U64, '$field must be an integer from 0 to 2^64 - 1'),
    about === undefined ? SESSION_FIELD : described(SESSION_FIELD, about),
  );
}

/** Integer of any size: it is clamped later, so no integer is refused. */
export function clampedInteger({ fallback, most }: Clamped, about: string) {
  const type = z.custom<number | bigint>(
    (value) => typeof value === 'bigint' || Number.isInteger(value),
    refusing('$field must be an integer'),
  );
  const range = `Default ${String(fallback)}; values outside 1 to ${String(most)} are clamped.`;
  return withKeywords(type, { type: 'integer', description: `${about} ${range}` });
}

/** Clamps an integer to 1..`most`; null or undefined gives the default. */
export function clampTo(value: number | bigint | null | undefined, { fallback, most }: Clamped): number {
  return Math.max(1, Math.min(most, Number(value ?? fallback)));
}

/** Number from 0 to 1. */
export function share(refusal: RefusalText, about: string) {
  const refused = refusing(refusal);
  return withKeywords(z.number(refused).min(0, refused).max(1, refused), described(SHARE, about));
}

/** Parsed JSON has numbers up to 2^53 and bigint beyond; `1e17` is a number that may have been rounded. */
function exactInteger(max: bigint, refusal: RefusalText) {
  return z.custom<number | bigint>((value) => {
    if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
    return typeof value === 'bigint' && value >= 0n && value <= max;
  }, refusing(refusal));
}
