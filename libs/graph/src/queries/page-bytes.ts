/** Bytes of JSON on one page: what follows is on the next one, or left out with `truncated`. One item is always given. */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** The items that fit on a page, in their order, as `jsonBytesOf` counts. */
export function withinPage<T>(items: readonly T[], bytes = PAGE_BYTES): { items: readonly T[]; truncated: boolean } {
  let sum = 0;
  const end = items.findIndex((item, i) => {
    sum += jsonBytesOf(item) + 1;
    return i > 0 && sum > bytes;
  });
  return end < 0 ? { items, truncated: false } : { items: items.slice(0, end), truncated: true };
}

/** The bytes of a value as JSON: of a text of control characters, six times as many as it has itself. */
export function jsonBytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return String(value).length;
  let sum = 2;
  for (const [key, part] of Object.entries(value)) if (part !== undefined) sum += key.length + 4 + jsonBytesOf(part);
  return sum;
}
