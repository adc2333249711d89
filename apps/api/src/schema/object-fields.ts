import * as z from 'zod';
import type { ExactJson } from '#contracts/exact-json.js';
import { withKeywords } from '#request-schema/json-schema-of.js';
import { refusing } from '#request-schema/refusal.js';
import { isStorable } from '#request-schema/text-fields.js';

const MAX_JSON_DEPTH = 32;

/** JSON object that can be stored: finite numbers, storable strings, at most 32 levels. */
export function storableObject(maxBytes: number) {
  const size = `at most ${String(maxBytes)} bytes and ${String(MAX_JSON_DEPTH)} levels`;
  const type = z.custom<{ [key: string]: ExactJson }>(
    (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && storableBytes(value, 0) <= maxBytes,
    refusing(`$field must be a JSON object of ${size}, of storable values`),
  );
  return withKeywords(type, {
    type: 'object',
    description: `Any JSON object of at most ${String(maxBytes / 1024)} KiB and ${String(MAX_JSON_DEPTH)} levels.`,
  });
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
