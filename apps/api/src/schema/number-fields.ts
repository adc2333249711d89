import * as z from 'zod';
import { withKeywords } from '#request-schema/json-schema-of.js';
import { described, SHARE } from '#request-schema/keywords.js';
import { refusing, type RefusalText } from '#request-schema/refusal.js';

/** Integer of a request that is clamped to 1..`most`, with its default. */
export interface Clamped {
  readonly fallback: number;
  readonly most: number;
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
