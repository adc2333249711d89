import { isInteger, parse, stringify } from 'lossless-json';

/** A JSON value whose integers are exact: those past 2^53 are bigint, all other numbers are number. */
export type ExactJson = null | boolean | string | number | bigint | ExactJson[] | { [key: string]: ExactJson };

/** JSON.parse keeps integers of up to 15 digits; only longer digit runs need the slower exact parser. */
const LONG_DIGITS = /[0-9]{16}/;

/**
 * Parses JSON without rounding an integer: unsafe integers become bigint.
 * @throws SyntaxError when the text is not JSON
 */
export function parseExact(text: string): ExactJson {
  if (!LONG_DIGITS.test(text)) return JSON.parse(text) as ExactJson;
  return parse(text, null, { parseNumber: exactNumber }) as ExactJson;
}

/** Writes JSON with bigint as plain integers. `undefined` properties are left out, as JSON.stringify does. */
export function stringifyExact(value: unknown): string {
  return stringify(value) ?? 'null';
}

/** Integers of more digits are read as doubles: reading them exactly takes time that grows with their square. */
const MAX_EXACT_DIGITS = 100;

function exactNumber(text: string): number | bigint {
  const value = Number(text);
  if (text.length > MAX_EXACT_DIGITS) return value;
  return isInteger(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}
